import type { Database, Listener, Trx } from '../db/index.ts';
import {
  announceFaults,
  CALL_FAULTS,
  DELIVERY_FAULTS,
  listFaults,
  takeFault,
  type CallFault,
  type DeliveryFault,
  type FaultRow,
} from './repository.ts';

const CHANNEL = 'faults_changed';
const MAX_KNOWN = 10_000;

interface Taken<Kind> {
  kind: Kind;
  delayMs: number;
}

/**
 * The faults that accounts request in the test environment. An account without faults costs no query, because each
 * process remembers that, and is notified when it changes (LISTEN/NOTIFY). A fault is in effect for the next call in
 * the process that created it, and a moment later in others.
 */
export class Faults {
  readonly #db: Database;
  /** Accounts without faults. Empty while notifications cannot be received. */
  readonly #without = new Set<string>();
  #listener: Listener | undefined;
  /** Counts the changes received, because a read in progress at that moment may be outdated. */
  #changes = 0;

  constructor(db: Database) {
    this.#db = db;
  }

  /** The fault of this call, if any; it counts as one of the fault's occurrences. */
  async takeForCall(accountId: string, operation: string): Promise<Taken<CallFault> | undefined> {
    return this.#take<CallFault>(accountId, CALL_FAULTS, operation);
  }

  /** The same for an attempt of a delivery. */
  async takeForDelivery(
    accountId: string,
    kinds: readonly DeliveryFault[] = DELIVERY_FAULTS,
  ): Promise<Taken<DeliveryFault> | undefined> {
    return this.#take<DeliveryFault>(accountId, kinds, null);
  }

  /** Call it in the transaction that changes an account's faults. */
  async changed(trx: Trx, accountId: string): Promise<void> {
    this.#forget(accountId);
    await announceFaults(trx, { channel: CHANNEL, accountId });
  }

  async close(): Promise<void> {
    await this.#listener?.close();
  }

  async #take<Kind extends FaultRow['kind']>(
    accountId: string,
    kinds: readonly Kind[],
    operation: string | null,
  ): Promise<Taken<Kind> | undefined> {
    if (this.#without.has(accountId)) return undefined;
    this.#listener ??= this.#db.listen(CHANNEL, {
      told: (changed) => this.#forget(changed),
      lost: () => this.#forgetAll(),
    });
    const moment = this.#changes;
    if ((await listFaults(this.#db.read, { accountId })).length > 0) {
      const taken = await this.#db.transaction((trx) => takeFault(trx, { accountId, kinds, operation }));
      return taken && { kind: taken.kind as Kind, delayMs: taken.delayMs ?? 0 };
    }
    if (moment === this.#changes && this.#listener.isListening()) {
      if (this.#without.size >= MAX_KNOWN) this.#without.clear();
      this.#without.add(accountId);
    }
    return undefined;
  }

  #forget(accountId: string): void {
    this.#changes += 1;
    this.#without.delete(accountId);
  }

  #forgetAll(): void {
    this.#changes += 1;
    this.#without.clear();
  }
}
