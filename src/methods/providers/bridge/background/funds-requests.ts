import type { Database } from '../../../../db/index.ts';
import { wordsOf } from '../../../../lib/errors/words.ts';
import type { Logger } from '../../../../lib/logger.ts';
import { createClaimWorker, type Worker } from '../../../../lib/work/claim-worker.ts';
import { PROVIDER_TIMEOUTS_MS, ProviderFailure } from '../../../index.ts';
import type { BridgeClient } from '../client/client.ts';
import { listOf, optionalText, textOf } from '../client/fields.ts';
import { claimProgress, noteFundsRequests, type Progress, recordProgress } from './repository.ts';

const NAME = 'funds_requests';
const DAY_MS = 24 * 3_600_000;
const PAUSE_MS = 60_000;
const RETRY_MS = 15 * 60_000;
const LEASE_MS = 2 * 60_000;
/** The list goes by days, and a request may be listed late. */
const OVERLAP_MS = 7 * DAY_MS;

/** Asks daily for deposits that a bank wants back. Bridge expects an answer, which only an operator can give. */
export function createFundsRequestReader(options: {
  db: Database;
  logger: Logger;
  client: BridgeClient;
}): Worker {
  const { db, logger, client } = options;
  return createClaimWorker<Progress>({
    name: 'bridge-funds-requests',
    maxInFlight: 1,
    pauseMs: PAUSE_MS,
    logger,
    claim: async () => {
      const claimed = await db.transaction((trx) => claimProgress(trx, { name: NAME, leaseMs: LEASE_MS }));
      return claimed ? [claimed] : [];
    },
    describe: () => ({}),
    async work({ lastAt }) {
      const from = new Date(lastAt.getTime() - OVERLAP_MS).toISOString().slice(0, 10);
      const begun = new Date();
      try {
        const call = {
          method: 'GET',
          path: `/funds_requests?notice_date_starting_on=${from}`,
          isBackground: true,
        } as const;
        const signal = AbortSignal.timeout(PROVIDER_TIMEOUTS_MS.money);
        const requests = listOf(await client.call(call, signal), 'funds requests');
        await db.transaction(async (trx) => {
          const fresh = new Set(
            await noteFundsRequests(
              trx,
              requests.map((one) => textOf(one, 'id')),
            ),
          );
          for (const one of requests.filter((each) => fresh.has(textOf(each, 'id')))) {
            logger.error('a bank wants a deposit back: answer Bridge (docs/rails/bridge.md)', {
              request: textOf(one, 'id'),
              deposit: optionalText(one, 'deposit_id'),
              amount: optionalText(one, 'amount'),
              notice_date: optionalText(one, 'notice_date'),
              fraud: one['fraud'] === true,
            });
          }
          await recordProgress(trx, { name: NAME, waitMs: DAY_MS, lastId: null, lastAt: begun });
        });
      } catch (error) {
        if (!(error instanceof ProviderFailure)) throw error;
        logger.warn('what banks want back could not be read from Bridge', { error: wordsOf(error) });
        await db.transaction((trx) =>
          recordProgress(trx, { name: NAME, waitMs: RETRY_MS, lastId: null, lastAt }),
        );
      }
    },
  });
}
