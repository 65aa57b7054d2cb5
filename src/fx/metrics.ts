import type { Queryable } from '../db/index.ts';
import type { Metrics } from '../lib/metrics.ts';
import { oldestConversion } from './repository.ts';
import { readExposures, shareUsed } from './report.ts';

export function watchFx(metrics: Metrics, read: Queryable): void {
  metrics.watchEach(
    'payments_fx_exposure_ratio',
    'What is paid at locked prices and not converted, as a share of its limit, for pairs that have one.',
    ['from', 'to'],
    async () =>
      (await readExposures(read)).flatMap((pair) => {
        const { fromAsset: from, toAsset: to } = pair;
        const share = shareUsed(pair);
        return share ? [{ labels: { from, to }, value: share.toNumber() }] : [];
      }),
  );
  metrics.watch(
    'payments_conversions_oldest_seconds',
    'How long the oldest payment that is to be converted has waited.',
    async () => (await oldestConversion(read))?.seconds ?? 0,
  );
}
