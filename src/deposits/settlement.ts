import type { Trx } from '../db/index.ts';
import { moveLink } from '../payment-links/index.ts';
import { bookPaymentAccepted, creditPayment } from './booking.ts';
import { isConvertedFirst, startConversion } from './conversion.ts';
import { type Accepter, moveDeposit, type WholePayment } from './deposit-state.ts';
import type { HoldingParts } from './hold.ts';
import { markFinal, type Deposit } from './repository.ts';

/**
 * Pays a locked link with locked deposits, all of them final: credits them or, where that is needed, has them converted
 * first. Those that are unmatched are accepted by `accepter`.
 */
export async function settle(
  trx: Trx,
  { events, providers }: Pick<HoldingParts, 'events' | 'providers'>,
  payment: WholePayment,
  accepter: Accepter,
): Promise<void> {
  if (!isConvertedFirst(providers, payment)) return creditPayment(trx, events, payment, { accepter });
  const { link, method } = payment;
  const processing = link.status === 'processing' ? link : await moveLink(trx, link, 'receive');
  const deposits = await Promise.all(payment.deposits.map((deposit) => setAside(trx, deposit, accepter)));
  await startConversion(trx, { deposits, link: processing, method });
}

/** Makes a deposit pending until it is converted, unless it is. */
async function setAside(trx: Trx, deposit: Deposit, accepter: Accepter): Promise<Deposit> {
  if (deposit.status === 'pending') {
    if (deposit.confirmationDueAt !== null) markFinal(trx, deposit);
    return { ...deposit, confirmationDueAt: null };
  }
  const accepted = await moveDeposit(trx, deposit, 'convert', { accepter });
  bookPaymentAccepted(trx, accepted);
  return accepted;
}
