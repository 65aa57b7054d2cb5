import type { Database } from '../../../../db/index.ts';
import type { Logger } from '../../../../lib/logger.ts';
import type { Worker } from '../../../../lib/work/claim-worker.ts';
import type { TakeInReports } from '../../../index.ts';
import { createPayInPoller } from '../../http-rail/index.ts';
import type { BitsoClient } from '../client/client.ts';
import { statusOf } from '../client/fields.ts';
import type { Fundings } from './fundings.ts';
import { fidIn, getPayment } from './payments.ts';
import { claimPayments, pollLater, type OpenPayment } from './repository.ts';

/** With the pause, at most 48 payments a minute, far below Bitso's limit. */
const AT_ONCE = 4;
const FIRST_WAIT_MS = 10 * 60_000;
const LONGEST_WAIT_MS = 6 * 3_600_000;

/**
 * Polls open payments at Bitso by id until two days after they expired, to find those that no notice reported and that
 * the statement does not show.
 */
export function createPaymentPoller(options: {
  db: Database;
  logger: Logger;
  client: BitsoClient;
  fundings: Fundings;
  takeIn: TakeInReports;
}): Worker {
  const { client, fundings } = options;
  return createPayInPoller<OpenPayment>({
    ...options,
    name: 'bitso-payments',
    kind: 'payment',
    atOnce: AT_ONCE,
    firstWaitMs: FIRST_WAIT_MS,
    longestWaitMs: LONGEST_WAIT_MS,
    claim: claimPayments,
    async ask({ id, isOpen }, signal) {
      const payment = await getPayment(client, id, signal, { isBackground: true });
      const status = statusOf(payment);
      const fid = status === 'completed' ? fidIn(payment) : undefined;
      // It is paid, but the deposit is not known yet.
      if (fid === undefined) return { reports: [], isOver: status === 'expired' || !isOpen };
      // A deposit that was only seen is followed up by its confirmation worker.
      return { reports: [await fundings.report(fid, signal, { isBackground: true })], isOver: true };
    },
    isOverUnanswered: ({ isOpen }) => !isOpen,
    later: pollLater,
  });
}
