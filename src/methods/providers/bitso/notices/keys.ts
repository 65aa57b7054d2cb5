import { createPublicKey, type KeyObject } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { BitsoClient } from '../client/client.ts';
import { listOf, optionalText, Unreadable, type Fields } from '../client/fields.ts';

/** The minimum time between fetches, so that invented key ids cannot make us call Bitso more often. */
const PAUSE_MS = 2_000;
/** A key that Bitso has revoked is trusted no longer than this. */
const MAX_AGE_MS = 3_600_000;
const TIMEOUT_MS = 8_000;
const MAX_KEYS = 100;

/** The keys that Bitso signs its notices with. */
export interface NoticeKeys {
  /**
   * Undefined for an id that is not among the keys fetched after this call began: then Bitso did not send the notice.
   * Throws if the keys cannot be fetched.
   */
  find(id: string, signal: AbortSignal): Promise<KeyObject | undefined>;
}

export function createNoticeKeys({ client }: { client: BitsoClient }): NoticeKeys {
  let keys = new Map<string, KeyObject>();
  let fetchedAt = Number.NEGATIVE_INFINITY;
  let triedAt = Number.NEGATIVE_INFINITY;
  let hasFailed = false;
  let current: Promise<void> = Promise.resolve();
  /** The next fetch: it has not begun yet, so its keys are newer than every notice that waits for it. */
  let next: Promise<void> | undefined;

  const fetchKeys = async (): Promise<void> => {
    triedAt = performance.now();
    try {
      const call = { method: 'GET', path: '/v4/webhooks/public-key', isBackground: true } as const;
      keys = readKeys(await client.call(call, AbortSignal.timeout(TIMEOUT_MS)));
      fetchedAt = performance.now();
      hasFailed = false;
    } catch (error) {
      hasFailed = true;
      throw error;
    }
  };
  const waitMs = (): number => Math.max(0, triedAt + PAUSE_MS - performance.now());
  const refresh = (): Promise<void> =>
    (next ??= current
      .then(() => delay(waitMs()))
      .then(() => {
        next = undefined;
        const fetched = fetchKeys();
        current = fetched.catch(() => undefined);
        return fetched;
      }));

  return {
    async find(id, signal) {
      const known = keys.get(id);
      const isStale = performance.now() - fetchedAt > MAX_AGE_MS;
      if (known && !isStale) return known;
      // While Bitso does not respond, nobody waits for it, and the known keys remain trusted.
      if (hasFailed && waitMs() > 0) {
        if (known) return known;
        throw new Error("Bitso's keys could not be fetched a moment ago");
      }
      const fetched = refresh();
      if (known) await fetched.catch(() => undefined);
      else await Promise.race([fetched, failWhenAborted(signal)]);
      return keys.get(id);
    },
  };
}

/** Only this notice fails: others may still wait for the keys. */
function failWhenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const fail = (): void => reject(new Error("there was no time left to fetch Bitso's keys"));
    if (signal.aborted) fail();
    else signal.addEventListener('abort', fail, { once: true });
  });
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
