import { money } from '../../lib/money.ts';
import { receivedOf } from '../../payment-links/index.ts';
import type { PayerRefund } from './refund-repository.ts';
import type { View } from './view.ts';

/** Completed and pending refunds of a paid link's payment, without unsent ones, which may still be declined. */
export function refundsOfPayment(of: Pick<View, 'payment' | 'earlierPayments' | 'refunds'>): PayerRefund[] {
  return allRefunds(of).filter(({ status }) => status !== 'held');
}

function allRefunds({
  payment,
  earlierPayments,
  refunds,
}: Pick<View, 'payment' | 'earlierPayments' | 'refunds'>): PayerRefund[] {
  const paying = [payment, ...earlierPayments].map((deposit) => deposit?.id);
  return refunds.filter(({ depositId }) => paying.includes(depositId));
}

/** The heading of a paid link, which is "refunded" once the whole payment was returned. */
export function paidHeading(view: View): string {
  const { texts, link } = view;
  const ofPayment = allRefunds(view);
  const isAll = money(link.refundTotal).gte(receivedOf(link));
  if (!isAll || ofPayment.some(({ status }) => status === 'held')) return texts.paid;
  return ofPayment.some(({ status }) => status === 'sent') ? texts.beingRefunded : texts.refunded;
}
