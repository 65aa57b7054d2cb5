import type { Queryable } from '../db/index.ts';
import type { Metrics } from '../lib/metrics.ts';
import { freeOf, readPositions, stateOf, type Position } from './positions.ts';
import { readPromises } from './report.ts';
import { listRebalancings } from './rebalancing-repository.ts';

/** Exports the locations of money, and overdue arrivals. */
export function watchLiquidity(metrics: Metrics, read: Queryable): void {
  let reading: Promise<Position[]> | undefined;
  /** Once for all figures that are read together, because it adds up the books of all accounts. */
  const readOnce = (): Promise<Position[]> => {
    reading ??= readPositions(read).finally(() => {
      reading = undefined;
    });
    return reading;
  };
  const each = (figure: (position: Position) => number | undefined) => async () =>
    (await readOnce()).flatMap((position) => {
      const { provider, asset } = position;
      const value = figure(position);
      return value === undefined ? [] : [{ labels: { provider, asset }, value }];
    });
  const labels = ['provider', 'asset'] as const;
  metrics.watchEach(
    'payments_liquidity_free',
    'What a provider holds of an asset and has not promised.',
    labels,
    each((position) => freeOf(position)?.toNumber()),
  );
  metrics.watchEach(
    'payments_liquidity_below_minimum',
    '1 for a place with less than its minimum, with what is on its way to it.',
    labels,
    each((position) => (position.band ? Number(stateOf(position) === 'below') : undefined)),
  );
  metrics.watchEach(
    'payments_float_share_used_ratio',
    'What the open quotes of one account reserve of a float, as a share of what they may: the account that uses most.',
    labels,
    async () =>
      (await readPromises(read, 1)).map(({ provider, asset, used }) => ({
        labels: { provider, asset },
        value: Number(used),
      })),
  );
  metrics.watchEach(
    'payments_rebalancings_oldest_seconds',
    'How long the oldest money between two providers has been on its way.',
    ['to_provider'],
    async () => {
      const oldest = new Map<string, number>();
      for (const { toProvider, status, ageMs } of await listRebalancings(read, { limit: 100 }))
        if (status === 'in_transit' && ageMs !== null)
          oldest.set(toProvider, Math.max(oldest.get(toProvider) ?? 0, ageMs / 1000));
      return [...oldest].map(([toProvider, value]) => ({ labels: { to_provider: toProvider }, value }));
    },
  );
}
