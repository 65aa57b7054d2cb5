import { type Account, findAccount, lockAccount, updateAccount } from '../accounts/index.ts';
import { type Actor, recordAction } from '../audit-log/index.ts';
import type { Database, Trx } from '../db/index.ts';
import { DomainError, invalidParam } from '../lib/errors/errors.ts';
import type { Logger } from '../lib/logger.ts';
import { money } from '../lib/money.ts';
import { createClaimWorker, type Worker } from '../lib/work/claim-worker.ts';
import type { Providers, RefundDestination } from '../methods/index.ts';
import { type LinkMethod, takesParts } from '../payment-links/index.ts';
import { OWNERS } from '../people/index.ts';
import { findScreening } from '../screening/index.ts';
import { Leave, nameOf, requireRole, tellMembers } from '../treasury/index.ts';
import { lockPayment, type PaymentKey, reviewOf } from './deposit-state.ts';
import { amountTakenBack, departureOfUnmatched } from './refundable.ts';
import { refundUnmatched } from './refunds.ts';
import { type Deposit, type DepositKey, lockedDeposits } from './repository.ts';
import { claimAutoRefunds, listOverdue, markRefundTried, setAutoRefundDue } from './rules-repository.ts';

const DAY_MS = 24 * 3600_000;
const MAX_DAYS = 90;
const MAX_IN_FLIGHT = 8;
const PAUSE_MS = 30_000;
const PARTS_PAUSE_MS = 5_000;
/** A part of a payment is returned this soon after its rest can no longer be paid. */
const PARTS_WAIT_MS = 60_000;

/** When an account's unmatched deposits are refunded without a decision. */
export interface RefundRule {
  /** As they arrive. */
  atOnce: boolean;
  /** Whole days after they arrived; null for never. */
  afterDays: number | null;
}

export interface AutomaticRefunds {
  /**
   * Sets when an account's unmatched deposits are refunded without a decision; undefined leaves a part as it is.
   * Deposits that arrived before wait as many days from now on. Notifies the owners of a change. Throws `forbidden`,
   * `account_not_found`, and `invalid_request` for days that are not whole or not from 1 to 90.
   */
  set(trx: Trx, accountId: string, actor: Actor, rule: Partial<RefundRule>): Promise<void>;
}

export function createAutomaticRefunds({ panelUrl }: { panelUrl: string }): AutomaticRefunds {
  return {
    async set(trx, accountId, actor, wanted) {
      const { userId } = actor;
      if (userId !== null) await requireRole(trx, accountId, { userId }, OWNERS);
      const account = await lockAccount(trx, { id: accountId });
      if (!account) throw new DomainError('account_not_found');
      const current = { atOnce: account.autoRefund, afterDays: account.refundAfterDays };
      const next = {
        atOnce: wanted.atOnce ?? current.atOnce,
        afterDays: wanted.afterDays === undefined ? current.afterDays : wanted.afterDays,
      };
      requireDays(next.afterDays);
      const isOther = next.afterDays !== current.afterDays;
      if (!isOther && next.atOnce === current.atOnce) return;
      await updateAccount(trx, {
        ...account,
        autoRefund: next.atOnce,
        refundAfterDays: next.afterDays,
        refundAfterSince: isOther ? await trx.now : account.refundAfterSince,
      });
      await recordAction(trx, accountId, actor, {
        action: 'account.automatic_refunds_set',
        subject: account.name,
        details: { from: describe(current), to: describe(next) },
      });
      const panel = `${panelUrl}/accounts/${accountId}/settings`;
      await tellMembers(trx, accountId, OWNERS, (words) =>
        words.automaticRefundsChanged({ from: current, to: next, by: nameOf(actor, words), panel }),
      );
    },
  };
}

/** The time at which an unmatched deposit is refunded unless a person decides earlier; undefined if a person has to decide. */
export function refundDueAt(
  account: Pick<Account, 'refundAfterDays' | 'refundAfterSince'>,
  providers: Pick<Providers, 'find'>,
  deposit: Deposit,
): Date | undefined {
  const { refundAfterDays: days, refundAfterSince: since } = account;
  if (days === null || since === null) return undefined;
  const isOpen = deposit.status === 'unmatched' && deposit.refundTriedAt === null;
  if (!isOpen || deposit.unmatchedReason === 'SCREENING_REFUSED' || !isReturnable(providers, deposit))
    return undefined;
  return new Date(Math.max(deposit.createdAt.getTime(), since.getTime()) + days * DAY_MS);
}

/**
 * Refunds an unmatched deposit as it arrives for accounts that want that (D7), if it can be. One of which the rest can
 * still be paid by the method that it is `meantFor` is considered later.
 */
