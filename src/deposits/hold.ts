import type { Trx } from '../db/index.ts';
import type { EventRecorder } from '../events/index.ts';
import type { UnmatchedReason } from '../lib/reasons.ts';
import type { Providers } from '../methods/index.ts';
import { type LinkMethod, moveLink } from '../payment-links/index.ts';
import { bookPaymentUnmatched, bookUnmatched } from './booking.ts';
import { moveDeposit, type WholePayment } from './deposit-state.ts';
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

/** Holds a new deposit that pays no link outside the balance (D7). `meantFor` is the method that it was sent by, if any. */
export async function holdUnmatched(
  trx: Trx,
  { events, providers, screens }: HoldingParts,
  deposit: Deposit,
  meantFor: LinkMethod | undefined,
): Promise<void> {
  bookUnmatched(trx, deposit);
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
    bookPaymentUnmatched(trx, unmatched, deposit.unmatchedReason !== null);
    await holdForReview(trx, { screens }, unmatched);
    await recordUnmatched(trx, events, unmatched, method);
    // A person must decide whether refused money may be returned.
    if (reason !== 'SCREENING_REFUSED') await refundIfWanted(trx, providers, unmatched, method);
  }
}
