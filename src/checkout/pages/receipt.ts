import { formatLocal, formatPrice } from '../../pages/index.ts';
import { priceOf } from './price.ts';
import type { PayerRefund } from './refund-repository.ts';
import { refundsOfPayment } from './refunds.ts';
import { methodHeading, type View } from './view.ts';

/** The maximum length of an e-mail address (RFC 5321). */
export const MAX_ADDRESS_LENGTH = 254;

/** A line of a receipt; the page shows some of them in another form. */
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
  /** A refund that reached the payer, with its time. */
  refund?: { amount: string; at: Date };
}

type Paid = Pick<
  View,
  | 'texts'
  | 'locale'
  | 'merchant'
  | 'timeZone'
  | 'link'
  | 'methods'
  | 'payment'
  | 'earlierPayments'
  | 'refunds'
  | 'progress'
>;

/**
 * The receipt of a paid link, in reading order, for its page, print, PDF and e-mail. Its times are in the account's
 * time zone; the page shows them in the payer's.
 */
export function receiptOf(paid: Paid): ReceiptLine[] {
  const { texts, locale, merchant, timeZone, link, methods, payment, earlierPayments, progress } = paid;
  const method = methods.find((candidate) => candidate.method === link.paidWithMethod);
  const lines: (Omit<ReceiptLine, 'text'> & { text: string | undefined | null | false })[] = [
    { what: 'merchant', label: texts.paidTo, text: merchant },
    { what: 'description', label: texts.paidFor, text: link.description },
    { what: 'amount', label: texts.paidAmount, text: priceOf(paid) },
    { what: 'date', label: texts.paidOn, text: link.paidAt && formatLocal(locale, link.paidAt, timeZone) },
    { what: 'method', label: texts.paidWith, text: method && methodHeading(paid, method).title },
    ...[...earlierPayments.toReversed(), payment].map((sent) => ({
      what: 'sent' as const,
      label: texts.sent,
      text: method && sent && formatPrice(locale, sent.amount, method.asset),
    })),
    ...refundsOfPayment(paid).map((refund) => refundLine(paid, refund)),
    { what: 'reference', label: texts.reference, text: method?.instructions.reference },
    { what: 'transaction', label: texts.transaction, text: progress?.transaction },
    { what: 'code', label: texts.linkCode, text: link.code },
  ];
  return lines.flatMap(({ text, ...line }) => (text ? [{ ...line, text }] : []));
}

function refundLine(
  { texts, locale, timeZone }: Paid,
  { asset, amount, finishedAt: at }: PayerRefund,
): ReceiptLine {
  const sum = formatPrice(locale, amount, asset);
  if (!at) return { what: 'refunded', label: texts.beingRefunded, text: sum };
  const text = `${sum}, ${formatLocal(locale, at, timeZone)}`;
  return { what: 'refunded', label: texts.refunded, text, refund: { amount: sum, at } };
}
