import type { Trx } from '../db/index.ts';
import type { EventRecorder } from '../events/index.ts';
import { newId } from '../lib/ids.ts';
import type { Logger } from '../lib/logger.ts';
import { formatExact, formatStored } from '../lib/money.ts';
import type { UnmatchedReason } from '../lib/reasons.ts';
import type { Providers } from '../methods/index.ts';
import {
  type LinkMethod,
  type MethodInstructions,
  moveLink,
  type PaymentLink,
} from '../payment-links/index.ts';
import { refundIfWanted } from './automatic-refunds.ts';
import {
  type DepositNotification,
  holdForReview,
  moveDeposit,
  type Payment,
  UNCLAIMED_ACCOUNT_ID,
  type WholePayment,
} from './deposit-state.ts';
import { recordConflict } from './records-repository.ts';
import type { Deposit } from './repository.ts';

/** The parts that recording a deposit needs; an unmatched one may be refunded immediately, if its provider can. */
export interface HoldingParts {
  events: EventRecorder;
  providers: Pick<Providers, 'find'>;
  /** Whether payments are screened, so that a final deposit first waits for the hook's answer (D53). */
  screens: boolean;
}

/**
 * Holds an unmatched deposit that has arrived outside the balance (D7). `meantFor` is the method that it was sent by, if
 * any.
 */
export async function holdUnmatched(
  trx: Trx,
  { events, providers, screens }: HoldingParts,
  deposit: Deposit,
  meantFor: LinkMethod | undefined,
): Promise<void> {
  await holdForReview(trx, { screens }, deposit);
  await recordUnmatched(trx, events, deposit, meantFor);
  await refundIfWanted(trx, providers, deposit, meantFor);
}

/** Turns the pending deposits of a payment into unmatched ones; their link can be paid again (D6, D7). */
export async function unmatchPayment(
  trx: Trx,
  { events, providers, screens }: HoldingParts,
  { deposits, link, method }: WholePayment,
  reason: UnmatchedReason,
): Promise<void> {
  await moveLink(trx, link, 'fail');
  for (const deposit of deposits) {
    const unmatched = await moveDeposit(trx, deposit, 'unmatch', { reason });
    await holdForReview(trx, { screens }, unmatched);
    await recordUnmatched(trx, events, unmatched, method);
    // A person must decide whether refused money may be returned.
    if (reason !== 'SCREENING_REFUSED') await refundIfWanted(trx, providers, unmatched, method);
  }
}

/** Drops a locked payment that was only seen. Returns its link, which can be paid again. */
export async function giveUp(
  trx: Trx,
  events: EventRecorder,
  { deposit, link }: Pick<Payment, 'deposit' | 'link'>,
): Promise<PaymentLink> {
  const failed = await moveDeposit(trx, deposit, 'drop', { reason: 'NOT_CONFIRMED' });
  const open = await moveLink(trx, link, 'fail');
  await recordFailure(trx, events, failed);
  return open;
}

/**
 * Stores a notification whose reference belongs to another deposit. The provider is wrong about one of the two, so an
 * operator must decide (D25). No money moves. `instructions` are those whose destination it names.
 */
export async function keepConflict(
  trx: Trx,
  logger: Logger,
  notification: DepositNotification,
  instructions: MethodInstructions | undefined,
): Promise<void> {
  const conflict = {
    id: newId(),
    accountId: instructions?.accountId ?? UNCLAIMED_ACCOUNT_ID,
    paymentLinkCode: instructions?.linkCode ?? null,
    provider: notification.provider,
    providerReference: notification.providerReference,
    method: notification.method,
    destination: notification.destination,
    reference: notification.reference,
    asset: notification.asset,
    network: notification.network,
    amount: formatExact(notification.amount),
    final: notification.final,
    createdAt: await trx.now,
  };
  if (!(await recordConflict(trx, conflict))) return;
  logger.error('deposit reference conflict; see `payments deposits conflicts`', {
    conflict_id: conflict.id,
    provider: conflict.provider,
    account_id: conflict.accountId,
  });
}

/** Records the event of a deposit that pays no link. An underpayment of `method` has its own event type (D7). */
function recordUnmatched(
  trx: Trx,
  events: EventRecorder,
  deposit: Deposit,
  method: LinkMethod | undefined,
): Promise<void> {
  if (deposit.unmatchedReason !== 'UNDERPAID' || !method?.amountDue) {
    return recordFailure(trx, events, deposit);
  }
  return events.record(trx, {
    ...factOf(deposit),
    type: 'payment_link.partial_deposit',
    transition: 'UNDERPAID',
    data: {
      link_code: method.linkCode,
      required_amount: formatStored(method.amountDue),
      received_amount: formatStored(deposit.amount),
      currency: deposit.asset,
    },
  });
}

function recordFailure(trx: Trx, events: EventRecorder, deposit: Deposit): Promise<void> {
  const fact = factOf(deposit);
  return events.record(trx, {
    ...fact,
    type: 'deposit.failed',
    data: { deposit_id: deposit.id, amount: formatStored(deposit.amount), reason: fact.transition },
  });
}

function factOf(deposit: Deposit) {
  if (deposit.unmatchedReason === null)
    throw new Error(`deposit ${deposit.id} has no reason for its failure`);
  return {
    accountId: deposit.accountId,
    requestId: deposit.requestId,
    subject: deposit.id,
    transition: deposit.unmatchedReason,
  };
}
