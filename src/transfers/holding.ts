import type { Trx } from '../db/index.ts';
import type { EventRecorder, Fact } from '../events/index.ts';
import { type Entry, lockAvailable, type MovementType, postMovement } from '../ledger/index.ts';
import { DomainError } from '../lib/errors/errors.ts';
import { money, type Money } from '../lib/money.ts';
import type { Leave } from '../treasury/index.ts';
import { insertTransfer } from './repository.ts';
import type { New, Refund, Transfer, Withdrawal } from './transfer.ts';

/** Identifies a transfer's ledger entries. */
export type TransferKey = Pick<Transfer, 'accountId' | 'id' | 'asset' | 'paymentLinkCode' | 'requestId'> & {
  /** The record's name in the API. */
  object: 'withdrawal' | 'conversion' | 'refund';
};

/** Throws `insufficient_funds` unless the account can spend this much. Locks the balance until the transaction ends. */
export async function requireAvailable(
  trx: Trx,
  { accountId, asset }: Pick<TransferKey, 'accountId' | 'asset'>,
  amount: Money,
): Promise<void> {
  const available = money(await lockAvailable(trx, accountId, asset));
  if (available.lt(amount)) throw notEnough(available, asset, amount);
}

export function notEnough(available: Money, asset: string, needed: Money): DomainError {
  return new DomainError('insufficient_funds', {
    message: `The account has ${available.toFixed()} ${asset}, and ${needed.toFixed()} are needed.`,
  });
}

/**
 * Stores a transfer with its leave, which has its earliest sending time and its requester (D44). `place` is that of its payee in a
 * batch.
 */
export async function depart(
  trx: Trx,
  transfer: New<Withdrawal | Refund>,
  leave: Leave,
  place?: number,
): Promise<void> {
  trx.defer(insertTransfer(trx, { ...transfer, dueAt: leave.goesAt }));
  await leave.record(trx, transfer.id, place);
}

/** Reserves part of the balance for a transfer with its leave, as a movement of the given type (D10, D44). */
export function hold(
  trx: Trx,
  events: EventRecorder,
  _leave: Leave,
  held: TransferKey,
  type: MovementType,
  amount: Money,
): Promise<void> {
  return setAside(trx, events, held, type, amount);
}

/** Like `hold`, for a refund whose amount was just bought; its leave was given when its conversion was confirmed. */
export function setAside(
  trx: Trx,
  events: EventRecorder,
  held: TransferKey,
  type: MovementType,
  amount: Money,
): Promise<void> {
  return postMovement(trx, events, {
    ...entryOf(held),
    type,
    postings: [
      { asset: held.asset, book: 'available', amount: amount.negated() },
      { asset: held.asset, book: 'pending', amount },
    ],
  });
}

/** Releases everything that was reserved. */
export function giveBack(trx: Trx, events: EventRecorder, held: TransferKey, amount: Money): Promise<void> {
  return postMovement(trx, events, {
    ...entryOf(held),
    type: 'reversal',
    postings: [
      { asset: held.asset, book: 'pending', amount: amount.negated() },
      { asset: held.asset, book: 'available', amount },
    ],
  });
}

export function entryOf(held: TransferKey): Omit<Entry, 'type' | 'postings'> {
  return {
    accountId: held.accountId,
    source: { object: held.object, id: held.id },
    paymentLinkCode: held.paymentLinkCode,
    requestId: held.requestId,
  };
}

/** The account of an event about a transfer, and the facts that make the event unique (D8). */
export function factOf<T extends 'completed' | 'failed' | 'returned'>(
  { accountId, requestId, id }: Transfer,
  transition: T,
): Pick<Fact, 'accountId' | 'requestId' | 'subject'> & { transition: T } {
  return { accountId, requestId, subject: id, transition };
}
