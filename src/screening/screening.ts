import type { Database, Queryable, Trx } from '../db/index.ts';
import { DomainError, StartupError } from '../lib/errors/errors.ts';
import type { Logger } from '../lib/logger.ts';
import type { Metrics } from '../lib/metrics.ts';
import { findScreeningSince, recordScreening } from '../deployment/index.ts';
import type { Ask, Question } from './hook.ts';
import {
  findScreening,
  measureHeld,
  openUnmatchedScreenings,
  postponeScreening,
  recordAnswer,
  type Decision,
  type Screened,
} from './repository.ts';

/** A payment's screening status and, if it is held, the reason for the operator. */
type ScreeningResult = { decision: 'allow' | 'refuse' } | { decision: 'hold'; words: string };

export interface Screening {
  /**
   * Returns whether a payment may continue, outside any transaction. The hook is called until it allows or refuses; the
   * answer is recorded before this returns, and final. A payment that was never to be screened may continue, because it
   * was in progress before screening was enabled.
   */
  judge(screened: Screened, question: () => Question): Promise<ScreeningResult>;
}

export function createScreening({
  db,
  ask,
  metrics,
}: {
  db: Pick<Database, 'read' | 'transaction'>;
  ask: Ask;
  metrics: Pick<Metrics, 'countScreening'>;
}): Screening {
  const standing = async (on: Queryable, screened: Screened): Promise<Decision> =>
    (await findScreening(on, screened))?.decision ?? 'allow';

  return {
    async judge(screened, question) {
      const known = await standing(db.read, screened);
      if (known !== 'hold') return { decision: known };
      const answer = await ask(question());
      metrics.countScreening(answer.decision !== 'none');
      const decision = await db.transaction(async (trx) => {
        if (answer.decision === 'allow' || answer.decision === 'refuse')
          await recordAnswer(trx, screened, answer);
        else await postponeScreening(trx, screened, answer.decision === 'hold' ? answer.code : null);
        // Another process may have received a response meanwhile, or two operators have decided.
        return standing(trx, screened);
      });
      if (decision !== 'hold') return { decision };
      const words =
        answer.decision === 'none' ? `Screening did not answer: ${answer.why}.` : `Held: ${answer.code}.`;
      return { decision, words };
    },
  };
}

/**
 * Whether payments are screened. The first service that starts with SCREENING_URL enables it for the deployment; from then
 * on none starts without it, which would bypass screening (D53). Throws StartupError.
 */
export async function joinScreening(
  db: Pick<Database, 'transaction'>,
  isConfigured: boolean,
  logger: Logger,
): Promise<boolean> {
  const since = await db.transaction((trx) => findScreeningSince(trx));
  if (!isConfigured && since) {
    throw new StartupError(
      'The payments of this deployment are screened: set SCREENING_URL and SCREENING_SECRET. Two operators can switch it off with `payments screening off` and `payments approvals approve`.',
    );
  }
  if (isConfigured && !since) {
    await db.transaction(async (trx) => {
      if (await recordScreening(trx)) await openUnmatchedScreenings(trx);
    });
    logger.warn('screening enabled; every process now requires SCREENING_URL');
  }
  return isConfigured;
}

/** Throws `deposit_under_review` and `deposit_refused`. */
export async function requireAllowed(trx: Trx, screened: Screened): Promise<void> {
  const known = await findScreening(trx, screened);
  if (known?.decision === 'hold') throw new DomainError('deposit_under_review');
  if (known?.decision === 'refuse') throw new DomainError('deposit_refused');
}

export function watchScreening(metrics: Metrics, read: Queryable): void {
  metrics.watch(
    'payments_screening_held',
    'Payments out and deposits that screening has not allowed or refused yet.',
    async () => (await measureHeld(read)).held,
  );
  metrics.watch(
    'payments_screening_held_oldest_seconds',
    'For how long the first of them has been held; 0 when nothing is.',
    async () => (await measureHeld(read)).seconds,
  );
}
