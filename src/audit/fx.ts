import type { Queryable } from '../db/index.ts';
import { formatStored } from '../lib/money.ts';
import { formatTimestamp } from '../lib/timestamp.ts';
import { listExposures, listResults } from './repository.ts';

export interface FxReport {
  from: string;
  to: string;
  /** As of now, whatever the period. */
  exposure: {
    from_asset: string;
    to_asset: string;
    payments: number;
    from_amount: string;
    to_amount: string;
    oldest_at: string;
  }[];
  results: { day: string; asset: string; conversions: number; gain: string; loss: string; result: string }[];
}

/**
 * FX exposure and results of the prices that the service locks itself (D28), over all accounts. Exposure: what
 * was paid at such a price and is not converted yet. Results: per day (UTC) and asset, what the `fx` book was posted,
 * positive for what conversions yielded above the locked rate. A conversion at exactly that rate posts nothing, so
 * it is not counted. `from` is inclusive, `to` is not.
 */
export async function reportFx(on: Queryable, period: { from: Date; to: Date }): Promise<FxReport> {
  const [exposures, results] = await Promise.all([listExposures(on), listResults(on, period)]);
  return {
    from: formatTimestamp(period.from),
    to: formatTimestamp(period.to),
    exposure: exposures.map((row) => ({
      from_asset: row.fromAsset,
      to_asset: row.toAsset,
      payments: row.payments,
      from_amount: formatStored(row.fromAmount),
      to_amount: formatStored(row.toAmount),
      oldest_at: formatTimestamp(row.oldestAt),
    })),
    results: results.map((row) => ({
      ...row,
      gain: formatStored(row.gain),
      loss: formatStored(row.loss),
      result: formatStored(row.result),
    })),
  };
}
