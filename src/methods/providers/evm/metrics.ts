import type { Queryable } from '../../../db/connect.ts';
import type { Metrics } from '../../../lib/metrics.ts';
import { countTroubled } from './follower/repository.ts';

/** Shows the operator what waits on the chains. */
export function watchChains(metrics: Metrics, read: Queryable): void {
  metrics.watch(
    'payments_chain_transfers_set_aside',
    'Transfers on chains that were set aside, or could not be taken in so far.',
    () => countTroubled(read),
  );
}
