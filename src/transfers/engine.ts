import { createGroupCommit, type Database, type Queryable, type Trx } from '../db/index.ts';
import { findTransferHold } from '../deployment/index.ts';
import { createClaimWorker, type Worker } from '../lib/work/claim-worker.ts';
import { continuing, inSpan } from '../lib/telemetry/tracing.ts';
import { DomainError, invalidParam } from '../lib/errors/errors.ts';
import { MAX_WORDS_LENGTH, wordsOf } from '../lib/errors/words.ts';
import type { Logger } from '../lib/logger.ts';
import type { Metrics } from '../lib/metrics.ts';
import { formatAmount, type Money } from '../lib/money.ts';
import type { FailureReason } from '../lib/reasons.ts';
import {
  type Executed,
  type Outcome,
  PROVIDER_TIMEOUTS_MS,
  ProviderFailure,
  type Providers,
  type RuleOutRequest,
  type Waiting,
} from '../methods/index.ts';
import {
  openScreening,
  type Question,
  type Screened,
  type Screening,
  SCREENING_TIMEOUT_MS,
} from '../screening/index.ts';
import * as course from './progress-repository.ts';
import type { Failure } from './progress-repository.ts';
import * as repository from './repository.ts';
import { sentBy, type Refund, type Transfer, type TransferKindName, type Withdrawal } from './transfer.ts';
import { nextTransferStatus } from './transitions.ts';

const MAX_IN_FLIGHT = 32;
const PAUSE_MS = 200;
/** Under load, one claim takes what several commits left. */
const CLAIMS_APART_MS = 15;
/** Longer than the timeouts of the screening hook and the provider, so that a claim lapses only if its worker died. */
const LEASE_MS = PROVIDER_TIMEOUTS_MS.money + SCREENING_TIMEOUT_MS + 5_000;
const MAX_WAIT_MS = 5 * 60 * 1000;
/** The delays between them add up to 8.5 minutes. */
const MAX_ATTEMPTS = 10;

const MAX_REFERENCE_LENGTH = 200;

/**
 * The provider's result. For a conversion, it includes the stated proceeds and, if no quote was locked, the proceeds
 * and rate that replace the expected ones.
 */
export type Done = Executed & { brought?: Money; toAmount?: Money; exchangeRate?: Money };

/** The differences between kinds of transfer; the engine is the same for all (D10). */
export interface TransferKind<T extends Transfer> {
  /** Asks the provider, outside any transaction. The key is the same for every attempt. */
  send(transfer: T, idempotencyKey: string, signal: AbortSignal): Promise<Outcome<Done>>;
  /** Locks in advance the rows that the calls of `settle` that follow will lock one by one. */
  lockAhead?(trx: Trx, transfers: readonly T[]): Promise<void>;
  /** Books the outcome, in the transaction that records it. */
  settle(trx: Trx, transfer: T, done: Done): Promise<void>;
  /** Releases the reserved money. */
  fail(trx: Trx, transfer: T, reason: FailureReason): Promise<void>;
  /** Credits money that was sent and returned; only for kinds whose money leaves the deployment. */
  takeBack?(trx: Trx, transfer: T, reason: FailureReason): Promise<void>;
}

export type TransferKinds = {
  [Kind in TransferKindName]: TransferKind<Extract<Transfer, { kind: Kind }>>;
};

/** TypeScript cannot infer that the kind looked up for a transfer has that transfer's type. */
export function kindOf<T extends Transfer>(kinds: TransferKinds, { kind }: T): TransferKind<T> {
  return kinds[kind] as unknown as TransferKind<T>;
}

/**
 * Takes transfers from held through sent to settled or failed: claim → ask the provider → record. A refusal is final. A
 * transfer that is pending at the provider is polled for as long as it takes. If it is unknown whether the provider
 * acted, the request is retried with the same key and increasing delays; after ten attempts without a response an
 * operator is alerted. The money stays reserved until the outcome is known or an operator decides.
 */
