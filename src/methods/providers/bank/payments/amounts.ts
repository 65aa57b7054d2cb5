import { money, ZERO, type Money } from '../../../../lib/money.ts';
import type { Payment } from './batch.ts';

/** Currencies of ISO 4217 without a smaller unit. Our files carry at most two decimals. */
const WITHOUT_DECIMALS = new Set(
  'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'.split(' '),
);

/** The capacity of the field, or the limit of the scheme. */
export const MOST_PAIN = money('9999999999999999.99');
export const MOST_SEPA = money('999999999.99');
export const MOST_NACHA = money('99999999.99');
export const MOST_NACHA_SUM = money('9999999999.99');

export function decimalsOf(currency: string): number {
  return WITHOUT_DECIMALS.has(currency) ? 0 : 2;
}

export function amountText(amount: Money, currency: string): string {
  return amount.toFixed(decimalsOf(currency));
}

export function totalOf(payments: readonly Pick<Payment, 'amount'>[]): Money {
  return payments.reduce((sum, { amount }) => sum.plus(amount), ZERO);
}
