import type { LinkMethod } from './quote-repository.ts';

/**
 * The currency in which payers read a price. It is the one that the link's bank methods send at par, or else the link's
 * own. A payer of 1,500.50 MXNB by SPEI sends pesos, and has never heard of the token (D1). That holds for a link that
 * tokens can pay as well, because a price is read before a method is chosen, and the method then names what its payer
 * sends.
 */
export function payerCurrency(
  currency: string,
  methods: readonly Pick<LinkMethod, 'asset' | 'network' | 'requiresConversion'>[],
): string {
  const byBank = methods.find(({ network, requiresConversion }) => network === null && !requiresConversion);
  return byBank?.asset ?? currency;
}
