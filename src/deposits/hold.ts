import type { Trx } from '../db/index.ts';
import type { EventRecorder } from '../events/index.ts';
import type { UnmatchedReason } from '../lib/reasons.ts';
import type { Providers } from '../methods/index.ts';
import { moveLink } from '../payment-links/index.ts';
import { bookPaymentUnmatched, bookUnmatched } from './booking.ts';
import { moveDeposit, type Payment } from './deposit-state.ts';
import { recordUnmatched } from './failure.ts';
import { refundIfWanted } from './refunds.ts';
import type { Deposit } from './repository.ts';
import { holdForReview } from './review.ts';

/** The parts that recording a deposit needs; an unmatched one may be refunded immediately, if its provider can. */
export interface HoldingParts {
  events: EventRecorder;
  providers: Pick<Providers, 'find'>;
  /** Whether payments are screened (D53). */
  screens: boolean;
}

/** Holds a new deposit that pays no link outside the balance (D7). `meantFor` is the link that it did not pay, if any. */
export async function holdUnmatched(
  trx: Trx,
  { events, providers, screens }: HoldingParts,
  deposit: Deposit,
  meantFor: Pick<Payment, 'link' | 'method'> | undefined,
): Promise<void> {
  bookUnmatched(trx, deposit);
  await holdForReview(trx, { screens }, deposit);
  await recordUnmatched(trx, events, deposit, meantFor?.method);
  await refundIfWanted(trx, providers, deposit, meantFor);
}

/** Turns a pending payment into an unmatched deposit; its link can be paid again (D6, D7). */
export async function unmatchPayment(
  trx: Trx,
  { events, providers, screens }: HoldingParts,
  { deposit, link, method }: Payment,
  reason: UnmatchedReason,
): Promise<Deposit> {
  const accepted = deposit.acceptedBy === 'person';
  const unmatched = await moveDeposit(trx, deposit, 'unmatch', { reason });
  await moveLink(trx, link, 'fail');
  bookPaymentUnmatched(trx, unmatched, accepted);
  await holdForReview(trx, { screens }, unmatched);
  await recordUnmatched(trx, events, unmatched, method);
  // A person must decide whether refused money may be returned.
  if (reason !== 'SCREENING_REFUSED') await refundIfWanted(trx, providers, unmatched, { link, method });
  return unmatched;
}
