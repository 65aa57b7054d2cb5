import type { Queryable } from '../db/index.ts';
import { formatStored, money, type Money } from '../lib/money.ts';
import { formatTimestamp } from '../lib/timestamp.ts';
import { listExposures, listResults, type ExposureRow } from './repository.ts';

interface FxReport {
  from: string;
  to: string;
  /** As of now, regardless of the period. */
  exposure: {
    from_asset: string;
    to_asset: string;
    method: string;
    payments: number;
    from_amount: string;
    to_amount: string;
    /** `to_amount` in US dollars, by the operator's rates. */
    usd: string | null;
    /** The pair's limit, for all methods together. Null if there is none. */
    max_usd: string | null;
    /** The used part of that, by all methods together. */
    used_percent: string | null;
    oldest_at: string;
  }[];
  results: {
    day: string;
    from_asset: string | null;
    asset: string;
    method: string | null;
    conversions: number;
    gain: string;
    loss: string;
    result: string;
  }[];
}

/** Unconverted payments at locked prices, for one pair. */
export interface PairExposure {
  fromAsset: string;
  toAsset: string;
  /** Undefined where the operator has set no rate. */
  usd: Money | null;
  maxUsd: string | null;
}

/**
 * FX exposure and results of the prices that the service locks itself (D28), over all accounts. Exposure is the
 * payments at such a price that are not converted yet. Results are the postings to the `fx` book per day (UTC), pair
 * and method, positive for proceeds above the locked rate. A conversion at exactly that rate posts nothing, so it is
 * not counted. `from` is inclusive, `to` is not.
 */
export async function reportFx(on: Queryable, period: { from: Date; to: Date }): Promise<FxReport> {
  const [rows, results] = await Promise.all([listExposures(on), listResults(on, period)]);
  const pairs = sumByPair(rows);
  return {
    from: formatTimestamp(period.from),
    to: formatTimestamp(period.to),
    exposure: rows.map((row) => ({
      from_asset: row.fromAsset,
      to_asset: row.toAsset,
      method: row.method,
      payments: row.payments,
      from_amount: formatStored(row.fromAmount),
      to_amount: formatStored(row.toAmount),
      usd: row.usd === null ? null : money(row.usd).toFixed(2),
      max_usd: row.maxUsd === null ? null : money(row.maxUsd).toFixed(2),
      used_percent: percentUsed(pairs.get(nameOf(row))),
      oldest_at: formatTimestamp(row.oldestAt),
    })),
    results: results.map(({ fromAsset, ...row }) => ({
      day: row.day,
      from_asset: fromAsset,
      asset: row.asset,
      method: row.method,
      conversions: row.conversions,
      gain: formatStored(row.gain),
      loss: formatStored(row.loss),
      result: formatStored(row.result),
    })),
  };
}

/** By pair, over all methods and accounts. */
export async function readExposures(on: Queryable): Promise<PairExposure[]> {
  return [...sumByPair(await listExposures(on)).values()];
}

function sumByPair(rows: readonly ExposureRow[]): Map<string, PairExposure> {
  const pairs = new Map<string, PairExposure>();
  for (const row of rows) {
    const { fromAsset, toAsset, maxUsd } = row;
    const before = pairs.get(nameOf(row))?.usd ?? money('0');
    const usd = row.usd === null ? null : before.plus(row.usd);
    pairs.set(nameOf(row), { fromAsset, toAsset, usd, maxUsd });
  }
  return pairs;
}

/** The used part of a pair's limit, 1 being all; undefined without a limit or a rate. */
export function shareUsed({ usd, maxUsd }: PairExposure): Money | undefined {
  return usd === null || maxUsd === null || money(maxUsd).isZero() ? undefined : usd.div(maxUsd);
}

function percentUsed(pair: PairExposure | undefined): string | null {
  return (pair && shareUsed(pair)?.shiftedBy(2).toFixed(1)) ?? null;
}

function nameOf({ fromAsset, toAsset }: Pick<ExposureRow, 'fromAsset' | 'toAsset'>): string {
  return `${fromAsset} ${toAsset}`;
}
