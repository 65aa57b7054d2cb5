import type { Trx } from '../db/index.ts';
import { lockFloats, type Visitor } from '../liquidity/index.ts';
import { endOf, type Offer } from './offer.ts';
import type { PaymentLink } from './repository.ts';

/**
 * The offers of a link as they may be written, without a quote where that would reserve more of a float than the
 * account, its counter code or the visitor's network may (D38). Calls check their share before they request quotes, but
 * do not see the promises of concurrent calls, so this locks the account's promises first.
 */
export async function keepWithinShares(
  trx: Trx,
  { accountId, currency, expiresAt }: Pick<PaymentLink, 'accountId' | 'currency' | 'expiresAt'>,
  visitor: Visitor | undefined,
  offers: readonly Offer[],
): Promise<Offer[]> {
  if (!offers.some(({ terms, quote }) => terms.exchangeProvider !== null && quote)) return [...offers];
  const floats = await lockFloats(trx, currency, { accountId, visitor });
  const now = await trx.now;
  return offers.map((offer) => {
    const { asset, exchangeProvider: provider } = offer.terms;
    if (provider === null || !offer.quote) return offer;
    const lifeMs = endOf(offer.quote, offer.issued, expiresAt).getTime() - now.getTime();
    const isWithin = floats.promise({ provider, asset }, offer.quote.amountDue, lifeMs);
    return isWithin ? offer : { ...offer, quote: undefined, paymentUri: undefined };
  });
}
