import { createPublicKey, type KeyObject } from 'node:crypto';
import type { BitsoClient } from '../client/client.ts';
import { listOf, optionalText, Unreadable, type Fields } from '../client/fields.ts';

/** How often keys are fetched at most: whoever makes up key ids cannot make us call Bitso more often. */
const PAUSE_MS = 15_000;
/** A key that Bitso has taken back is believed no longer than this. */
const MAX_AGE_MS = 3_600_000;
const MAX_KEYS = 100;

/** The keys that Bitso signs its notices with. */
export interface NoticeKeys {
  /**
   * Undefined for an id that Bitso says it does not have. Throws when that cannot be said now: keys were fetched a
   * moment ago, and the id may be newer, or Bitso does not respond.
   */
  find(id: string, signal: AbortSignal): Promise<KeyObject | undefined>;
}

export function createNoticeKeys({ client }: { client: BitsoClient }): NoticeKeys {
  let keys = new Map<string, KeyObject>();
  let fetchedAt = Number.NEGATIVE_INFINITY;
  let triedAt = Number.NEGATIVE_INFINITY;
  let underWay: Promise<void> | undefined;

  const fetchKeys = async (signal: AbortSignal): Promise<void> => {
    triedAt = performance.now();
    const path = '/v4/webhooks/public-key';
    keys = readKeys(await client.call({ method: 'GET', path }, signal));
    fetchedAt = performance.now();
  };
  const refresh = (signal: AbortSignal): Promise<void> =>
    (underWay ??= fetchKeys(signal).finally(() => {
      underWay = undefined;
    }));

  return {
    async find(id, signal) {
      const mayFetch = performance.now() - triedAt >= PAUSE_MS;
      const known = keys.get(id);
      if (known) {
        const isStale = performance.now() - fetchedAt > MAX_AGE_MS;
        if (!isStale || !mayFetch) return known;
        // While Bitso does not respond, the keys that are known go on being believed.
        await refresh(signal).catch(() => undefined);
        return keys.get(id);
      }
      if (underWay) await underWay;
      else if (mayFetch) await refresh(signal);
      else throw new Error('the key of a notice is not known, and keys were fetched a moment ago');
      return keys.get(id);
    },
  };
}

/** `[{key_id, public_key}]`, the key as base64 of its SPKI in DER, or as PEM; some clients have seen camel case. */
function readKeys(payload: unknown): Map<string, KeyObject> {
  const list = Array.isArray(payload) ? payload : ((Object(payload) as Fields)['keys'] ?? [payload]);
  const keys = listOf(list, 'keys')
    .slice(0, MAX_KEYS)
    .flatMap((fields): [string, KeyObject][] => {
      const id = optionalText(fields, 'key_id') ?? optionalText(fields, 'keyId');
      const text = optionalText(fields, 'public_key') ?? optionalText(fields, 'publicKey');
      const key = text === undefined ? undefined : readKey(text);
      return id === undefined || !key ? [] : [[id, key]];
    });
  if (keys.length === 0) throw new Unreadable('keys of notices');
  return new Map(keys);
}

function readKey(text: string): KeyObject | undefined {
  try {
    const key = text.includes('-----BEGIN')
      ? createPublicKey(text)
      : createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' });
    return key.asymmetricKeyType === 'rsa' ? key : undefined;
  } catch {
    return undefined;
  }
}
