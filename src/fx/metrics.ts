import type { Queryable } from '../db/index.ts';
import type { Metrics } from '../lib/metrics.ts';
import { money } from '../lib/money.ts';
import { oldestConversion } from './repository.ts';
import { readExposures } from './report.ts';

export function watchFx(metrics: Metrics, read: Queryable): void {
  metrics.watchEach(
    'payments_fx_exposure_ratio',
    'What is paid at locked prices and not converted, as a share of its limit, for pairs that have one.',
    ['from', 'to'],
    async () =>
      (await readExposures(read)).flatMap(({ fromAsset: from, toAsset: to, usd, maxUsd }) =>
        usd === null || maxUsd === null || money(maxUsd).isZero()
          ? []
          : [{ labels: { from, to }, value: usd.div(maxUsd).toNumber() }],
      ),
  );
  metrics.watch(
    'payments_conversions_oldest_seconds',
    'How long the oldest payment that is to be converted has waited.',
    async () => (await oldestConversion(read))?.seconds ?? 0,
  );
}
