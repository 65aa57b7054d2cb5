import { Router } from 'express';
import type { Database } from '../db/index.ts';
import {
  type AddressLimit,
  countByAddress,
  JSON_CONTENT,
  readBytes,
  type Request,
  sendAnswer,
  windowOf,
} from '../http/index.ts';
import { DatabaseAway } from '../lib/errors/database-away.ts';
import { DomainError } from '../lib/errors/errors.ts';
import { newId } from '../lib/ids.ts';
import { describeWithoutWords, type Logger } from '../lib/logger.ts';
import { type NoticeReader, NoticeRefused, type Providers, type RawNotice } from '../methods/index.ts';
import { type RateLimiter, rememberFullWindows } from '../rate-limits/index.ts';
import { insertNotice } from './repository.ts';

/** Notices that the provider did not send; authentic ones are not counted. */
const FORGERIES: AddressLimit = { kind: 'notices', requestsPerMinute: 60 };
/** Providers time out after five seconds or more. */
const TIME_LIMIT_MS = 4_000;
const RECEIVED = JSON.stringify({ received: true });

interface NoticeRoutesOptions {
  db: Pick<Database, 'inOneTrip'>;
  providers: Providers;
  limiter: RateLimiter;
  maxBodyBytes: number;
  logger: Logger;
}

/**
 * Receives providers' notices (D27). An authentic notice is stored once and acknowledged; a worker processes it.
 * Providers repeat a notice after a 5xx, and many drop it after a 4xx, so only forged notices get a 4xx.
 */
export function createNoticeRoutes(options: NoticeRoutesOptions): Router {
  const { db, providers, maxBodyBytes, logger } = options;
  const forgeries = rememberFullWindows(options.limiter);
  const router = Router();

  router.post('/providers/:name/notices', async (request, response, next) => {
    const { call } = request;
    const { name: provider, notices } = providers.find(String(request.params['name'])) ?? {};
    // Answered like any other address that does not exist.
    if (provider === undefined || !notices) return next();
    // Before anything is read or computed.
    if (forgeries.isFull(windowOf(call, FORGERIES))) await countByAddress(call, forgeries, FORGERIES);

    const signal = AbortSignal.timeout(TIME_LIMIT_MS);
    const tooLate = failWhenAborted(signal);
    // Byte for byte, because its signature covers just these bytes.
    const body = (await Promise.race([readBytes(request, maxBodyBytes), tooLate])) ?? Buffer.alloc(0);
    try {
      await Promise.race([
        store(db, provider, notices, { headers: headersOf(request), body }, signal),
        tooLate,
      ]);
    } catch (error) {
      const facts = { request_id: call.requestId, provider };
      if (error instanceof NoticeRefused) {
        logger.info('provider notice refused: not authentic or too old', facts);
        await countByAddress(call, forgeries, FORGERIES);
        throw new DomainError('notice_refused', { cause: error });
      }
      if (!(error instanceof DatabaseAway)) {
        logger.warn('provider notice not stored; the provider will repeat it', {
          ...facts,
          ...describeWithoutWords(error),
        });
      }
      throw new DomainError('notice_not_stored', { cause: error });
    }
    sendAnswer(response, call, { status: 200, headers: JSON_CONTENT, text: RECEIVED });
  });
  return router;
}

async function store(
  db: Pick<Database, 'inOneTrip'>,
  provider: string,
  notices: NoticeReader,
  notice: RawNotice,
  signal: AbortSignal,
): Promise<void> {
  const noticeId = await notices.authenticate(notice, signal);
  await db.inOneTrip((trx) => insertNotice(trx, { id: newId(), provider, noticeId, body: notice.body }));
}

function headersOf({ headers }: Request): RawNotice['headers'] {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
  );
}

/** Rejects when the time is over; the work continues without a response. */
function failWhenAborted(signal: AbortSignal): Promise<never> {
  const failing = new Promise<never>((_, reject) => {
    const fail = (): void =>
      reject(new DomainError('notice_not_stored', { headers: { Connection: 'close' } }));
    signal.addEventListener('abort', fail, { once: true });
  });
  // It also ends after the response, when it is no longer awaited.
  failing.catch(() => undefined);
  return failing;
}
