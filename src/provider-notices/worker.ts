import type { Database } from '../db/index.ts';
import type { Logger } from '../lib/logger.ts';
import { createClaimWorker, type Worker } from '../lib/work/claim-worker.ts';
import { WOKEN_PAUSE_MS } from '../lib/work/loop.ts';
import { continuing } from '../lib/telemetry/tracing.ts';
import { MOST_READ_TOGETHER, PROVIDER_TIMEOUTS_MS, type Providers, type Report } from '../methods/index.ts';
import { wordsOf } from '../lib/errors/words.ts';
import * as repository from './repository.ts';
import type { ClaimedNotice } from './repository.ts';
import type { Intake } from './intake.ts';
import { hastenReturned } from './take-in.ts';

/**
 * Few, so that notices arriving meanwhile are read together; more than one, so that a slow rail does not hold up the
 * next.
 */
const BATCHES_IN_FLIGHT = 4;
/** Under load, one claim takes the notices that came meanwhile. */
const CLAIMS_APART_MS = 10;
/** Longer than the wait for the provider, so that a claim lapses only when its worker has died. */
const LEASE_MS = PROVIDER_TIMEOUTS_MS.money + 5_000;
/** The delays add up to 43 minutes, because a return can be reported long before we poll its payout. */
const MAX_ATTEMPTS = 10;
const FIRST_PAUSE_MS = 5_000;

interface Parts {
  db: Database;
  providers: Providers;
  intake: Intake;
  logger: Logger;
}

/**
 * Claims received notices, reads them, and processes each in one transaction with marking it as processed. Due notices
 * of one provider are read together. None waits for others to come, unless four batches are in progress. A notice that
 * fails is retried with increasing delays; after ten attempts it waits for an operator (D27).
 */
export function createNoticeWorker(parts: Parts): Worker {
  const { db, providers, logger } = parts;
  const names = providers.all.filter(({ notices }) => notices !== undefined).map(({ name }) => name);
  return createClaimWorker<Batch>({
    name: 'provider-notices',
    maxInFlight: BATCHES_IN_FLIGHT,
    maxClaimed: MOST_READ_TOGETHER,
    pauseMs: WOKEN_PAUSE_MS,
    apartMs: CLAIMS_APART_MS,
    logger,
    wokenBy: (wake) => db.onWork('notices', wake),
    claim: async (limit) =>
      byProvider(
        await db.inOneTrip((trx) =>
          repository.claimNotices(trx, { providers: names, limit, leaseMs: LEASE_MS }),
        ),
      ),
    sizeOf: ({ notices }) => notices.length,
    describe: ({ provider, notices }) => ({ provider, notices: notices.map(({ id }) => id) }),
    work: (batch) => processBatch(parts, batch),
  });
}

async function processBatch(parts: Parts, batch: Batch): Promise<void> {
  const reports = readBatch(parts.providers, batch);
  const processed = await Promise.allSettled(
    reports.map((reading, at) => {
      const notice = batch.notices[at] as ClaimedNotice;
      const attributes = { 'payments.notice.id': notice.id, 'payments.provider': notice.provider };
      return continuing(notice.traceparent, 'notice', { attributes }, () =>
        processNotice(parts, notice, reading),
      );
    }),
  );
  // After a failure that could not be recorded, the claim lapses.
  for (const outcome of processed) if (outcome.status === 'rejected') throw outcome.reason;
}

function readBatch(providers: Providers, { provider, notices: batch }: Batch): Promise<Report>[] {
  const { notices } = providers.get(provider);
  if (!notices) throw new Error(`${provider} sends no notices`);
  return notices.read(
    batch.map(({ body }) => body),
    AbortSignal.timeout(PROVIDER_TIMEOUTS_MS.money),
  );
}

async function processNotice(parts: Parts, notice: ClaimedNotice, reading: Promise<Report>): Promise<void> {
  let report: Report | undefined;
  try {
    report = await reading;
    await parts.intake({ provider: notice.provider, report, notice });
  } catch (error) {
    await recordFailure(parts, notice, report, error);
  }
}

async function recordFailure(
  { db, logger }: Parts,
  notice: ClaimedNotice,
  report: Report | undefined,
  error: unknown,
): Promise<void> {
  const { id, provider, attempts } = notice;
  const isLast = attempts >= MAX_ATTEMPTS;
  const waitMs = FIRST_PAUSE_MS * 2 ** (attempts - 1);
  const isRecorded = await db.transaction(async (trx) => {
    const isOurs = isLast
      ? await repository.markFailed(trx, notice, wordsOf(error))
      : await repository.postponeNotice(trx, notice, waitMs, wordsOf(error));
    if (isOurs) await hastenReturned(trx, provider, report);
    return isOurs;
  });
  if (isLast && isRecorded) {
    // Without the error, whose message can name an account.
    logger.error('provider notice failed; see `payments providers notices --failed`', {
      notice: id,
      provider,
      attempts,
    });
  }
}

/** Notices of one provider, which are read together. */
interface Batch {
  provider: string;
  notices: ClaimedNotice[];
}

function byProvider(claimed: readonly ClaimedNotice[]): Batch[] {
  return [...new Set(claimed.map(({ provider }) => provider))].map((provider) => ({
    provider,
    notices: claimed.filter((notice) => notice.provider === provider),
  }));
}
