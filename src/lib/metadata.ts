import { invalidParam } from './errors/errors.ts';

const MAX_METADATA_KEYS = 50;

/** Sets the given keys, removes those given as null, keeps all others. Throws `invalid_request` for too many keys. */
export function mergeMetadata(
  present: Record<string, string>,
  change: Record<string, string | null>,
): Record<string, string> {
  const merged = Object.entries({ ...present, ...change }).filter(
    (entry): entry is [string, string] => entry[1] !== null,
  );
  if (merged.length > MAX_METADATA_KEYS) {
    throw invalidParam(
      'metadata',
      `metadata can have up to ${MAX_METADATA_KEYS} keys, but would have ${merged.length}.`,
    );
  }
  return Object.fromEntries(merged);
}
