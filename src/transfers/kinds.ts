import type { Trx } from '../db/index.ts';
import type { Money } from '../lib/money.ts';
import type { FailureReason } from '../lib/reasons.ts';
import type { Executed, Outcome } from '../methods/index.ts';
import type { Transfer, TransferKindName } from './transfer.ts';

/**
 * The provider's result. For a conversion, it includes the stated proceeds and, if no quote was locked, the proceeds
 * and rate that replace the expected ones.
 */
export type Done = Executed & { brought?: Money; toAmount?: Money; exchangeRate?: Money };

/** The differences between kinds of transfer; the engine is the same for all (D10). */
export interface TransferKind<T extends Transfer> {
  /** Asks the provider, outside any transaction. The key is the same for every attempt. */
  send(transfer: T, idempotencyKey: string, signal: AbortSignal): Promise<Outcome<Done>>;
  /** Locks in advance the rows that the calls of `settle` that follow will lock one by one. */
  lockAhead?(trx: Trx, transfers: readonly T[]): Promise<void>;
  /** Books the outcome, in the transaction that records it. */
  settle(trx: Trx, transfer: T, done: Done): Promise<void>;
  /** Releases the reserved money. */
  fail(trx: Trx, transfer: T, reason: FailureReason): Promise<void>;
  /** Credits money that was sent and returned; only for kinds whose money leaves the deployment. */
  takeBack?(trx: Trx, transfer: T, reason: FailureReason): Promise<void>;
}

export type TransferKinds = {
  [Kind in TransferKindName]: TransferKind<Extract<Transfer, { kind: Kind }>>;
};

/** TypeScript cannot infer that the kind looked up for a transfer has that transfer's type. */
export function kindOf<T extends Transfer>(kinds: TransferKinds, { kind }: T): TransferKind<T> {
  return kinds[kind] as unknown as TransferKind<T>;
}

/** The key by which its provider knows a transfer, the same for every attempt. */
export function providerKey({ accountId, id }: Pick<Transfer, 'accountId' | 'id'>): string {
  return `${accountId}:${id}`;
}