export function createTransferWorker(options: {
  db: Database;
  kinds: TransferKinds;
  providers: Providers;
  metrics: Metrics;
  logger: Logger;
  /** Undefined: this process sends nothing while screening is enabled. */
  screening?: Screening | undefined;
}): Worker {
  const { db, kinds, metrics, logger, screening } = options;
  const providers = options.providers.all.filter(({ sends }) => sends).map(({ name }) => name);
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

  const recordDone = createGroupCommit<Settled>({
    db,
    record: (trx, settled) => settle(trx, kinds, settled),
  });

  const work = async (transfer: Transfer): Promise<void> => {
    try {
      if (!(await passesScreening(transfer))) return;
      const signal = AbortSignal.timeout(PROVIDER_TIMEOUTS_MS.money);
      const attributes = { 'payments.provider': transfer.provider };
      const outcome = await inSpan('provider', { attributes }, () =>
        kindOf(kinds, transfer).send(transfer, providerKey(transfer), signal),
      );
      if (outcome.status === 'done') {
        await recordDone({ transfer, done: outcome });
        if (outcome.remark !== undefined) logRemark(transfer, outcome.remark);
      } else await wait(transfer, outcome);
    } catch (error) {
      await recordFailure(transfer, error);
    }
  };

  /** Only money that leaves the deployment is screened. Held transfers wait; the money of refused ones is released. */
  const passesScreening = async (transfer: Transfer): Promise<boolean> => {
    if (!screening || !leaves(transfer)) return true;
    const standing = await screening.judge(screenedOf(transfer), () => questionOf(transfer));
    if (standing.decision === 'allow') return true;
    if (standing.decision === 'hold') {
      const waits = { reason: 'SCREENING', words: standing.words } as const;
      await wait(transfer, { status: 'pending', providerReference: null, waits });
      return false;
    }
    // The account's users read this message, and may not know why it was refused.
    const failure = { reason: 'SCREENING_REFUSED', words: 'Refused by the payment rules.' } as const;
    await db.transaction((trx) => fail(trx, kinds, transfer, failure));
    logger.warn('transfer refused by screening', { transfer_id: transfer.id, kind: transfer.kind });
    return false;
  };

  const wait = async (transfer: Transfer, outcome: Outcome<Done> & { status: 'pending' }): Promise<void> => {
    const { providerReference, waits } = outcome;
    const kept = waits && { ...waits, words: wordsOf(waits.words) };
    const isRecorded = await db.transaction((trx) =>
      course.markPending(trx, transfer, { providerReference, ...(kept && { waits: kept }) }),
    );
    if (isRecorded) logWaiting(transfer, kept);
  };

  const logRemark = ({ id: transferId, kind, provider }: Transfer, remark: string): void =>
    logger.warn('transfer completed with a provider warning', {
      ...{ transfer_id: transferId, kind, provider },
      remark: withoutNumbers(wordsOf(remark)),
    });

  /** Once per reason, not per poll. */
  const logWaiting = (transfer: Transfer, waits: Waiting | undefined): void => {
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
  };

  const recordFailure = async (transfer: Transfer, error: unknown): Promise<void> => {
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
      if (await db.transaction((trx) => course.postponeTransfer(trx, transfer, waitMs, waits)))
        logWaiting(transfer, waits);
      return;
    }
    if (await db.transaction((trx) => course.markStuck(trx, transfer, words))) {
      logger.error('transfer stuck; see `payments transfers stuck`', {
        transfer_id: transfer.id,
        kind: transfer.kind,
        attempts: transfer.attempts,
        error: withoutNumbers(words),
      });
    }
  };

  return createClaimWorker({
    name: 'transfers',
    maxInFlight: MAX_IN_FLIGHT,
    pauseMs: PAUSE_MS,
    apartMs: CLAIMS_APART_MS,
    logger,
    wokenBy: (wake) => db.onWork('transfers', wake),
    claim: (limit) =>
      db.transaction(async (trx) => {
        const screens = screening !== undefined;
        const claimed = await course.claimTransfers(trx, { providers, limit, leaseMs: LEASE_MS, screens });
        // With the first claim, so that it is known even after a crash whether a transfer was sent without screening.
        const fresh = claimed.filter((transfer) => leaves(transfer) && transfer.attempts === 1);
        if (screens) for (const transfer of fresh) trx.defer(openScreening(trx, screenedOf(transfer)));
        return claimed;
      }),
    work: (transfer) => {
      const { traceparent, kind, id, accountId, attempts } = transfer;
      const attributes = {
        'payments.account_id': accountId,
        'payments.transfer.id': id,
        'payments.transfer.attempt': attempts,
      };
      return continuing(traceparent, kind, { attributes }, () => work(transfer));
    },
    describe: ({ id }) => ({ transfer_id: id }),
  });
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
    // Null: back to the deposit's payer.
    destination: transfer.destination,
    deposit_id: transfer.kind === 'refund' ? transfer.depositId : null,
  };
}

