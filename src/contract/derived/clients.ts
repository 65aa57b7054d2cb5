import type { ContractDocument } from '../document.ts';

type Part = Record<string, unknown>;

/**
 * The contract for client generators. It leaves out what they get wrong: webhooks, which some take for calls, and closed
 * lists of values where the contract promises that there may be more, which make a client refuse the new ones.
 */
export function forClients(document: ContractDocument): Omit<ContractDocument, 'webhooks'> {
  const { webhooks, ...calls } = document;
  const tagsOfWebhooks = new Set(Object.values(webhooks).flatMap(({ post }) => post.tags));
  return { ...openEnums(calls), tags: document.tags.filter(({ name }) => !tagsOfWebhooks.has(name)) };
}

/** Says in words which values there are today, and in an extension that some generators know. */
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
