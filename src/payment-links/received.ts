import { money, type Money } from '../lib/money.ts';
import type { PaymentLink } from './repository.ts';

/** The credit of a paid link, in the link's currency. */
export function receivedOf({
  amount,
  amountReceived,
}: Pick<PaymentLink, 'amount' | 'amountReceived'>): Money {
  return money(amountReceived ?? amount);
}
