import type { Database, Trx } from '../../../db/index.ts';
import type { Logger } from '../../../lib/logger.ts';
import { createClaimWorker, type Worker } from '../../../lib/work/claim-worker.ts';
import { PROVIDER_TIMEOUTS_MS, ProviderFailure, type Report, type TakeInReports } from '../../index.ts';
import type { Due, Later } from './repository.ts';

const PAUSE_MS = 5_000;
const LEASE_MS = 2 * PROVIDER_TIMEOUTS_MS.money + 10_000;

/** An open pay-in. `asked` counts the polls, including the current one. */
interface OpenPayIn {
  id: string;
  asked: number;
}

/** The result of a poll. */
interface Answer {
  reports: readonly Report[];
  /** Whether polling ends. */
  isOver: boolean;
}

/**
 * Polls a rail for each open pay-in, with increasing delays, to find payments that no notice reported. `ask` runs
 * outside of a transaction. After a ProviderFailure nothing is known, and `isOverUnanswered` says whether to give up.
 */
export function createPayInPoller<Claim extends OpenPayIn>(options: {
  name: string;
  /** The name of a pay-in in log lines. */
  kind: string;
  db: Database;
  logger: Logger;
  takeIn: TakeInReports;
  atOnce: number;
  firstWaitMs: number;
  longestWaitMs: number;
  /** Sends all of its statements at once. */
  claim(trx: Trx, params: Due): Promise<Claim[]>;
  ask(claim: Claim, signal: AbortSignal): Promise<Answer>;
  /** Whether polling ends although the rail did not respond this time. */
  isOverUnanswered(claim: Claim): boolean;
  /** Schedules the next poll. Null for none. */
  later(trx: Trx, params: Later): Promise<unknown>;
}): Worker {
  const { name, kind, db, logger, takeIn, firstWaitMs, longestWaitMs } = options;
  return createClaimWorker<Claim>({
    name,
    maxInFlight: options.atOnce,
    pauseMs: PAUSE_MS,
    logger,
    claim: (limit) => db.inOneTrip((trx) => options.claim(trx, { limit, leaseMs: LEASE_MS })),
    describe: ({ id }) => ({ [kind]: id }),
    async work(claim) {
      const signal = AbortSignal.timeout(PROVIDER_TIMEOUTS_MS.money);
      const { reports, isOver } = await options.ask(claim, signal).catch((error: unknown): Answer => {
        if (!(error instanceof ProviderFailure)) throw error;
        return { reports: [], isOver: options.isOverUnanswered(claim) };
      });
      const waitMs = isOver ? null : Math.min(firstWaitMs * 2 ** (claim.asked - 1), longestWaitMs);
      await db.transaction(async (trx) => {
        await options.later(trx, { ...claim, waitMs });
        await takeIn(trx, reports);
      });
    },
  });
}
