import { money } from '../../lib/money.ts';
import { receivedOf } from '../../payment-links/index.ts';
import type { PayerRefund } from './refund-repository.ts';
import type { View } from './view.ts';

/** Completed and pending refunds of a paid link's payment, without unsent ones, which may still be declined. */
export function refundsOfPayment({ payment, refunds }: Pick<View, 'payment' | 'refunds'>): PayerRefund[] {
  return refunds.filter(({ depositId, status }) => depositId === payment?.id && status !== 'held');
}

/** The heading of a paid link, which is "refunded" once the whole payment was returned. */
export function paidHeading(view: View): string {
  const { texts, link, payment, refunds } = view;
  const ofPayment = refunds.filter(({ depositId }) => depositId === payment?.id);
  const isAll = money(link.refundTotal).gte(receivedOf(link));
  if (!isAll || ofPayment.some(({ status }) => status === 'held')) return texts.paid;
  return ofPayment.some(({ status }) => status === 'sent') ? texts.beingRefunded : texts.refunded;
}
