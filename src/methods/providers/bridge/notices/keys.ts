import { createPublicKey, type KeyObject } from 'node:crypto';
import type { BridgeClient } from '../client/client.ts';
import { listOf, optionalText } from '../client/fields.ts';

/** The minimum time between fetches, so that forged notices cannot make us call Bridge more often. */
const PAUSE_MS = 10_000;
/** A key of an endpoint that was deleted is trusted no longer than this. */
const MAX_AGE_MS = 3_600_000;
const TIMEOUT_MS = 3_000;

/** The keys that Bridge signs our notices with: one for each of our endpoints. */
export interface NoticeKeys {
  /** `isRejected`: those that are known have not signed what was received. Throws if they cannot be fetched. */
  list(options: { isRejected: boolean }): Promise<readonly KeyObject[]>;
}

/** The configured key, or else those that Bridge tells. */
export function createNoticeKeys(client: BridgeClient, configured: string | undefined): NoticeKeys {
  if (configured !== undefined) {
    const keys = [createPublicKey(configured)];
    return { list: () => Promise.resolve(keys) };
  }
  let keys: readonly KeyObject[] = [];
  let fetchedAt = Number.NEGATIVE_INFINITY;
  let triedAt = Number.NEGATIVE_INFINITY;
  let fetching: Promise<void> | undefined;

  const refresh = (): Promise<void> =>
    (fetching ??= (async () => {
      triedAt = performance.now();
      try {
        const call = { method: 'GET', path: '/webhooks' } as const;
        const endpoints = listOf(await client.call(call, AbortSignal.timeout(TIMEOUT_MS)), 'webhooks');
        keys = endpoints.flatMap((one) => readKey(optionalText(one, 'public_key')) ?? []);
        fetchedAt = performance.now();
      } finally {
        fetching = undefined;
      }
    })());

  return {
    async list({ isRejected }) {
      const isStale = performance.now() - fetchedAt > MAX_AGE_MS;
      const mayFetch = fetching !== undefined || performance.now() - triedAt > PAUSE_MS;
      if ((isStale || isRejected) && mayFetch) {
        // While Bridge does not respond, the known keys remain trusted.
        await refresh().catch((error: unknown) => {
          if (keys.length === 0) throw error;
        });
      }
      if (keys.length === 0 && fetchedAt === Number.NEGATIVE_INFINITY)
        throw new Error("Bridge's keys could not be fetched a moment ago");
      return keys;
    },
  };
}

/** PEM, whose line breaks may be written as two characters each. */
function readKey(text: string | undefined): KeyObject | undefined {
  try {
    const key = createPublicKey((text ?? '').replaceAll('\\n', '\n'));
    return key.asymmetricKeyType === 'rsa' ? key : undefined;
  } catch {
    return undefined;
  }
}
