import { setTimeout as delay } from 'node:timers/promises';
import type { Database, Listener } from '../db/index.ts';
import type { PresentedCredentialRow } from './repository.ts';
import { isSameKey } from './secret.ts';
import type { UsableKeys } from './usable-keys.ts';

/**
 * Entries are trusted no longer than this after their row began to be read, because some changes, such as expiry and
 * the end of a previous secret, send no notification.
 */
const MAX_AGE_MS = 1_000;
const MAX_ENTRIES = 10_000;
/** The channel for changes of an account's keys, or of the facts that they depend on. */
export const CREDENTIALS_CHANGED = 'credentials_changed';
const EVERYBODY = '*';
/** Before the digest of a secret that was issued. */
const ISSUED = 'issued ';

/** A key that was usable a moment ago, ready for comparison. */
export interface KnownCredential {
  row: PresentedCredentialRow;
  /** The whole key as presented, because comparing it costs a tenth of computing its HMAC. */
  apiKey: Buffer;
  allowsAddress: (address: string) => boolean;
}

interface Entry {
  known: KnownCredential;
  readAtMs: number;
}

/** The time at which a row began to be read, and the changes received by then. */
interface Moment {
  changes: number;
  atMs: number;
}

/**
 * Caches usable keys for at most a second, so that not every call looks up its key in the database. Changes to a key or
 * its account take effect immediately (LISTEN/NOTIFY), and nothing is cached while notifications cannot be received.
 * Only usable keys are cached, so every refusal takes the same full path (D13).
 */
export class CredentialCache {
  readonly #database: Pick<Database, 'listen'>;
  readonly #usableKeys: Pick<UsableKeys, 'add'>;
  /** By public id. There is one entry, or two while the previous secret still works (D63). */
  readonly #entries = new Map<string, readonly Entry[]>();
  #listener: Listener | undefined;
  /** Counts the changes received, because a row that was being read at that moment may be outdated. */
  #changes = 0;

  constructor(database: Pick<Database, 'listen'>, usableKeys: Pick<UsableKeys, 'add'>) {
    this.#database = database;
    this.#usableKeys = usableKeys;
  }

  find(publicId: string, apiKey: string): KnownCredential | undefined {
    const entry = this.#entries.get(publicId)?.find(({ known }) => isSameKey(apiKey, known.apiKey));
    return entry && isTrusted(entry) ? entry.known : undefined;
  }

  /** Take it before reading a row, and pass it to `remember` with that row. */
  get moment(): Moment {
    this.#listener ??= this.#database.listen(CREDENTIALS_CHANGED, {
      told: (message) => this.#take(message),
      lost: () => this.#forgetAll(),
    });
    return { changes: this.#changes, atMs: performance.now() };
  }

  remember(publicId: string, known: KnownCredential, { changes, atMs }: Moment): void {
    if (changes !== this.#changes || !this.#listener?.isListening()) return;
    if (this.#entries.size >= MAX_ENTRIES) this.#forgetAll();
    const others = this.#entries.get(publicId)?.filter((entry) => isTrusted(entry) && !isOf(entry, known));
    this.#entries.set(publicId, [{ known, readAtMs: atMs }, ...(others ?? [])]);
  }

  /** Resolves when all changes committed before the call are in effect here, after `MAX_AGE_MS` at the latest. */
  async caughtUp(): Promise<void> {
    const expired = new AbortController();
    await Promise.race([
      // A connection that is lost meanwhile takes all entries with it.
      this.#listener?.caughtUp().catch(() => undefined),
      delay(MAX_AGE_MS, undefined, { signal: expired.signal }).catch(() => undefined),
    ]);
    expired.abort();
  }

  /** Like `caughtUp`, for every process, regardless of its connection. */
  async knownEverywhere(): Promise<void> {
    await delay(MAX_AGE_MS);
  }

  async close(): Promise<void> {
    await this.#listener?.close();
  }

  #take(message: string): void {
    if (message.startsWith(ISSUED)) this.#usableKeys.add(message.slice(ISSUED.length));
    else if (message === EVERYBODY) this.#forgetAll();
    else this.#forget(message);
  }

  #forget(accountId: string): void {
    this.#changes++;
    for (const [publicId, [entry]] of this.#entries) {
      if (entry?.known.row.accountId === accountId) this.#entries.delete(publicId);
    }
  }

  #forgetAll(): void {
    this.#changes++;
    this.#entries.clear();
  }
}

function isTrusted({ readAtMs }: Entry): boolean {
  return performance.now() - readAtMs <= MAX_AGE_MS;
}

function isOf({ known: { apiKey } }: Entry, known: KnownCredential): boolean {
  return apiKey.equals(known.apiKey);
}
