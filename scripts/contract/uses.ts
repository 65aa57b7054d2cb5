import type { Json } from './comparable.ts';

/** Who uses a component: whether callers of the service send it, read it or both, and in which operations and events. */
export interface Use {
  sent: boolean;
  read: boolean;
  by: string[];
}

type Direction = 'sent' | 'read';

const METHODS = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']);

/** The operations of a path item, by method. */
export const operationsOf = (item: Json): [method: string, operation: Json][] =>
  Object.entries<Json>(item).filter(([method]) => METHODS.has(method));

/** The uses of each component that an operation or event reaches, by its reference. */
export function usesOf(contract: Json): Map<string, Use> {
  const uses = new Map<string, Use>();
  const visit = (part: unknown, direction: Direction, by: string): void => {
    if (typeof part !== 'object' || part === null) return;
    const { $ref: reference } = part as Json;
    if (typeof reference === 'string') {
      const use = uses.get(reference) ?? { sent: false, read: false, by: [] };
      uses.set(reference, use);
      const seen = use[direction] && use.by.includes(by);
      use[direction] = true;
      if (!use.by.includes(by)) use.by.push(by);
      if (!seen) visit(resolved(contract, part), direction, by);
    }
    for (const value of Object.values(part)) visit(value, direction, by);
  };
  const visitItem = (item: Json, asked: Direction, answered: Direction, event?: string) => {
    for (const [, { operationId, parameters, requestBody, responses }] of operationsOf(item)) {
      visit([item['parameters'], parameters, requestBody], asked, event ?? operationId);
      visit(responses, answered, event ?? operationId);
    }
  };
  for (const item of Object.values<Json>(contract['paths'])) visitItem(item, 'sent', 'read');
  for (const [event, item] of Object.entries<Json>(contract['webhooks'] ?? {})) {
    visitItem(item, 'read', 'sent', event);
  }
  return uses;
}

/** What a part stands for: itself, or the component that it refers to, which is empty if there is none. */
export function resolved(contract: Json, part: Json): Json {
  const reference: unknown = part?.['$ref'];
  if (typeof reference !== 'string') return part;
  const path = reference.split('/').slice(1).map(unescaped);
  return path.reduce<Json | undefined>((found, key) => found?.[key], contract) ?? {};
}

const unescaped = (key: string) => key.replaceAll('~1', '/').replaceAll('~0', '~');
