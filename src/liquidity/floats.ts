import type { Queryable } from '../db/index.ts';
import { money, type Money } from '../lib/money.ts';
import { STALE_MS } from './positions.ts';
import { listRemaining } from './repository.ts';

/** What the providers that exchange for others still have to sell (D38). */
export interface Floats {
  /**
   * Whether a provider has enough of an asset to pay for an amount of the currency, as far as the operator's rates tell
   * before there is a quote. False while it is not known what it holds.
   */
  cover(exchange: { provider: string; asset: string }, amount: Money): boolean;
}

/** For payments of links in this currency. One query. */
export async function readFloats(on: Queryable, currency: string): Promise<Floats> {
  const rows = await listRemaining(on, { currency, staleMs: STALE_MS });
  return {
    cover({ provider, asset }, amount) {
      const row = rows.find((one) => one.provider === provider && one.asset === asset);
      if (!row || row.unitCost === null) return false;
      return amount.times(money(row.unitCost)).lte(money(row.remaining));
    },
  };
}
