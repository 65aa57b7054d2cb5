import type { ContractDocument } from '../document.ts';

type Part = Record<string, unknown>;

/**
 * The contract for client generators, without constructs that they mishandle: webhooks, which some treat as calls, and
 * closed enums where the contract allows new values later, which would make clients reject those.
 */
export function forClients(document: ContractDocument): Omit<ContractDocument, 'webhooks'> {
  const { webhooks, ...calls } = document;
  const tagsOfWebhooks = new Set(Object.values(webhooks).flatMap(({ post }) => post.tags));
  return { ...openEnums(calls), tags: document.tags.filter(({ name }) => !tagsOfWebhooks.has(name)) };
}

/** Lists the current values in the description, and in an extension that some generators support. */
function openEnums<T>(part: T): T {
  if (typeof part !== 'object' || part === null) return part;
  if (Array.isArray(part)) return part.map(openEnums) as T;
  const entries = Object.entries(part).map(([name, value]) => [name, openEnums(value) as unknown]);
  const copy = Object.fromEntries(entries) as Part;
  if (copy['x-extensible'] !== true || !Array.isArray(copy['enum'])) return copy as T;
  const { enum: values, description = '', ...open } = copy;
  const known = (values as unknown[]).map((value) => `\`${String(value)}\``).join(', ');
  return {
    ...open,
    'x-extensible-enum': values,
    description: `${String(description).trim()}\n\nCurrent values: ${known}.`.trim(),
  } as T;
}
