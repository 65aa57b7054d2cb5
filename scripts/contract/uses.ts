import { operationsOf, resolved, type Json } from './json.ts';

/** Who uses a component: whether callers of the service send it, read it or both, and in which operations and events. */
export interface Use {
  sent: boolean;
  read: boolean;
  by: string[];
}

type Direction = 'sent' | 'read';

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
