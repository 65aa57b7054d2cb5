import type { EventRecorder } from '../events/record.ts';
import type { Provider } from '../methods/providers/provider.ts';
import { moveLink } from '../payment-links/link-state.ts';
import { conversionFacts, convertAtQuote, recordConversion } from '../payouts/conversions.ts';
import type { PayoutKind } from '../payouts/engine.ts';
import type { PayoutRow } from '../payouts/repository.ts';
import { bookUnconverted, creditPayment } from './booking.ts';
import { lockPayment, moveDeposit } from './deposit-state.ts';
import { recordFailure } from './failure.ts';
import { refundIfWanted } from './refunds.ts';

/**
 * Turns what was paid for a link into the link's currency at the locked quote, and credits it. Until then the link is
 * processing and the money pending; a conversion that the provider refuses leaves the link active again and the money
 * unmatched (D6, D7).
 */
export function createPaymentConversion(options: { provider: Provider; events: EventRecorder }): PayoutKind {
  const { provider, events } = options;
  return {
    send: (payout, idempotencyKey, signal) => convertAtQuote(provider, payout, idempotencyKey, signal),

    async settle(trx, payout, outcome) {
      const payment = await lockPayment(trx, payout.account_id, depositOf(payout));
      const converted = outcome.toAmount ?? conversionFacts(payout).quotedAmount;
      const deposit = await moveDeposit(trx, payment.deposit, 'credit');
      await creditPayment(trx, events, { ...payment, deposit, from: 'pending', converted });
      await recordConversion(trx, events, payout, converted);
    },

    async fail(trx, payout) {
      const payment = await lockPayment(trx, payout.account_id, depositOf(payout));
      const deposit = await moveDeposit(trx, payment.deposit, 'unmatch', 'CONVERSION_FAILED');
      await moveLink(trx, payment.link, 'fail');
      await bookUnconverted(trx, deposit);
      await recordFailure(trx, events, deposit);
      await refundIfWanted(trx, deposit);
    },
  };
}

function depositOf({ id, deposit_id }: PayoutRow): string {
  if (deposit_id === null) throw new Error(`payout ${id} converts no payment`);
  return deposit_id;
}
