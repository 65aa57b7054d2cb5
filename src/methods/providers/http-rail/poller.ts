import type { Database, Trx } from '../../../db/index.ts';
import type { Logger } from '../../../lib/logger.ts';
import { createClaimWorker, type Worker } from '../../../lib/work/claim-worker.ts';
import { PROVIDER_TIMEOUTS_MS, ProviderFailure, type Report, type TakeInReports } from '../../index.ts';
import type { Due, Later } from './repository.ts';

const PAUSE_MS = 5_000;
const LEASE_MS = 2 * PROVIDER_TIMEOUTS_MS.money + 10_000;

/** Something open for a payer to pay to; `asked`: how often the rail was asked about it, this time included. */
interface OpenPayIn {
  id: string;
  asked: number;
}

/** What a question about one brought. */
interface Answer {
  reports: readonly Report[];
  /** Whether it is not asked about any more. */
  isOver: boolean;
}

/**
 * Asks a rail about each open pay-in, with increasing delays, for payments that no notice reported. `ask` runs outside of a
 * transaction. If it throws a ProviderFailure, nothing is known: `isOverUnanswered` says whether to give up then.
 */
export function createPayInPoller<Claim extends OpenPayIn>(options: {
  name: string;
  /** How a log line calls what is asked about. */
  kind: string;
  db: Database;
  logger: Logger;
  takeIn: TakeInReports;
  atOnce: number;
  firstWaitMs: number;
  longestWaitMs: number;
  claim(trx: Trx, params: Due): Promise<Claim[]>;
  ask(claim: Claim, signal: AbortSignal): Promise<Answer>;
  /** Whether one is over of which the rail has not said anything this time. */
  isOverUnanswered(claim: Claim): boolean;
  /** Asks again later; null: not any more. */
  later(trx: Trx, params: Later): Promise<unknown>;
}): Worker {
  const { name, kind, db, logger, takeIn, firstWaitMs, longestWaitMs } = options;
  return createClaimWorker<Claim>({
    name,
    maxInFlight: options.atOnce,
    pauseMs: PAUSE_MS,
    logger,
    claim: (limit) => db.transaction((trx) => options.claim(trx, { limit, leaseMs: LEASE_MS })),
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
