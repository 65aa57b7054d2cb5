import { money } from '../../lib/money.ts';
import { formatMoment, formatPrice } from '../../pages/index.ts';
import { formatDue } from './due.ts';
import { methodHeading, type View } from './view.ts';

/** Of an e-mail address: longer ones reach nobody (RFC 5321). */
export const MAX_ADDRESS_LENGTH = 254;

/** What a receipt says of a payment; the page shows some of it in another form. */
export interface ReceiptLine {
  what:
    | 'merchant'
    | 'description'
    | 'amount'
    | 'refunded'
    | 'date'
    | 'method'
    | 'sent'
    | 'reference'
    | 'transaction'
    | 'code';
  label: string;
  text: string;
}

type Paid = Pick<View, 'texts' | 'language' | 'locale' | 'merchant' | 'link' | 'methods' | 'progress'>;

/** The receipt of a paid link, in the order in which it is read: on its page, in print, as PDF and by e-mail. */
export function receiptOf(paid: Paid): ReceiptLine[] {
  const { texts, language, locale, merchant, link, methods, progress } = paid;
  const method = methods.find((candidate) => candidate.method === link.paidWithMethod);
  const price = (amount: string): string => formatPrice(locale, amount, link.currency);
  const lines: [ReceiptLine['what'], string, string | undefined | null | false][] = [
    ['merchant', texts.paidTo, merchant],
    ['description', texts.paidFor, link.description],
    ['amount', texts.paidAmount, price(link.amount)],
    ['refunded', texts.refunded, isRefunded(paid) && price(link.refundTotal)],
    ['date', texts.paidOn, link.paidAt && formatMoment(language, link.paidAt)],
    ['method', texts.paidWith, method && methodHeading(paid, method).title],
    ['sent', texts.sent, method?.amountDue && formatDue(locale, method, method.amountDue)],
    ['reference', texts.reference, method?.instructions.reference],
    ['transaction', texts.transaction, progress?.transaction],
    ['code', texts.linkCode, link.code],
  ];
  return lines.flatMap(([what, label, text]) => (text ? [{ what, label, text }] : []));
}

/** Whether some of the payment was refunded, or is being refunded. */
export function isRefunded({ link }: Pick<View, 'link'>): boolean {
  return money(link.refundTotal).gt(0);
}
