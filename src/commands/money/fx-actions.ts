import { DEFAULT_DEVIATION, findLimit, listLimits, reportFx, setLimit } from '../../fx/index.ts';
import { readClock } from '../../clock/index.ts';
import type { Foundation } from '../../composition/index.ts';
import { money, type Money } from '../../lib/money.ts';
import { findAsset } from '../../methods/index.ts';
import { recordOperatorDeed } from '../../operators/index.ts';
import { CommandFailure, InvalidUsage } from '../frame/index.ts';

const DAY_MS = 24 * 3600 * 1000;

export interface ReportOptions {
  from?: Date;
  to?: Date;
}

export async function report(
  { db }: Foundation,
  options: ReportOptions,
  defaultDays: number,
): Promise<object> {
  const to = options.to ?? (await readClock(db.read));
  const from = options.from ?? new Date(to.getTime() - defaultDays * DAY_MS);
  if (from >= to) throw new InvalidUsage('--from must be before --to.');
  return db.snapshot((on) => reportFx(on, { from, to }));
}

export interface LimitOptions {
  from: string;
  to: string;
  maxExposure?: Money;
  unlimited?: true;
  /** As a fraction. */
  maxDeviationPercent?: Money;
}

/** Changes the given settings, and leaves the rest. */
export async function limit(
  foundation: Foundation,
  operatorKey: string | undefined,
  { from, to, maxExposure, unlimited, maxDeviationPercent }: LimitOptions,
): Promise<object> {
  const { db, operators } = foundation;
  for (const asset of [from, to])
    if (!(await findAsset(db.read, { asset }))) throw new CommandFailure(`There is no asset ${asset}.`);
  if (maxExposure && unlimited) throw new InvalidUsage('Pass one of --max-exposure and --unlimited.');
  if (maxDeviationPercent?.isZero()) throw new InvalidUsage('--max-deviation-percent must be more than 0.');
  await db.transaction(async (trx) => {
    const by = await operators.identifyIfAny(trx, operatorKey);
    const known = await findLimit(trx, { fromAsset: from, toAsset: to });
    const changed = {
      maxExposure: unlimited ? null : (maxExposure?.toFixed() ?? known?.maxExposure ?? null),
      maxDeviation: (
        maxDeviationPercent ?? money(known?.maxDeviation ?? DEFAULT_DEVIATION.toFixed())
      ).toFixed(),
    };
    await setLimit(trx, { fromAsset: from, toAsset: to, ...changed });
    await recordOperatorDeed(trx, by, { action: 'fx_limit.set', subject: `${from} ${to}`, details: changed });
  });
  return limits(foundation);
}

export async function limits({ db }: Pick<Foundation, 'db'>): Promise<object> {
  return {
    data: (await listLimits(db.read)).map(({ fromAsset, toAsset, maxExposure, maxDeviation }) => ({
      from_asset: fromAsset,
      to_asset: toAsset,
      max_exposure_usd: maxExposure === null ? null : money(maxExposure).toFixed(2),
      max_deviation_percent: money(maxDeviation).shiftedBy(2).toFixed(),
    })),
  };
}
