import type { Queryable } from '../db/index.ts';
import { money, roundUpTo, type Money } from '../lib/money.ts';
import { listMarket, type MarketRow, type Sample } from './repository.ts';
import { isFar, type Reference } from './price.ts';

/**
 * The conversions that determine a price. They are never those of one account alone, never dust, and only the newest,
 * so that the price follows the market.
 */
const SAMPLE: Sample = {
  recentMs: 24 * 3600 * 1000,
  leastUsd: '10',
  recent: 300,
  ofEach: 9,
  leastConversions: 3,
  leastAccounts: 2,
};
/** The minimum of both assets in an account's conversion, at which eight decimals show its price. */
const LEAST_CONVERTED = money('0.01');
/** The allowed deviation of a price from the usual one, unless the operator sets another. */
export const DEFAULT_DEVIATION = money('0.05');
/** The allowed deviation from the operator's own rates. They are set by hand, so they only exclude absurd prices. */
const SET_DEVIATION = money('0.2');

/** The assets of other families that may pay for one, with approximate prices. */
export interface Market {
  /**
   * Whether a payment of this amount, in the bought asset, keeps unconverted payments at locked prices within the
   * operator's limit for the pair.
   */
  hasRoom(fromAsset: string, amount: Money): boolean;
  /** A second source for the pair's price; undefined within a family, and where nothing is known. */
  referenceFor(fromAsset: string): Reference | undefined;
}

/** For exchanges into this asset. One query. */
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
  // A price far off the market that an operator once accepted says nothing about the next price.
  if (!usual || (set && isFar(usual, set))) return set;
  const near = { price: usual, maxDeviation: allowed, source: 'the last conversions' };
  return set ? { ...near, beside: set } : near;
}

/**
 * The minimum of an asset in an account's conversion, at about this price. Less, in either asset, would be converted at
 * a price determined by rounding.
 */
export function leastConverted(price: Money): Money {
  const bought = roundUpTo(LEAST_CONVERTED.div(price), 2);
  return bought.gt(LEAST_CONVERTED) ? bought : LEAST_CONVERTED;
}