/** The loggable message; a provider's can name the account that money was sent to. */
function withoutNumbers(words: string): string {
  return words.replace(/[0-9]{6,}/g, '…');
}

/** Proof that a transfer can never happen, as promised by its provider, with the operator's reason for giving it up. */
export class RuledOut {
  readonly #transferId: string;
  readonly because: string;

  private constructor(transferId: string, because: string) {
    this.#transferId = transferId;
    this.because = because;
  }

  isOf({ id }: Transfer): boolean {
    return id === this.#transferId;
  }

  /**
   * Asks the provider, outside any transaction (D26). Once it has promised, no attempt can move the money any more.
   * Throws `transfer_still_possible`, with advice, if it does not promise; `transfer_not_found`, `transfer_not_stuck`,
   * and `invalid_request` for a reason of the wrong length.
   */
  static async ask(
    { db, providers }: { db: Database; providers: Providers },
    id: string,
    because: string,
  ): Promise<RuledOut> {
    requireText('failed', 'The reason', because, MAX_WORDS_LENGTH);
    const transfer = await requireUndecided(db.read, id);
    const provider = providers.find(transfer.provider);
    if (!provider) throw stillPossible(id, `this process does not have the provider ${transfer.provider}`);
    const operation = OPERATIONS[transfer.kind];
    const request = { operation, idempotencyKey: providerKey(transfer) };
    try {
      await provider.ruleOut(request, AbortSignal.timeout(PROVIDER_TIMEOUTS_MS.money));
    } catch (error) {
      if (error instanceof ProviderFailure) throw stillPossible(id, error.message);
      throw error;
    }
    return new RuledOut(id, because);
  }
}

/** The provider's operation for each kind. */
const OPERATIONS = {
  withdrawal: 'pay_out',
  refund: 'refund',
  conversion: 'convert',
  payment_conversion: 'convert',
  rebalancing: 'pay_out',
} as const satisfies Record<TransferKindName, RuleOutRequest['operation']>;

/**
 * The transfer, if an operator may decide about it: it is stuck or, while transfers are on hold, not finished. Throws
 * `transfer_not_found` and `transfer_not_stuck`.
 */
export async function requireUndecided(on: Queryable, id: string): Promise<Transfer> {
  const accountId = await repository.findTransferAccount(on, id);
  const transfer = accountId && (await repository.findTransfer(on, { accountId, id }));
  if (!transfer) throw notFound(id);
  const isOpen = transfer.status === 'held' || transfer.status === 'sent';
  if (!transfer.stuckAt && !(isOpen && (await findTransferHold(on)))) throw notStuck(transfer);
  return transfer;
}

function notFound(id: string): DomainError {
  return new DomainError('transfer_not_found', { message: `There is no transfer ${id}.` });
}

function notStuck({ id, status }: Transfer): DomainError {
  return new DomainError('transfer_not_stuck', { message: `Transfer ${id} is ${status} and not stuck.` });
}

function stillPossible(id: string, why: string): DomainError {
  return new DomainError('transfer_still_possible', {
    message: `Transfer ${id} may still happen, so its money cannot be released: ${why}`,
  });
}

/** A failure means that the transfer can no longer happen, so a provider must have ruled it out first. */
export type Resolution =
  /** `acceptedSlippage`: the fraction by which a conversion may fall short of its promise from now on (D28). */
  { retry: true; acceptedSlippage?: Money } | { settledAs: string } | { failed: RuledOut };

/**
 * Applies a decision on a stuck transfer that operators may take (`decideTransfer`): ask the provider again, or record
 * its known outcome. While transfers are on hold, one that is not stuck can be decided, too; it is asked about again
 * only if it was sent. A failure is reported as OPERATOR_DECIDED, and the operator's reason is stored like a provider's
 * message. Throws `transfer_not_found`, `transfer_not_stuck`, `provider_reference_taken`, and `invalid_request` for
 * text of the wrong length.
 */
