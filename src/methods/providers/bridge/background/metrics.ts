import type { Queryable } from '../../../../db/index.ts';
import type { Metrics } from '../../../../lib/metrics.ts';
import { countFundsRequests } from './repository.ts';

/** For how long a bank's request counts as new. */
const FUNDS_REQUEST_DAYS = 7;

/** Requests of banks for deposits: each wants an answer. */
export function watchFundsRequests(metrics: Metrics, read: Queryable): void {
  metrics.watch(
    'payments_bridge_funds_requests',
    'Requests of banks for deposits at Bridge, told within a week.',
    () => countFundsRequests(read, FUNDS_REQUEST_DAYS),
  );
}
