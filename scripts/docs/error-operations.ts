import { errorCodesOf } from '../../src/contract/derived/error-codes.ts';
import {
  eachOperation,
  readParameters,
  type ContractDocument,
  type OperationObject,
} from '../../src/contract/document.ts';

/** Operations that many codes have in common. */
export type OperationGroup = 'all' | 'withKey' | 'withScope' | 'changing' | 'withBody' | 'inPages';

/** Which operations answer with a code: one of the groups, or these; and whether calls of no operation do. */
export interface Answering {
  group: OperationGroup | undefined;
  operationIds: string[];
  withoutOperation: boolean;
}

/** Who answers with each error code, by what the contract lists (D68). */
export function answeringByCode(document: ContractDocument): Map<string, Answering> {
  const operations = [...eachOperation(document)].map(([, , operation]) => operation);
  const codesOf = new Map(
    operations.map((operation) => [
      operation.operationId,
      errorCodesOf(document, operation).flatMap(([, codes]) => codes),
    ]),
  );
  const referred = new Set(
    operations.flatMap(({ responses }) =>
      Object.values(responses as Record<string, { $ref?: string }>).map(({ $ref }) => $ref),
    ),
  );
  // What no operation refers to answers calls that match none.
  const unmatched = Object.entries(document.components['responses'] ?? {})
    .filter(([name]) => !referred.has(`#/components/responses/${name}`))
    .flatMap(([, response]) => (response as { 'x-error-codes'?: string[] })['x-error-codes'] ?? []);
  const groups = groupsOf(document, operations);
  const codes = new Set([...[...codesOf.values()].flat(), ...unmatched]);
  return new Map(
    [...codes].map((code) => {
      const ids = [...codesOf].filter(([, own]) => own.includes(code)).map(([id]) => id);
      const [group] = groups.find(([, members]) => members.join() === ids.join()) ?? [];
      return [code, { group, operationIds: ids, withoutOperation: unmatched.includes(code) }];
    }),
  );
}

/** The members of each group, in the contract's order. */
function groupsOf(
  document: ContractDocument,
  operations: readonly OperationObject[],
): [OperationGroup, string[]][] {
  const has = (operation: OperationObject, parameter: string) =>
    readParameters(document, operation.parameters ?? []).some(({ name }) => name === parameter);
  const scopes = ({ security = [] }: OperationObject) => security.flatMap((one) => Object.values(one).flat());
  const conditions: Record<OperationGroup, (operation: OperationObject) => boolean> = {
    all: () => true,
    withKey: ({ security = [] }) => security.length > 0,
    withScope: (operation) => scopes(operation).length > 0,
    changing: (operation) => has(operation, 'Idempotency-Key'),
    withBody: ({ requestBody }) => requestBody !== undefined,
    inPages: (operation) => has(operation, 'cursor'),
  };
  return Object.entries(conditions).map(([group, holds]) => [
    group as OperationGroup,
    operations.filter(holds).map(({ operationId }) => operationId),
  ]);
}
