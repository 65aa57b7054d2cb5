import type { Database, Trx } from '../db/connect.ts';
import { createClaimWorker, type Worker } from '../lib/work/claim-worker.ts';
import { Refused } from '../lib/errors.ts';
import type { Logger } from '../lib/logger.ts';
import type { Metrics } from '../lib/metrics.ts';
import { formatAmount, type Money } from '../lib/money.ts';
import type { FailureReason } from '../lib/reasons.ts';
import { PROVIDER_TIMEOUTS_MS, ProviderFailure, type Executed } from '../methods/providers/provider.ts';
import * as repository from './repository.ts';
import type { Failure, PayoutKindName, PayoutRow } from './repository.ts';
import { nextPayoutStatus } from './transitions.ts';

const MAX_IN_FLIGHT = 32;
const PAUSE_MS = 200;
/** Longer than the provider is waited for, so that a claim only ends early for a worker that died. */
const LEASE_MS = PROVIDER_TIMEOUTS_MS.money + 5_000;
const MAX_WAIT_MS = 5 * 60 * 1000;
/** Some 13 minutes with the pauses between them. */
const MAX_ATTEMPTS = 10;

const MAX_REFERENCE_LENGTH = 200;
/** Of what is said of a payout in words; the database keeps no more. */
const MAX_WORDS_LENGTH = 500;

/** What the provider says it did; of a conversion also what came out of it. */
export type Outcome = Executed & { toAmount?: Money };

/** What differs between the kinds of payouts; the engine is the same for all (D10). */
export interface PayoutKind {
  /** Asks the provider, outside any transaction. The key stays the same however often it is asked. */
  send(payout: PayoutRow, idempotencyKey: string, signal: AbortSignal): Promise<Outcome>;
  /** Books what was done, in the transaction that records it. */
  settle(trx: Trx, payout: PayoutRow, outcome: Outcome): Promise<void>;
  /** Gives the held money back. */
  fail(trx: Trx, payout: PayoutRow, reason: FailureReason): Promise<void>;
}

export type PayoutKinds = Record<PayoutKindName, PayoutKind>;

/**
 * Takes payouts from held over sent to settled or failed: claim → ask the provider → record. A refusal is final. When
 * it is not known whether the provider acted, it is asked again with the same key after growing pauses, and after ten
 * times an operator is alerted; until then and until one decides, the money stays held.
 */
export function createPayoutWorker(options: {
  db: Database;
  kinds: PayoutKinds;
  metrics: Metrics;
  logger: Logger;
}): Worker {
  const { db, kinds, metrics, logger } = options;
  metrics.watch(
    'payments_payouts_stuck',
    'Payouts that wait for an operator, up to 1,000.',
    async () => (await repository.listStuckPayouts(db.read)).length,
  );

  const work = async (payout: PayoutRow): Promise<void> => {
    try {
      const outcome = await kinds[payout.kind].send(
        payout,
        providerKey(payout),
        AbortSignal.timeout(PROVIDER_TIMEOUTS_MS.money),
      );
      await db.transaction((trx) => settle(trx, kinds, payout, outcome));
    } catch (error) {
      await recordFailure(payout, error);
    }
  };

  const recordFailure = async (payout: PayoutRow, error: unknown): Promise<void> => {
    const words = wordsOf(error);
    if (error instanceof ProviderFailure && error.kind === 'refused') {
      const { reason } = error;
      await db.transaction((trx) => fail(trx, kinds, payout, { reason, words }));
      logger.warn('the provider refused a payout', {
        payout_id: payout.id,
        kind: payout.kind,
        reason,
        error: withoutNumbers(words),
      });
      return;
    }
    if (payout.attempts < MAX_ATTEMPTS) {
      const waitMs = Math.min(2 ** (payout.attempts - 1) * 1_000, MAX_WAIT_MS);
      await db.transaction((trx) => repository.postponePayout(trx, payout, waitMs, words));
      return;
    }
    if (await db.transaction((trx) => repository.markStuck(trx, payout, words))) {
      logger.error('a payout is stuck: see `payments payouts stuck` and resolve it', {
        payout_id: payout.id,
        kind: payout.kind,
        attempts: payout.attempts,
        error: withoutNumbers(words),
      });
    }
  };

  return createClaimWorker({
    name: 'payouts',
    maxInFlight: MAX_IN_FLIGHT,
    pauseMs: PAUSE_MS,
    logger,
    claim: (limit) => db.transaction((trx) => repository.claimPayouts(trx, limit, LEASE_MS)),
    work,
    describe: ({ id }) => ({ payout_id: id }),
  });
}

