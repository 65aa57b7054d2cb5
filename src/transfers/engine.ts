import { createGroupCommit, type Database, type GroupCommit } from '../db/index.ts';
import { findTransferHold } from '../deployment/index.ts';
import { createClaimWorker, type Worker } from '../lib/work/claim-worker.ts';
import { WOKEN_PAUSE_MS } from '../lib/work/loop.ts';
import { continuing, inSpan } from '../lib/telemetry/tracing.ts';
import { wordsOf } from '../lib/errors/words.ts';
import type { Logger } from '../lib/logger.ts';
import type { Metrics } from '../lib/metrics.ts';
import { formatAmount } from '../lib/money.ts';
import {
  type Outcome,
  PROVIDER_TIMEOUTS_MS,
  ProviderFailure,
  type Providers,
  type Waiting,
} from '../methods/index.ts';
import {
  openScreening,
  type Question,
  type Screened,
  type Screening,
  SCREENING_TIMEOUT_MS,
} from '../screening/index.ts';
import * as progress from './progress-repository.ts';
import * as repository from './repository.ts';
import { sentBy, type Refund, type Transfer, type Withdrawal } from './transfer.ts';
import { kindOf, providerKey, type Done, type TransferKinds } from './kinds.ts';
import { fail, settle, type Settled } from './outcomes.ts';

const MAX_IN_FLIGHT = 32;
/** Under load, one claim takes what several commits left. */
const CLAIMS_APART_MS = 15;
/** Longer than the timeouts of the screening hook and the provider, so that a claim lapses only if its worker died. */
const LEASE_MS = PROVIDER_TIMEOUTS_MS.money + SCREENING_TIMEOUT_MS + 5_000;
const MAX_WAIT_MS = 5 * 60 * 1000;
/** The delays between them add up to 8.5 minutes. */
const MAX_ATTEMPTS = 10;

interface Parts {
  db: Database;
  kinds: TransferKinds;
  /** The providers by which this process sends. */
  providers: readonly string[];
  logger: Logger;
  /** If undefined, this process sends nothing while screening is enabled. */
  screening: Screening | undefined;
  recordDone: GroupCommit<Settled>;
}

/**
 * Takes transfers from held through sent to settled or failed. Claims each, asks the provider, and records the outcome.
 * A refusal is final. A transfer that is pending at the provider is polled for as long as it takes. If it is unknown
 * whether the provider acted, the request is retried with the same key and increasing delays; after ten attempts
 * without a response an operator is alerted. The money stays reserved until the outcome is known or an operator
 * decides.
 */
export function createTransferWorker(options: {
  db: Database;
  kinds: TransferKinds;
  providers: Providers;
  metrics: Metrics;
  logger: Logger;
  screening?: Screening | undefined;
}): Worker {
  const { db, kinds, metrics, logger, screening } = options;
  watchTransfers(metrics, db);
  const parts: Parts = {
    db,
    kinds,
    logger,
    screening,
    providers: options.providers.all.filter(({ sends }) => sends).map(({ name }) => name),
    recordDone: createGroupCommit<Settled>({
      db,
      record: (trx, settled) => settle(trx, kinds, settled),
    }),
  };
  return createClaimWorker({
    name: 'transfers',
    maxInFlight: MAX_IN_FLIGHT,
    pauseMs: WOKEN_PAUSE_MS,
    apartMs: CLAIMS_APART_MS,
    logger,
    wokenBy: (wake) => db.onWork('transfers', wake),
    claim: (limit) => claim(parts, limit),
    work: (transfer) => {
      const { traceparent, kind, id, accountId, attempts } = transfer;
      const attributes = {
        'payments.account_id': accountId,
        'payments.transfer.id': id,
        'payments.transfer.attempt': attempts,
      };
      return continuing(traceparent, kind, { attributes }, () => work(parts, transfer));
    },
    describe: ({ id }) => ({ transfer_id: id }),
  });
}

function watchTransfers(metrics: Metrics, db: Database): void {
  metrics.watch(
    'payments_transfers_stuck',
    'Transfers that need an operator, up to 1,000.',
    async () => (await repository.listStuckTransfers(db.read)).length,
  );
  metrics.watch('payments_transfers_on_hold', '1 while no transfer is sent.', async () =>
    (await findTransferHold(db.read)) ? 1 : 0,
  );

  metrics.watchEach(
    'payments_transfers_waiting_oldest_seconds',
    'How long the oldest transfer has waited, by reason.',
    ['provider', 'network', 'kind', 'reason'],
    async () =>
      (await repository.listOldestWaiting(db.read)).map(({ seconds: value, ...labels }) => ({
        labels,
        value,
      })),
  );
}

function claim({ db, providers, screening }: Parts, limit: number): Promise<Transfer[]> {
  const due = { providers, limit, leaseMs: LEASE_MS, screens: screening !== undefined };
  if (!due.screens) return db.inOneTrip((trx) => progress.claimTransfers(trx, due));
  return db.transaction(async (trx) => {
    const claimed = await progress.claimTransfers(trx, due);
    // With the first claim, so that it is known even after a crash whether a transfer was sent without screening.
    const fresh = claimed.filter((transfer) => leaves(transfer) && transfer.attempts === 1);
    for (const transfer of fresh) trx.defer(openScreening(trx, screenedOf(transfer)));
    return claimed;
  });
}