export async function resolveTransfer(
  trx: Trx,
  kinds: TransferKinds,
  id: string,
  resolution: Resolution,
): Promise<Transfer> {
  const transfer = await repository.lockTransferById(trx, { id });
  if (!transfer) throw notFound(id);
  // An unsent transfer is sent automatically once it may be; until then, it may wait for a second person (D44).
  if ('retry' in resolution && transfer.status === 'held') throw notStuck(transfer);
  if (!transfer.stuckAt && !(await course.takeOver(trx, transfer))) throw notStuck(transfer);
  const undecided: Transfer = { ...transfer, status: 'sent' };
  if ('settledAs' in resolution) {
    const providerReference = await requireUnusedReference(trx, transfer, resolution.settledAs);
    await settle(trx, kinds, [{ transfer: undecided, done: { providerReference } }]);
  } else if ('failed' in resolution) {
    if (!resolution.failed.isOf(transfer)) throw new Error(`another transfer than ${id} was ruled out`);
    await fail(trx, kinds, undecided, { reason: 'OPERATOR_DECIDED', words: resolution.failed.because });
  } else {
    const { acceptedSlippage } = resolution;
    if (acceptedSlippage) await repository.acceptSlippage(trx, transfer, acceptedSlippage);
    await repository.retryTransfer(trx, transfer);
  }
  const resolved = await repository.findTransfer(trx, { accountId: transfer.accountId, id });
  if (!resolved) throw new Error(`transfer ${id} vanished`);
  return resolved;
}

/** Throws `provider_reference_taken`, and `invalid_request` for text of the wrong length. */
export async function requireUnusedReference(
  trx: Trx,
  transfer: Transfer,
  reference: string,
): Promise<string> {
  requireText('settled', "The provider's reference", reference, MAX_REFERENCE_LENGTH);
  const known = await repository.findTransferByReference(trx, transfer, reference);
  // The reference may be its own, if the provider already reported it while the transfer was pending.
  if (known && known.id !== transfer.id)
    throw new DomainError('provider_reference_taken', {
      message: `The provider's reference ${reference} is another transfer's: ${known.id}.`,
    });
  return reference;
}

function requireText(param: string, what: string, text: string, maxLength: number): string {
  if (text.trim() === '' || text.length > maxLength) {
    throw invalidParam(param, `${what} must have 1 to ${maxLength} characters.`);
  }
  return text;
}

/** A provider's completed work. */
interface Settled {
  transfer: Transfer;
  done: Done;
}

async function settle(trx: Trx, kinds: TransferKinds, settled: readonly Settled[]): Promise<void> {
  for (const { transfer } of settled) requireTransition(transfer, 'settle');
  const marked = await course.markSettled(
    trx,
    settled.map(({ transfer, done }) => ({
      transfer,
      providerReference: done.providerReference,
      trackingKey: done.trackingKey ?? null,
      brought: done.brought ? formatAmount(done.brought) : null,
      toAmount: done.toAmount ? formatAmount(done.toAmount) : null,
      exchangeRate: done.exchangeRate ? formatAmount(done.exchangeRate) : null,
    })),
  );
  const ours = settled.filter(({ transfer }) => marked.has(transfer.id));
  for (const kind of Object.keys(kinds) as TransferKindName[]) {
    const transfers = ours.map(({ transfer }) => transfer).filter((transfer) => transfer.kind === kind);
    if (transfers[0]) await kindOf(kinds, transfers[0]).lockAhead?.(trx, transfers);
  }
  for (const { transfer, done } of ours) await kindOf(kinds, transfer).settle(trx, transfer, done);
}

async function fail(trx: Trx, kinds: TransferKinds, transfer: Transfer, failure: Failure): Promise<void> {
  requireTransition(transfer, 'fail');
  await giveUp(trx, kinds, transfer, failure);
}

/**
 * Releases the money of a transfer that no provider was asked to carry out. The caller must have locked the transfer,
 * because a worker could claim it meanwhile.
 */
export async function stopTransfer(
  trx: Trx,
  kinds: TransferKinds,
  transfer: Transfer,
  failure: Failure,
): Promise<void> {
  requireTransition(transfer, 'stop');
  await giveUp(trx, kinds, transfer, failure);
}

async function giveUp(trx: Trx, kinds: TransferKinds, transfer: Transfer, failure: Failure): Promise<void> {
  if (!(await course.markFailed(trx, transfer, failure))) return;
  await kindOf(kinds, transfer).fail(trx, transfer, failure.reason);
}

function requireTransition(transfer: Transfer, trigger: 'settle' | 'fail' | 'stop'): void {
  if (!nextTransferStatus(transfer.status, trigger)) {
    throw new Error(`transfer ${transfer.id} is ${transfer.status} and cannot ${trigger}`);
  }
}

/** The key by which its provider knows a transfer, the same for every attempt. */
export function providerKey({ accountId, id }: Pick<Transfer, 'accountId' | 'id'>): string {
  return `${accountId}:${id}`;
}
