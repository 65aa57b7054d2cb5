import type { ContractDocument } from '../document.ts';
import { linkedIds, parametersIn, variableFor, type Entry } from './postman-variables.ts';

/** The objects that an account may still have none of after all earlier requests, by the variable of their id. */
const MAY_BE_MISSING: Record<string, string> = {
  withdrawal_id: 'the account has no withdrawals, which people start in the account panel',
  refund_id: 'the account has no refunds, as long as refunds by API are off',
};

/** The errors that a request may get although nothing is wrong. */
const MAY_BE_REFUSED: Record<string, { status: number; code: string; message: string }> = {
  createRefund: {
    status: 409,
    code: 'api_refunds_off',
    message: 'refunds by API are off for this account, until an owner turns them on in the account panel',
  },
};

/** The operation's description, with what the tests accept beside a success. */
export function withOutcomes(document: ContractDocument, [path, , operation]: Entry): string {
  const refusal = MAY_BE_REFUSED[operation.operationId];
  const missing = parametersIn('path', document, path, operation)
    .map(({ name }) => MAY_BE_MISSING[variableFor(path, name)])
    .find((reason) => reason !== undefined);
  return [
    operation.description?.trim(),
    refusal && `The test accepts \`${refusal.status} ${refusal.code}\`: ${refusal.message}.`,
    missing && `Skipped if ${missing}.`,
  ]
    .filter(Boolean)
    .join('\n\n');
}

/** Skips the request if a variable that it needs is not set. */
export function toSkips(
  document: ContractDocument,
  [path, , operation]: Entry,
  body: object | undefined,
): string[] {
  const inPath = parametersIn('path', document, path, operation).map(({ name }) => variableFor(path, name));
  const inBody = [...JSON.stringify(body ?? {}).matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name);
  return [...inPath, ...inBody].map((variable) => {
    const reason = MAY_BE_MISSING[variable] ?? `no request before it has set the variable ${variable}`;
    return [
      `if (!pm.variables.get("${variable}")) {`,
      `  pm.test.skip("${reason}", () => {});`,
      '  pm.execution.skipRequest();',
      '}',
    ].join('\n');
  });
}

/**
 * Expects success, keeps what the operation's links take from the response's body, and forgets what it has deleted. A
 * value that an earlier request of the folder has `stored` is not replaced by the first of a list, because that may be
 * in use elsewhere.
 */
export function toTest(
  document: ContractDocument,
  entry: Entry,
  entries: Entry[],
  stored: ReadonlySet<string>,
): string[] {
  const [path, method, operation] = entry;
  const refusal = MAY_BE_REFUSED[operation.operationId];
  const success = 'pm.test("succeeds", () => pm.expect(pm.response.code).to.be.within(200, 299));';
  const deleted = method === 'DELETE' ? parametersIn('path', document, path, operation) : [];
  return [
    ...(refusal
      ? [
          `if (pm.response.code === ${refusal.status} && pm.response.json().error.code === "${refusal.code}") {`,
          `  pm.test("is refused: ${refusal.message}", () => {});`,
          '} else {',
          `  ${success}`,
          '}',
        ]
      : [success]),
    ...[...linkedIds(document, entry, entries)].map(([variable, pointer]) => {
      const value = `pm.response.json()${pointer
        .slice(1)
        .split('/')
        .map((name) => `?.[${JSON.stringify(name)}]`)
        .join('')}`;
      const isOpen =
        pointer.startsWith('/data/') && stored.has(variable)
          ? `!pm.collectionVariables.get("${variable}") && `
          : '';
      return `if (${isOpen}${value}) pm.collectionVariables.set("${variable}", ${value});`;
    }),
    ...deleted.map(({ name }) => `pm.collectionVariables.unset("${variableFor(path, name)}");`),
  ];
}
