import type { Queryable } from '../db/index.ts';
import { money, type Money } from '../lib/money.ts';
import { listMarket, type MarketRow } from './repository.ts';
import { isFar, type Reference } from './price.ts';

/** A conversion says what a price is for this long. */
const RECENT_MS = 24 * 3600 * 1000;
/** How far a price may be from the last conversion's, unless the operator says otherwise. */
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
  const rows = new Map(
    (await listMarket(on, { toAsset, recentMs: RECENT_MS })).map((row) => [row.fromAsset, row]),
  );
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

function toReference({ maxDeviation, lastPrice, setPrice }: MarketRow): Reference | undefined {
  const allowed = maxDeviation === null ? DEFAULT_DEVIATION : money(maxDeviation);
  const wider = allowed.gt(SET_DEVIATION) ? allowed : SET_DEVIATION;
  const last = lastPrice === null ? undefined : money(lastPrice);
  const set =
    setPrice === null
      ? undefined
      : { price: money(setPrice), maxDeviation: wider, source: "the operator's rates" };
  // What an operator once accepted far off the market says nothing about the next price.
  if (!last || (set && isFar(last, set))) return set;
  const near = { price: last, maxDeviation: allowed, source: 'the last conversion' };
  return set ? { ...near, beside: set } : near;
}
