import { payerCurrency } from '../../payment-links/index.ts';
import { formatPrice } from '../../pages/index.ts';
import type { View } from './view.ts';

type Priced = Pick<View, 'locale' | 'link' | 'methods'>;

/** The currency in which the payer reads the amounts of a link. */
export function currencyOf({ link, methods }: Omit<Priced, 'locale'>): string {
  return payerCurrency(link.currency, methods);
}

/** An amount in the link's currency, or the link's own, as the payer reads it. */
export function priceOf(of: Priced, amount = of.link.amount): string {
  return formatPrice(of.locale, amount, currencyOf(of));
}
