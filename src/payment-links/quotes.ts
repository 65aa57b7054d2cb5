import type { Queryable, Trx } from '../db/index.ts';
import { readMarket } from '../fx/index.ts';
import { DomainError } from '../lib/errors/errors.ts';
import { newId } from '../lib/ids.ts';
import type { Logger } from '../lib/logger.ts';
import { money } from '../lib/money.ts';
import { findVisitor, readFloats, type Visitor } from '../liquidity/index.ts';
import { owedFor, type Providers } from '../methods/index.ts';
import { lifeOf } from './choose-methods.ts';
import { lockLinkFor, refusalOf } from './link-state.ts';
import { findLink, type PaymentLink } from './repository.ts';
import { nextQuoteStatus, nextStatus } from './transitions.ts';
import { completeOffer, offerAtOnce, toOfferColumns, type Offer, type OfferedInstructions } from './offer.ts';
import { type AskableMethodRow, findLinkMethod, setOffer, type LinkMethod } from './quote-repository.ts';
import { keepWithinShares } from './promises.ts';

export interface MethodOfLink {
  accountId: string;
  code: string;
  method: string;
}

export interface QuoteService {
  /**
   * Prepares a new quote without an external call. Returns undefined if none is needed because the quote is still
   * valid, or the method is native and its instructions are. Also returns undefined while the method is paused (D47),
   * while the provider that exchanges for it has too little to sell or the account has promised its share of that, and
   * while more is locked and not converted than the operator allows (D38). Throws `payment_link_not_found`,
   * `payment_link_method_not_found`, and `payment_link_not_modifiable` for a link that is not active.
   */
  prepare(method: MethodOfLink): Promise<Offer | undefined>;
  /** Requests the missing parts from the provider, before any transaction. */
  ask(offer: Offer, providerKey: string): Promise<Offer>;
  /**
   * Writes the offer, unless the quote was renewed meanwhile, and returns the method as it then stands. Throws as
   * `prepare` does.
   */
  apply(trx: Trx, method: MethodOfLink, offer: Offer | undefined): Promise<LinkMethod>;
}

/** New quotes for existing links (D4). */
export function createQuoteService(parts: {
  read: Queryable;
  providers: Providers;
  logger: Logger;
}): QuoteService {
  const { read, providers } = parts;
  const isShort = async (
    { exchangeProvider: provider, asset, requiresConversion, quoteLifeMs, asOf }: AskableMethodRow,
    link: PaymentLink,
  ): Promise<boolean> => {
    if (provider === null) return false;
    const { accountId, currency, amount, expiresAt } = link;
    const lifeMs = lifeOf({ requiresConversion, quoteLifeMs }, expiresAt.getTime() - asOf.getTime());
    const visitor = await visitorOf(read, link, { exchangeProvider: provider });
    const floats = await readFloats(read, currency, { accountId, visitor });
    return !floats.cover({ provider, asset }, money(amount), lifeMs);
  };
  return {
    async prepare(key) {
      const [link, row] = await Promise.all([
        findLink(read, { accountId: key.accountId, code: key.code }),
        findLinkMethod(read, key),
      ]);
      if (!link) throw new DomainError('payment_link_not_found');
      if (!row) throw new DomainError('payment_link_method_not_found');
      if (!nextStatus(link.status, 'modify')) throw refusalOf('modify', link);
      if (row.isPaused || !nextQuoteStatus(row.quoteStatus, 'lock')) return undefined;
      const [short, market] = await Promise.all([
        isShort(row, link),
        row.requiresConversion ? readMarket(read, link.currency) : undefined,
      ]);
      if (short || market?.hasRoom(row.asset, money(link.amount)) === false) return undefined;
      const terms = {
        method: row.method,
        provider: row.provider,
        exchangeProvider: row.exchangeProvider,
        kind: row.kind,
        network: row.network,
        asset: row.asset,
        decimals: row.decimals,
        requiresConversion: row.requiresConversion,
        currency: link.currency,
        owed: owedFor(money(link.amount), money(row.fee), link.feeBearer),
        quoteLifeMs: row.quoteLifeMs,
        spread: money(row.spread),
        reference: market?.referenceFor(row.asset),
        payerName: link.payerName,
        linkExpiresAt: link.expiresAt,
      };
      return offerAtOnce(providers, terms, row.asOf, newId(), issuedToKeep(row));
    },

    ask: (offer, providerKey) => completeOffer(parts, offer, providerKey),

    async apply(trx, key, offer) {
      const link: PaymentLink = await lockLinkFor('modify', trx, key.accountId, key.code);
      const row = await findLinkMethod(trx, key);
      if (!row) throw new DomainError('payment_link_method_not_found');
      const [kept] = offer ? await keepWithinShares(trx, link, await visitorOf(trx, link, row), [offer]) : [];
      const columns = kept && toOfferColumns(kept, row.quoteStatus, await trx.now, link.expiresAt);
      if (!columns) return row;
      kept.issued?.record?.(trx);
      setOffer(trx, key, columns);
      return { ...row, ...columns };
    },
  };
}

/** The visitor who scanned the link's counter code, as far as promises of the float depend on them. */
function visitorOf(
  on: Queryable,
  { accountId, code: linkCode }: PaymentLink,
  { exchangeProvider }: Pick<LinkMethod, 'exchangeProvider'>,
): Promise<Visitor | undefined> {
  return exchangeProvider === null ? Promise.resolve(undefined) : findVisitor(on, { accountId, linkCode });
}

/** Expiring instructions accept only the amount they were issued for; others never change during a link's life. */
function issuedToKeep(row: LinkMethod): OfferedInstructions | undefined {
  const { destination, reference, instructionsIssuedAt: issuedAt } = row;
  if (destination === null || row.instructionsExpireAt !== null) return undefined;
  const instructions = { ...row.instructions };
  // The URI is for the former amount.
  delete instructions.payment_uri;
  return { destination, reference, instructions, issuedAt, expiresAt: null };
}