/** The error's own words, as the record keeps them. */
function wordsOf(error: unknown): string {
  const words = error instanceof Error ? error.message : String(error);
  return words.replaceAll('\0', '').slice(0, MAX_WORDS_LENGTH);
}

/** As the log may have them: a provider's words can name the account that money was sent to. */
function withoutNumbers(words: string): string {
  return words.replace(/[0-9]{6,}/g, '…');
}

export type Resolution = { retry: true } | { settledAs: string } | { failedBecause: string };

/**
 * An operator's decision on a stuck payout: ask the provider again, or record what it is known to have done. A failure
 * is told as OPERATOR_DECIDED, and the operator's words are kept like a provider's. Throws Refused when there is no such
 * payout, it is not stuck, or what is said of it cannot be kept.
 */
export async function resolvePayout(
  trx: Trx,
  kinds: PayoutKinds,
  id: string,
  resolution: Resolution,
): Promise<PayoutRow> {
  const payout = await repository.lockPayoutById(trx, id);
  if (!payout) throw new Refused(`There is no payout ${id}.`);
  if (!payout.stuck_at) throw new Refused(`Payout ${id} is ${payout.status} and not stuck.`);
  if ('settledAs' in resolution) {
    const providerReference = await requireUnusedReference(trx, payout, resolution.settledAs);
    await settle(trx, kinds, payout, { providerReference });
  } else if ('failedBecause' in resolution) {
    const words = requireText('The reason', resolution.failedBecause, MAX_WORDS_LENGTH);
    await fail(trx, kinds, payout, { reason: 'OPERATOR_DECIDED', words });
  } else {
    await repository.retryPayout(trx, payout);
  }
  const resolved = await repository.findPayout(trx, payout.account_id, id);
  if (!resolved) throw new Error(`payout ${id} vanished`);
  return resolved;
}

async function requireUnusedReference(trx: Trx, payout: PayoutRow, reference: string): Promise<string> {
  requireText("The provider's reference", reference, MAX_REFERENCE_LENGTH);
  const other = await repository.findPayoutByReference(trx, payout, reference);
  if (other) throw new Refused(`The provider's reference ${reference} is another payout's: ${other.id}.`);
  return reference;
}

function requireText(what: string, text: string, maxLength: number): string {
  if (text.trim() === '' || text.length > maxLength) {
    throw new Refused(`${what} must have 1 to ${maxLength} characters.`);
  }
  return text;
}

async function settle(trx: Trx, kinds: PayoutKinds, payout: PayoutRow, outcome: Outcome): Promise<void> {
  requireTransition(payout, 'settle');
  const toAmount = outcome.toAmount ? formatAmount(outcome.toAmount) : null;
  const { providerReference } = outcome;
  // Somebody else claimed it since; what they hear is what counts.
  if (!(await repository.markSettled(trx, payout, { providerReference, toAmount }))) return;
  await kinds[payout.kind].settle(trx, payout, outcome);
}

async function fail(trx: Trx, kinds: PayoutKinds, payout: PayoutRow, failure: Failure): Promise<void> {
  requireTransition(payout, 'fail');
  if (!(await repository.markFailed(trx, payout, failure))) return;
  await kinds[payout.kind].fail(trx, payout, failure.reason);
}

function requireTransition(payout: PayoutRow, trigger: 'settle' | 'fail'): void {
  if (!nextPayoutStatus(payout.status, trigger)) {
    throw new Error(`payout ${payout.id} is ${payout.status} and cannot ${trigger}`);
  }
}

/** The same for every attempt, so that what is asked twice is done once. */
function providerKey({ account_id, id }: PayoutRow): string {
  return `${account_id}:${id}`;
}