export async function refundIfWanted(
  trx: Trx,
  providers: Pick<Providers, 'find'>,
  deposit: Deposit,
  meantFor?: LinkMethod,
): Promise<void> {
  if (!isReturnable(providers, deposit)) return;
  const account = await findAccount(trx, { id: deposit.accountId });
  if (!account?.autoRefund) return;
  const mayBeCompleted = meantFor && takesParts(meantFor);
  if (account.payTheRest && deposit.unmatchedReason === 'UNDERPAID' && mayBeCompleted) {
    trx.defer(setAutoRefundDue(trx, { accountId: deposit.accountId, id: deposit.id, dueAt: await trx.now }));
    return;
  }
  await refundAutomatically(trx, providers, deposit);
}

interface WorkerParts {
  db: Database;
  providers: Pick<Providers, 'find'>;
  logger: Logger;
}

/**
 * Refunds each deposit once that has been unmatched for as long as its account's rule says (D77). A refund that fails,
 * or that needs a person's decision, waits for one.
 */
export function createOverdueRefundWorker({ db, providers, logger }: WorkerParts): Worker {
  return createClaimWorker<DepositKey>({
    name: 'overdue_refunds',
    maxInFlight: MAX_IN_FLIGHT,
    pauseMs: PAUSE_MS,
    logger,
    // A lease is not needed, because the work is a single transaction that locks the deposit.
    claim: (limit) => listOverdue(db.read, { limit }),
    describe: ({ id }) => ({ deposit_id: id }),
    work: (key) =>
      db.transaction(async (trx) => {
        const deposit = await lockedDeposits.first(trx, key);
        const account = await findAccount(trx, { id: key.accountId });
        if (!deposit || !account || deposit.status !== 'unmatched' || deposit.refundTriedAt !== null) return;
        const dueAt = refundDueAt(account, providers, deposit);
        const decision = (await findScreening(trx, reviewOf(deposit)))?.decision ?? 'allow';
        const isDue = dueAt === undefined || dueAt <= (await trx.now);
        if (!isDue || decision !== 'allow' || account.refundAfterDays === null) return;
        await refundAutomatically(trx, providers, deposit);
        await markRefundTried(trx, key);
      }),
  });
}

/** Refunds parts of a payment automatically once the rest can no longer be paid (D7). */
export function createPartRefundWorker({ db, providers, logger }: WorkerParts): Worker {
  return createClaimWorker<PaymentKey>({
    name: 'part-refunds',
    maxInFlight: MAX_IN_FLIGHT,
    pauseMs: PARTS_PAUSE_MS,
    logger,
    claim: (limit) => db.inOneTrip((trx) => claimAutoRefunds(trx, { limit, waitMs: PARTS_WAIT_MS })),
    describe: ({ id }) => ({ deposit_id: id }),
    work: (key) => db.transaction((trx) => refundUnlessPayable(trx, providers, key)),
  });
}

async function refundUnlessPayable(
  trx: Trx,
  providers: Pick<Providers, 'find'>,
  key: PaymentKey,
): Promise<void> {
  const { deposit, link } = await lockPayment(trx, key);
  const account = await findAccount(trx, { id: key.accountId });
  // It may still be completed; the claim has postponed the next check.
  if (deposit.status === 'unmatched' && link.status === 'active' && account?.payTheRest) return;
  trx.defer(setAutoRefundDue(trx, { accountId: key.accountId, id: key.id, dueAt: null }));
  if (deposit.status === 'unmatched') await refundIfWanted(trx, providers, deposit);
}

/**
 * Whether an unmatched deposit can be refunded without a person's decision. Its rail must know the sender safely, and
 * there must be something to move.
 */
function isReturnable(providers: Pick<Providers, 'find'>, deposit: Deposit): boolean {
  return safeDestination(providers, deposit) !== undefined;
}

function safeDestination(
  providers: Pick<Providers, 'find'>,
  deposit: Deposit,
): RefundDestination | undefined {
  return money(deposit.amount).isZero()
    ? undefined
    : providers.find(deposit.provider)?.refundDestination(deposit);
}

/**
 * Refunds a locked, unmatched deposit without a person (D7). A deposit that the rail cannot safely return waits for a
 * person to name a destination, and so does one that the rail took back, or whose account is not active.
 */
async function refundAutomatically(
  trx: Trx,
  providers: Pick<Providers, 'find'>,
  deposit: Deposit,
): Promise<void> {
  const to = safeDestination(providers, deposit);
  if (to === undefined || (await amountTakenBack(trx, deposit)).gt(0)) return;
  const leave = await Leave.askAutomatically(trx, {
    ...departureOfUnmatched(deposit, 'origin'),
    to: 'origin',
  });
  const terms = { to, reason: null, note: null, requestId: deposit.requestId };
  if (leave) await refundUnmatched(trx, deposit, terms, leave);
}

function requireDays(days: number | null): void {
  if (days === null || (Number.isInteger(days) && days >= 1 && days <= MAX_DAYS)) return;
  throw invalidParam('days', `It must be a whole number of days from 1 to ${MAX_DAYS}.`);
}

function describe({ atOnce, afterDays }: RefundRule): string {
  if (atOnce) return 'at once';
  return afterDays === null ? 'never' : `after ${afterDays} ${afterDays === 1 ? 'day' : 'days'}`;
}
