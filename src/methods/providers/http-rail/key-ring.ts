import { createPublicKey, type KeyObject } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { untilAborted } from '../../index.ts';

/** The minimum time between fetches, so that forged notices cannot make us call a rail more often. */
const PAUSE_MS = 2_000;
/** A key that the rail has revoked is trusted no longer than this. */
const MAX_AGE_MS = 3_600_000;
const TIMEOUT_MS = 8_000;

/** By id. */
type Keys = ReadonlyMap<string, KeyObject>;

/** The keys with which a rail signs its notices. */
export interface KeyRing {
  /**
   * Returns what `pick` finds among the keys. If it finds none among the known keys, it is called again with keys that
   * were fetched after this call began, or at most `newForMs` before it; if it still finds none, the rail did not send
   * the notice. Throws if the keys cannot be fetched.
   */
  find<Found>(pick: (keys: Keys) => Found | undefined, signal: AbortSignal): Promise<Found | undefined>;
}

/**
 * `newForMs` is for notices that do not name their key. Such a forgery cannot be told from a notice with a new key, and
 * a fetch for each would hold up the authentic ones.
 */
export function createKeyRing(
  rail: string,
  fetchKeys: (signal: AbortSignal) => Promise<Keys>,
  { newForMs = 0 } = {},
): KeyRing {
  let keys: Keys = new Map();
  let fetchedAt = Number.NEGATIVE_INFINITY;
  let triedAt = Number.NEGATIVE_INFINITY;
  let hasFailed = false;
  let current: Promise<void> = Promise.resolve();
  /** The next fetch has not begun yet, so its keys are newer than every notice that waits for it. */
  let next: Promise<void> | undefined;

  const fetchNow = async (): Promise<void> => {
    triedAt = performance.now();
    try {
      keys = await fetchKeys(AbortSignal.timeout(TIMEOUT_MS));
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
        const fetched = fetchNow();
        current = fetched.catch(() => undefined);
        return fetched;
      }));

  return {
    async find(pick, signal) {
      const known = pick(keys);
      const ageMs = performance.now() - fetchedAt;
      if (known === undefined ? ageMs < newForMs : ageMs < MAX_AGE_MS) return known;
      // While the rail does not respond, no notice waits for it, and the known keys remain trusted.
      if (hasFailed && waitMs() > 0) {
        if (known !== undefined) return known;
        throw new Error(`${rail}'s keys could not be fetched a moment ago`);
      }
      const fetched = refresh();
      if (known !== undefined) await fetched.catch(() => undefined);
      // When a notice's time is over, only that notice fails, because others may still wait for the keys.
      else await untilAborted(fetched, signal);
      return pick(keys);
    },
  };
}

/**
 * Reads an RSA public key, written as PEM (its line breaks possibly as the two characters `\n`) or as base64 of DER;
 * undefined for anything else.
 */
export function readKey(text: string | undefined): KeyObject | undefined {
  if (text === undefined) return undefined;
  try {
    const key = text.includes('-----BEGIN')
      ? createPublicKey(text.replaceAll('\\n', '\n'))
      : createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' });
    return key.asymmetricKeyType === 'rsa' ? key : undefined;
  } catch {
    return undefined;
  }
}
