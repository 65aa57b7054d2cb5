import type { Database } from '../db/connect.ts';
import type { Listener } from '../db/listener.ts';
import type { PresentedCredentialRow } from './repository.ts';

/** Besides what the database tells, nothing is believed for longer: expiry, for one, is told by nobody. */
const MAX_AGE_MS = 1_000;
const MAX_ENTRIES = 10_000;
const CHANNEL = 'credentials_changed';
const EVERYBODY = '*';

/** A key that was good a moment ago, ready to be compared with. */
export interface KnownCredential {
  row: PresentedCredentialRow;
  /** The whole key as it was presented: to compare it costs a tenth of what its HMAC does. */
  apiKey: Buffer;
  allowsAddress: (address: string) => boolean;
}

/**
 * Remembers usable keys for at most a second, so that not every call asks the database who it is. A change of a key or
 * its account is heard at once (LISTEN/NOTIFY), and while nothing can be heard nothing is remembered. Only what is good
 * is kept: every refusal takes the same long way (D13).
 */
export class CredentialCache {
  readonly #database: Pick<Database, 'listen'>;
  readonly #entries = new Map<string, { known: KnownCredential; readAtMs: number }>();
  #listener: Listener | undefined;
  /** Counts what was heard: a row that was being read meanwhile may be the old one. */
  #changes = 0;

  constructor(database: Pick<Database, 'listen'>) {
    this.#database = database;
  }

  find(publicId: string): KnownCredential | undefined {
    const entry = this.#entries.get(publicId);
    if (!entry) return undefined;
    if (performance.now() - entry.readAtMs <= MAX_AGE_MS) return entry.known;
    this.#entries.delete(publicId);
    return undefined;
  }

  /** To be taken before a row is read, and given back when it is remembered. */
  get moment(): number {
    this.#listener ??= this.#database.listen(CHANNEL, {
      told: (accountId) => (accountId === EVERYBODY ? this.#forgetAll() : this.#forget(accountId)),
      lost: () => this.#forgetAll(),
    });
    return this.#changes;
  }

  remember(publicId: string, known: KnownCredential, moment: number): void {
    if (moment !== this.#changes || !this.#listener?.isListening()) return;
    if (this.#entries.size >= MAX_ENTRIES) this.#forgetAll();
    this.#entries.set(publicId, { known, readAtMs: performance.now() });
  }

  /** Resolves when all changes that were committed before have been heard. */
  async caughtUp(): Promise<void> {
    await this.#listener?.caughtUp();
  }

  async close(): Promise<void> {
    await this.#listener?.close();
  }

  #forget(accountId: string): void {
    this.#changes++;
    for (const [publicId, { known }] of this.#entries) {
      if (known.row.account_id === accountId) this.#entries.delete(publicId);
    }
  }

  #forgetAll(): void {
    this.#changes++;
    this.#entries.clear();
  }
}
