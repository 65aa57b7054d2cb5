import type { Queryable } from '../db/index.ts';
import { money, roundUpTo, type Money } from '../lib/money.ts';
import { listMarket, type MarketRow, type Sample } from './repository.ts';
import { isFar, type Reference } from './price.ts';

/**
 * Whose conversions say what a price is, and for how long: no account alone, none by dust, and by the newest only, so that
 * the price follows the market.
 */
const SAMPLE: Sample = {
  recentMs: 24 * 3600 * 1000,
  leastUsd: '10',
  recent: 300,
  ofEach: 9,
  leastConversions: 3,
  leastAccounts: 2,
};
/** The least of both assets that an account may convert: eight decimals then show its price. */
const LEAST_CONVERTED = money('0.01');
/** How far a price may be from the usual one, unless the operator says otherwise. */
export const DEFAULT_DEVIATION = money('0.05');
/** And from the operator's own rates, which are set by hand: they only keep out what is absurd. */
const SET_DEVIATION = money('0.2');

/** What assets of other families may pay for one, and at about what price. */
export interface Market {
  /**
   * Whether a payment of this amount, in the asset that is bought, keeps what is paid at locked prices and not converted
   * within the operator's limit for the pair.
   */
  hasRoom(fromAsset: string, amount: Money): boolean;
  /** A second source for the pair's price; undefined within a family, and where nothing is known. */
  referenceFor(fromAsset: string): Reference | undefined;
}

/** For what is exchanged for this asset. One query. */
export async function readMarket(on: Queryable, toAsset: string): Promise<Market> {
  const rows = new Map((await listMarket(on, { ...SAMPLE, toAsset })).map((row) => [row.fromAsset, row]));
  return {
    hasRoom(fromAsset, amount) {
      const room = rows.get(fromAsset)?.room ?? null;
      return room === null || amount.lte(money(room));
    },

    referenceFor(fromAsset) {
      const row = rows.get(fromAsset);
      return row && toReference(row);
    },
  };
}

function toReference({ maxDeviation, usualPrice, setPrice }: MarketRow): Reference | undefined {
  const allowed = maxDeviation === null ? DEFAULT_DEVIATION : money(maxDeviation);
  const wider = allowed.gt(SET_DEVIATION) ? allowed : SET_DEVIATION;
  const usual = usualPrice === null ? undefined : money(usualPrice);
  const set =
    setPrice === null
      ? undefined
      : { price: money(setPrice), maxDeviation: wider, source: "the operator's rates" };
  // What an operator once accepted far off the market says nothing about the next price.
  if (!usual || (set && isFar(usual, set))) return set;
  const near = { price: usual, maxDeviation: allowed, source: 'the last conversions' };
  return set ? { ...near, beside: set } : near;
}

/**
 * The least of an asset that an account may convert, at about this price: less, in either asset, would be converted at a
 * price that rounding makes.
 */
export function leastConverted(price: Money): Money {
  const bought = roundUpTo(LEAST_CONVERTED.div(price), 2);
  return bought.gt(LEAST_CONVERTED) ? bought : LEAST_CONVERTED;
}
