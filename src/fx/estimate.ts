import type { Queryable } from '../db/index.ts';
import { money, type Money, ZERO } from '../lib/money.ts';
import { listPrices } from './repository.ts';

/**
 * The total value of amounts of several assets in a currency. It is an estimate, at which nothing is exchanged (D59).
 */
export interface Estimate {
  currency: string;
  /** Rounded half up to cents, after the summation. */
  total: Money;
  /** The time of the oldest rate; undefined if no rate was needed, because all assets trade at par. */
  ratesSetAt: Date | undefined;
  /** The assets that are this currency, or trade at par with it. */
  atPar: string[];
  /** The assets without a known rate. */
  notIncluded: string[];
}

const DECIMALS = 2;
const HALF_UP = 4;

export async function estimateTotal(
  on: Queryable,
  amounts: readonly { asset: string; amount: Money }[],
  currency: string,
): Promise<Estimate> {
  const assets = amounts.map(({ asset }) => asset);
  const prices = new Map((await listPrices(on, { assets, currency })).map((row) => [row.asset, row]));
  const used = amounts.flatMap(({ asset }) => prices.get(asset)?.setAt ?? []);
  const total = amounts.reduce(
    (sum, { asset, amount }) => sum.plus(amount.times(money(prices.get(asset)?.price ?? '0'))),
    ZERO,
  );
  return {
    currency,
    total: total.decimalPlaces(DECIMALS, HALF_UP),
    ratesSetAt: used.length === 0 ? undefined : new Date(Math.min(...used.map((at) => at.getTime()))),
    atPar: assets.filter((asset) => prices.get(asset)?.setAt === null),
    notIncluded: assets.filter((asset) => !prices.has(asset)),
  };
}