async function work(parts: Parts, transfer: Transfer): Promise<void> {
  try {
    if (!(await passesScreening(parts, transfer))) return;
    const signal = AbortSignal.timeout(PROVIDER_TIMEOUTS_MS.money);
    const attributes = { 'payments.provider': transfer.provider };
    const outcome = await inSpan('provider', { attributes }, () =>
      kindOf(parts.kinds, transfer).send(transfer, providerKey(transfer), signal),
    );
    if (outcome.status === 'done') {
      await parts.recordDone({ transfer, done: outcome });
      if (outcome.remark !== undefined) logRemark(parts.logger, transfer, outcome.remark);
    } else await wait(parts, transfer, outcome);
  } catch (error) {
    await recordFailure(parts, transfer, error);
  }
}

/** Only money that leaves the deployment is screened. Held transfers wait; the money of refused ones is released. */
async function passesScreening(parts: Parts, transfer: Transfer): Promise<boolean> {
  const { db, kinds, logger, screening } = parts;
  if (!screening || !leaves(transfer)) return true;
  const standing = await screening.judge(screenedOf(transfer), () => questionOf(transfer));
  if (standing.decision === 'allow') return true;
  if (standing.decision === 'hold') {
    const waits = { reason: 'SCREENING', words: standing.words } as const;
    await wait(parts, transfer, { status: 'pending', providerReference: null, waits });
    return false;
  }
  // The account's users read this message, and may not know why it was refused.
  const failure = { reason: 'SCREENING_REFUSED', words: 'Refused by the payment rules.' } as const;
  await db.transaction((trx) => fail(trx, kinds, transfer, failure));
  logger.warn('transfer refused by screening', { transfer_id: transfer.id, kind: transfer.kind });
  return false;
}

async function wait(
  { db, logger }: Parts,
  transfer: Transfer,
  outcome: Outcome<Done> & { status: 'pending' },
): Promise<void> {
  const { providerReference, waits } = outcome;
  const kept = waits && { ...waits, words: wordsOf(waits.words) };
  const isRecorded = await db.transaction((trx) =>
    progress.markPending(trx, transfer, { providerReference, ...(kept && { waits: kept }) }),
  );
  if (isRecorded) logWaiting(logger, transfer, kept);
}

async function recordFailure(
  { db, kinds, logger }: Parts,
  transfer: Transfer,
  error: unknown,
): Promise<void> {
  const words = wordsOf(error);
  if (error instanceof ProviderFailure && error.kind === 'refused') {
    const { reason } = error;
    await db.transaction((trx) => fail(trx, kinds, transfer, { reason, words }));
    logger.warn('transfer refused by its provider', {
      transfer_id: transfer.id,
      kind: transfer.kind,
      reason,
      error: withoutNumbers(words),
    });
    return;
  }
  if (transfer.unansweredAttempts < MAX_ATTEMPTS) {
    const waitMs = Math.min(2 ** (transfer.unansweredAttempts - 1) * 1_000, MAX_WAIT_MS);
    const waits = { reason: 'RAIL_UNREACHABLE', words } as const;
    if (await db.transaction((trx) => progress.postponeTransfer(trx, transfer, waitMs, waits)))
      logWaiting(logger, transfer, waits);
    return;
  }
  if (await db.transaction((trx) => progress.markStuck(trx, transfer, words))) {
    logger.error('transfer stuck; see `payments transfers stuck`', {
      transfer_id: transfer.id,
      kind: transfer.kind,
      attempts: transfer.attempts,
      error: withoutNumbers(words),
    });
  }
}

function logRemark(logger: Logger, { id: transferId, kind, provider }: Transfer, remark: string): void {
  logger.warn('transfer completed with a provider warning', {
    transfer_id: transferId,
    kind,
    provider,
    remark: withoutNumbers(wordsOf(remark)),
  });
}

/** Once per reason, not per poll. */
function logWaiting(logger: Logger, transfer: Transfer, waits: Waiting | undefined): void {
  const { id: transferId, kind, provider } = transfer;
  if (transfer.waitsFor === (waits?.reason ?? null)) return;
  if (!waits) logger.info('transfer resumed', { transfer_id: transferId, kind, provider });
  else {
    const { reason: waitsFor, words } = waits;
    const facts = {
      transfer_id: transferId,
      kind,
      provider,
      waits_for: waitsFor,
      error: withoutNumbers(words),
    };
    if (waitsFor === 'PRICE_MOVED')
      logger.error('conversion waiting for its price; see `payments transfers stuck`', facts);
    else if (waitsFor === 'OPERATOR')
      logger.error('conversion brought less than quoted; see `payments transfers stuck`', facts);
    else logger.warn('transfer waiting', facts);
  }
}

/** Whether its money leaves the deployment; between two of its own places, it does not. */
function leaves(transfer: Transfer): transfer is Withdrawal | Refund {
  return transfer.kind === 'withdrawal' || transfer.kind === 'refund';
}

function screenedOf({ accountId, id }: Transfer): Screened {
  return { accountId, subject: 'transfer', subjectId: id };
}

function questionOf(transfer: Withdrawal | Refund): Question {
  const { asset, amount } = sentBy(transfer);
  return {
    id: transfer.id,
    type: 'payout',
    account_id: transfer.accountId,
    kind: transfer.kind,
    asset,
    amount: formatAmount(amount),
    method: transfer.method,
    // Null for a return to the deposit's payer.
    destination: transfer.destination,
    deposit_id: transfer.kind === 'refund' ? transfer.depositId : null,
  };
}

/** The loggable message; a provider's can name the account that money was sent to. */
function withoutNumbers(words: string): string {
  return words.replace(/[0-9]{6,}/g, '…');
}
