import type { Database } from '../../../../db/index.ts';
import type { Logger } from '../../../../lib/logger.ts';
import type { Worker } from '../../../../lib/work/claim-worker.ts';
import { PROVIDER_TIMEOUTS_MS } from '../../../index.ts';
import type { BridgeClient } from '../client/client.ts';
import { optionalText, textOf } from '../client/fields.ts';
import { createListReader } from './list-reader.ts';
import { noteFundsRequests } from './repository.ts';

const DAY_MS = 24 * 3_600_000;
const PAUSE_MS = 60_000;
const RETRY_MS = 15 * 60_000;
/** The list goes by days, and a request may be listed late. */
const OVERLAP_MS = 7 * DAY_MS;

/** Reads recall requests daily. Bridge expects a response, which only an operator can give. */
export function createFundsRequestReader(parts: {
  db: Database;
  logger: Logger;
  client: BridgeClient;
}): Worker {
  const { db, logger, client } = parts;
  return createListReader({
    db,
    logger,
    name: 'funds_requests',
    what: 'recall requests',
    pauseMs: PAUSE_MS,
    everyMs: DAY_MS,
    retryMs: RETRY_MS,
    readForMs: PROVIDER_TIMEOUTS_MS.money,
    async read({ lastAt }, signal) {
      const begun = new Date();
      const from = new Date(lastAt.getTime() - OVERLAP_MS).toISOString().slice(0, 10);
      const query = { notice_date_starting_on: from };
      const requests = await client.list('/funds_requests', 'funds requests', signal, {
        query,
        isBackground: true,
      });
      const ids = requests.map((one) => textOf(one, 'id'));
      await db.transaction(async (trx) => {
        const fresh = new Set(await noteFundsRequests(trx, ids));
        for (const one of requests.filter((each) => fresh.has(textOf(each, 'id')))) {
          logger.error('deposit recall requested; respond to Bridge (docs/rails/bridge.md)', {
            request: textOf(one, 'id'),
            deposit: optionalText(one, 'deposit_id'),
            amount: optionalText(one, 'amount'),
            notice_date: optionalText(one, 'notice_date'),
            fraud: one['fraud'] === true,
          });
        }
      });
      return { lastId: null, lastAt: begun };
    },
  });
}
