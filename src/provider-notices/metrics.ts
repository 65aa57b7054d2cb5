import type { Queryable } from '../db/index.ts';
import type { Metrics } from '../lib/metrics.ts';
import { listOpenWork } from './repository.ts';

/** Exports unfinished work at the providers. */
export function watchProviders(metrics: Metrics, read: Queryable): void {
  metrics.watch('payments_notices_failed', 'Notices of providers that wait for an operator.', async () =>
    (await listOpenWork(read)).reduce((sum, { noticesFailed }) => sum + noticesFailed, 0),
  );
  metrics.watch(
    'payments_transfers_pending_oldest_seconds',
    'How long the oldest pending transfer has been pending at its provider; 0 when none is.',
    async () => Math.max(0, ...(await listOpenWork(read)).map((work) => work.oldestPendingS ?? 0)),
  );
}
