import type { Trx } from '../../db/connect.ts';
import type { EventRecorder } from '../../events/record.ts';
import { newId } from '../../lib/ids.ts';
import { formatAmount, money, roundDownToLedger } from '../../lib/money.ts';
import type { Provider } from '../../methods/providers/provider.ts';
import { conversionFacts, convertAtQuote, recordConversion } from '../../payouts/conversions.ts';
import type { PayoutKind } from '../../payouts/engine.ts';
import { insertPayout, type PayoutRow } from '../../payouts/repository.ts';
import { creditPayment } from '../booking.ts';
import { lockPayment, moveDeposit, type Payment } from '../deposit-state.ts';
import { unmatchPayment } from '../unmatched/hold.ts';

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
      await unmatchPayment(trx, events, payment, 'CONVERSION_FAILED');
    },
  };
}

/** Hands a locked payment over to be converted at the locked quote; until that is done, its link is processing (D6). */
export async function startConversion(trx: Trx, { deposit, link, method }: Payment): Promise<void> {
  const rate = money(method.exchange_rate ?? '0');
  insertPayout(trx, {
    account_id: deposit.account_id,
    id: newId(),
    kind: 'payment_conversion',
    status: 'held',
    asset: deposit.asset,
    amount: deposit.amount,
    method: method.method,
    to_asset: link.currency,
    to_amount: formatAmount(roundDownToLedger(money(deposit.amount).times(rate))),
    exchange_rate: method.exchange_rate,
    quote_reference: method.quote_reference,
    quote_expires_at: method.amount_due_expires_at,
    deposit_id: deposit.id,
    payment_link_code: link.code,
    provider: deposit.provider,
    due_at: await trx.now,
    request_id: deposit.request_id,
    created_at: await trx.now,
  });
}

function depositOf({ id, deposit_id }: PayoutRow): string {
  if (deposit_id === null) throw new Error(`payout ${id} converts no payment`);
  return deposit_id;
}
