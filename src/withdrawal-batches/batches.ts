import { findAccount } from '../accounts/index.ts';
import { type Actor, recordAction } from '../audit-log/index.ts';
import { readClock } from '../clock/index.ts';
import type { Queryable, Trx } from '../db/index.ts';
import { availableOf, findBalances } from '../ledger/index.ts';
import { DomainError, invalidParam } from '../lib/errors/errors.ts';
import { isId, newId } from '../lib/ids.ts';
import { formatAmount, money, type Money } from '../lib/money.ts';
import { dayOf, momentOf, plusDays, type TimeZone } from '../lib/time-zone.ts';
import { type OwnActor, TREASURERS } from '../people/index.ts';
import {
  type GivenApproval,
  notEnough,
  type Requests,
  type WithdrawalBatch,
  type Withdrawals,
} from '../transfers/index.ts';
import {
  lockDestination,
  partsOf,
  requireRole,
  type SavedDestination,
  type Wait,
  type WaitsFor,
} from '../treasury/index.ts';
import { nextRun, type Repeat } from './calendar.ts';
import { checkLines, type CheckedBatch, type GoodLine } from './check.ts';
import type { WrittenLine } from './file.ts';
import * as repository from './repository.ts';
import type { StoredBatch } from './repository.ts';

const MAX_TITLE_LENGTH = 100;
const MAX_RUNS = 500;
/** How far ahead a batch may be scheduled, and its repetition may end. */
const MAX_DAYS_AHEAD = 366;
const MAX_DAYS_REPEATED = 3_660;
/** For how long a batch with the same lines is taken for the same one. */
const SAME_DAYS = 30;
const DAY_MS = 24 * 3600_000;

/** The day on which a batch is sent, and its repetition. Days are like 2026-11-20, in the account's time zone. */
export interface Schedule {
  /** Null: today. */
  executeOn: string | null;
  repeat: Repeat | null;
  /** The last day on which it may repeat; null: no such day. */
  until: string | null;
  /** The number of runs; null: no such number. */
  runs: number | null;
}

export interface BatchOrder {
  title: string;
  /** The asset of the balance that all lines are taken from. */
  asset: string;
  lines: readonly WrittenLine[];
  schedule: Schedule;
}

/** A batch before it is requested. */
export interface BatchPreview {
  checked: CheckedBatch;
  /** The conditions of its sum now; undefined while a line has a problem. */
  wait: Wait | undefined;
  available: Money;
  executeOn: string;
  /** Whether its money is set aside at the request; otherwise, on its day. */
  startsNow: boolean;
  /** When it would be sent, if no approval makes it wait longer. */
  sendsAt: Date;
  /** A batch with the same lines, requested within 30 days. */
  same: { id: string; title: string; createdAt: Date } | undefined;
}

/**
 * Many withdrawals that are checked, requested and decided on as one (D79). The gate is asked once, for their sum. Until then
 * nothing of a batch is money; from then on, each line is a withdrawal of its own.
 */
export interface Batches {
  /**
   * The outcome of an order if it were requested now. Throws `invalid_request` naming the fault of its title or schedule, like `Leave.ask`
   * for the sum, and `insufficient_funds` for one that starts today. The faults of lines are in the result.
   */
  preview(on: Queryable, accountId: string, by: Actor, order: BatchOrder): Promise<BatchPreview>;
  /**
   * Requests a batch as it was reviewed. One for today starts now. One for a later day is started on that day, when the gate
   * judges it again. Throws like `preview`, `invalid_request` for `lines` while a line has a problem, for `duplicates` unless
   * they are confirmed, and `withdrawal_batch_changed` if it is no longer what the digest stands for.
   */
  request(
    trx: Trx,
    accountId: string,
    by: Actor,
    order: BatchOrder & { digest: string; confirmsDuplicates: boolean },
  ): Promise<{ id: string; waitsFor: WaitsFor | null; startsNow: boolean }>;
  /** Approves all its withdrawals that wait. Throws `withdrawal_batch_not_found`, and like `Requests.approve`. */
  approve(trx: Trx, accountId: string, actor: OwnActor, id: string): Promise<GivenApproval>;
  /** Takes back the actor's own approval of it. Throws `withdrawal_batch_not_found`, and like `Requests.withdrawApproval`. */
  withdrawApproval(trx: Trx, accountId: string, actor: OwnActor, id: string): Promise<void>;
  /**
   * Cancels a batch that is scheduled, with its repetition, or the lines of a started one that no provider was asked to send,
   * which are declined or taken back. Throws `forbidden`, `withdrawal_batch_not_found` and `withdrawal_batch_over`.
   */
  cancel(
    trx: Trx,
    accountId: string,
    actor: Actor,
    cancelled: { id: string; reason: string | null },
  ): Promise<'cancelled'>;
  /**
   * Leaves out one run of a batch that repeats. Throws `forbidden`, `withdrawal_batch_not_found` and
   * `withdrawal_batch_not_repeating`.
   */
  skip(trx: Trx, accountId: string, actor: Actor, id: string): Promise<'skipped'>;
}

export interface BatchParts {
  withdrawals: Withdrawals;
  requests: Requests;
}

export function createBatches(parts: BatchParts): Batches {
  return {
    preview: (on, accountId, by, order) => previewBatch(parts, on, accountId, by, order),
    request: (trx, accountId, by, order) => requestBatch(parts, trx, accountId, by, order),
    approve: (trx, accountId, actor, id) => approveBatch(parts, trx, accountId, actor, id),
    withdrawApproval: (trx, accountId, actor, id) => withdrawApproval(parts, trx, accountId, actor, id),
    cancel: (trx, accountId, actor, cancelled) => cancelBatch(parts, trx, accountId, actor, cancelled),
    skip: skipRun,
  };
}

async function previewBatch(
  { withdrawals }: BatchParts,
  on: Queryable,
  accountId: string,
  by: Actor,
  { title, asset, lines, schedule }: BatchOrder,
): Promise<BatchPreview> {
  requireTitle(title);
  const now = await readClock(on);
  const timeZone = await timeZoneOf(on, accountId);
  const today = dayOf(timeZone, now);
  const executeOn = requireSchedule(schedule, today);
  const checked = await checkLines(on, withdrawals, { accountId, asset, lines });
  const startsNow = executeOn === today;
  const good = goodLines(checked);
  const [{ balances }, same] = await Promise.all([
    findBalances(on, accountId),
    repository.findSameBatch(on, {
      accountId,
      digest: checked.digest,
      since: new Date(now.getTime() - SAME_DAYS * DAY_MS),
    }),
  ]);
  const available = availableOf(balances, asset);
  const sendsAt = startsNow ? now : startOf(timeZone, executeOn);
  const preview = { checked, available, executeOn, startsNow, sendsAt, same };
  if (good === undefined) return { ...preview, wait: undefined };
  const batch = { id: newId(), accountId, asset, requestId: null, lines: good.map(toWithdrawal) };
  const wait = await withdrawals.foreseeBatch(on, by, batch);
  if (startsNow && available.lt(checked.total)) throw notEnough(available, asset, checked.total);
  return { ...preview, wait, sendsAt: (startsNow && wait.goesAt) || sendsAt };
}

/** Undefined while a line has a problem. */
function goodLines({ lines }: CheckedBatch): GoodLine[] | undefined {
  const good = lines.flatMap(({ terms }) => terms ?? []);
  return good.length === lines.length ? good : undefined;
}

async function requestBatch(
  parts: BatchParts,
  trx: Trx,
  accountId: string,
  by: Actor,
  order: BatchOrder & { digest: string; confirmsDuplicates: boolean },
): Promise<{ id: string; waitsFor: WaitsFor | null; startsNow: boolean }> {
  await requireTreasurer(trx, accountId, by);
  const { checked, executeOn, startsNow, same } = await previewBatch(parts, trx, accountId, by, order);
  if (checked.digest !== order.digest) throw new DomainError('withdrawal_batch_changed');
  if (!goodLines(checked)) throw invalidParam('lines', 'Some lines have faults. Correct them first.');
  const isDoubled = same !== undefined || checked.lines.some(({ sameAs }) => sameAs !== undefined);
  if (isDoubled && !order.confirmsDuplicates) {
    throw invalidParam('duplicates', 'Some payments may be made twice. Confirm that they are meant.');
  }
  const batch = await store(trx, accountId, by, { order, checked, executeOn });
  await recordDeed(trx, by, batch, 'requested', { lines: checked.lines.length, total: checked.total });
  if (!startsNow) return { id: batch.id, waitsFor: null, startsNow };
  const { waitsFor } = await startBatch(parts, trx, batch, by);
  return { id: batch.id, waitsFor, startsNow };
}

async function store(
  trx: Trx,
  accountId: string,
  by: Actor,
  of: { order: BatchOrder; checked: CheckedBatch; executeOn: string },
): Promise<StoredBatch> {
  const { order, checked, executeOn } = of;
  const { repeat, until, runs } = order.schedule;
  const id = newId();
  const batch: StoredBatch = {
    accountId,
    id,
    title: order.title.trim(),
    asset: order.asset,
    digest: checked.digest,
    status: 'scheduled',
    executeOn,
    dueAt: startOf(await timeZoneOf(trx, accountId), executeOn),
    failureReason: null,
    repeats: repeat?.repeats ?? null,
    monthDay: repeat?.repeats === 'monthly' ? repeat.monthDay : null,
    repeatsUntil: until,
    runsLeft: runs === null ? null : runs - 1,
    seriesId: id,
    requestedBy: by.userId,
    createdAt: await trx.now,
    startedAt: null,
    endedBy: null,
    endedAt: null,
  };
  trx.defer(repository.insertBatch(trx, batch));
  const lines = checked.lines.flatMap(({ written, terms }) =>
    terms
      ? [
          {
            line: written.line,
            amount: formatAmount(terms.amount),
            method: terms.method.name,
            destination: terms.destination,
            destinationId: terms.saved?.id ?? null,
            reference: written.reference ?? null,
            note: written.note ?? null,
          },
        ]
      : [],
  );
  trx.defer(repository.insertLines(trx, { accountId, batchId: id, lines }));
  return batch;
}

/**
 * Asks the gate for a locked batch, sets its money aside, and stores its withdrawals, all or none. Schedules the next run of
 * one that repeats. Throws `destination_not_found` if a saved destination was removed, and like `Withdrawals.createBatch`.
 */
export async function startBatch(
  { withdrawals }: Pick<BatchParts, 'withdrawals'>,
  trx: Trx,
  batch: StoredBatch,
  by: Actor,
): Promise<{ waitsFor: WaitsFor | null }> {
  const { accountId, id: batchId, asset } = batch;
  const lines = await repository.listLines(trx, { accountId, batchId });
  const saved = await lockDestinations(trx, accountId, lines);
  const created = await withdrawals.createBatch(trx, by, {
    id: batchId,
    accountId,
    asset,
    requestId: by.requestId,
    lines: lines.map((line) => {
      const known = line.destinationId === null ? undefined : saved.get(line.destinationId);
      const destination = partsOf(line.destination);
      return { amount: money(line.amount), method: line.method, destination, ...(known && { saved: known }) };
    }),
  });
  const named = created.withdrawals.map(({ id: withdrawalId }, at) => ({
    line: lines[at]?.line ?? 0,
    withdrawalId,
  }));
  trx.defer(repository.nameWithdrawals(trx, { accountId, batchId, lines: named }));
  trx.defer(
    repository.updateBatch(trx, {
      ...batch,
      status: 'started',
      dueAt: null,
      failureReason: null,
      startedAt: await trx.now,
    }),
  );
  await scheduleNext(trx, batch);
  return { waitsFor: created.waitsFor };
}

/** In the order of their ids, so that two batches cannot deadlock. */
async function lockDestinations(
  trx: Trx,
  accountId: string,
  lines: readonly { destinationId: string | null }[],
): Promise<Map<string, SavedDestination>> {
  const ids = new Set(lines.flatMap(({ destinationId }) => destinationId ?? []));
  const saved = new Map<string, SavedDestination>();
  for (const id of [...ids].sort()) {
    const destination = await lockDestination(trx, { accountId, id });
    if (!destination) throw new DomainError('destination_not_found');
    saved.set(id, destination);
  }
  return saved;
}

/** Stores the run after this one; none if it does not repeat, or this was the last. */
export async function scheduleNext(trx: Trx, batch: StoredBatch): Promise<void> {
  const { accountId, id: batchId, repeats, monthDay, repeatsUntil, runsLeft } = batch;
  if (repeats === null || runsLeft === 0) return;
  const timeZone = await timeZoneOf(trx, accountId);
  const now = await trx.now;
  const repeat: Repeat = repeats === 'weekly' ? { repeats } : { repeats, monthDay: monthDay ?? 1 };
  const executeOn = nextRun(repeat, batch.executeOn, dayOf(timeZone, now));
  if (repeatsUntil !== null && executeOn > repeatsUntil) return;
  const id = newId();
  const next: StoredBatch = {
    ...batch,
    id,
    status: 'scheduled',
    executeOn,
    dueAt: startOf(timeZone, executeOn),
    runsLeft: runsLeft === null ? null : runsLeft - 1,
    createdAt: now,
  };
  trx.defer(repository.insertBatch(trx, next));
  trx.defer(repository.copyLines(trx, { accountId, batchId, nextId: id }));
}

async function approveBatch(
  { requests }: BatchParts,
  trx: Trx,
  accountId: string,
  actor: OwnActor,
  id: string,
): Promise<GivenApproval> {
  const batch = await lock(trx, accountId, id);
  const approval = await requests.approveBatch(trx, accountId, actor, await withdrawalsOf(trx, batch));
  await recordDeed(trx, actor, batch, approval);
  return approval;
}

async function withdrawApproval(
  { requests }: BatchParts,
  trx: Trx,
  accountId: string,
  actor: OwnActor,
  id: string,
): Promise<void> {
  const batch = await lock(trx, accountId, id);
  const ids = await withdrawalsOf(trx, batch);
  if (!(await requests.withdrawBatchApproval(trx, accountId, actor, ids))) return;
  await recordDeed(trx, actor, batch, 'approval_withdrawn');
}

async function cancelBatch(
  { requests }: BatchParts,
  trx: Trx,
  accountId: string,
  actor: Actor,
  { id, reason }: { id: string; reason: string | null },
): Promise<'cancelled'> {
  await requireTreasurer(trx, accountId, actor);
  const batch = await lock(trx, accountId, id);
  if (batch.status === 'started') {
    const ids = await withdrawalsOf(trx, batch);
    const stopped = await requests.stopBatch(trx, accountId, actor, { ids, reason });
    if (stopped === 0) throw new DomainError('withdrawal_batch_over');
    trx.defer(repository.updateBatch(trx, { ...batch, endedBy: actor.userId, endedAt: await trx.now }));
  } else await end(trx, batch, actor);
  await recordDeed(trx, actor, batch, 'cancelled', { reason });
  return 'cancelled';
}

async function skipRun(trx: Trx, accountId: string, actor: Actor, id: string): Promise<'skipped'> {
  await requireTreasurer(trx, accountId, actor);
  const batch = await lock(trx, accountId, id);
  if (batch.repeats === null) throw new DomainError('withdrawal_batch_not_repeating');
  await end(trx, batch, actor);
  await scheduleNext(trx, batch);
  await recordDeed(trx, actor, batch, 'skipped');
  return 'skipped';
}

/** Cancels a scheduled batch. */
async function end(trx: Trx, batch: StoredBatch, { userId }: Actor): Promise<void> {
  if (batch.status !== 'scheduled') throw new DomainError('withdrawal_batch_over');
  const endedAt = await trx.now;
  trx.defer(
    repository.updateBatch(trx, { ...batch, status: 'cancelled', dueAt: null, endedBy: userId, endedAt }),
  );
}

async function lock(trx: Trx, accountId: string, id: string): Promise<StoredBatch> {
  const batch = isId(id) ? await repository.lockBatch(trx, { accountId, id }) : undefined;
  if (!batch) throw new DomainError('withdrawal_batch_not_found');
  return batch;
}

async function withdrawalsOf(trx: Trx, { accountId, id: batchId }: StoredBatch): Promise<string[]> {
  const lines = await repository.listLines(trx, { accountId, batchId });
  return lines.flatMap(({ withdrawalId }) => withdrawalId ?? []);
}

/** The operator has no role in an account. */
async function requireTreasurer(trx: Trx, accountId: string, { userId }: Actor): Promise<void> {
  if (userId !== null) await requireRole(trx, accountId, { userId }, TREASURERS);
}

function recordDeed(
  trx: Trx,
  actor: Actor,
  { accountId, id, title, asset }: StoredBatch,
  deed: 'requested' | GivenApproval | 'approval_withdrawn' | 'cancelled' | 'skipped',
  { lines, total, reason = null }: { lines?: number; total?: Money; reason?: string | null } = {},
): Promise<void> {
  return recordAction(trx, accountId, actor, {
    action: `withdrawal_batch.${deed}`,
    subject: total ? `${title}: ${total.toFixed()} ${asset}` : title,
    details: { batch: id, ...(lines !== undefined && { lines }), ...(reason !== null && { reason }) },
  });
}

function requireTitle(given: string): void {
  const title = given.trim();
  if (title === '' || title.length > MAX_TITLE_LENGTH || /\p{Cc}/u.test(title)) {
    throw invalidParam('title', `title must have 1 to ${MAX_TITLE_LENGTH} characters.`);
  }
}

/** The day on which it is to be sent. Throws `invalid_request` naming what is wrong. */
function requireSchedule({ executeOn, repeat, until, runs }: Schedule, today: string): string {
  const day = requireDay('execute_on', executeOn ?? today, today, MAX_DAYS_AHEAD);
  if (
    repeat?.repeats === 'monthly' &&
    !(Number.isInteger(repeat.monthDay) && repeat.monthDay >= 1 && repeat.monthDay <= 31)
  ) {
    throw invalidParam('month_day', 'month_day must be from 1 to 31.');
  }
  if (repeat === null && (until !== null || runs !== null)) {
    throw invalidParam('repeats', 'Only a batch that repeats has a last day or a number of runs.');
  }
  if (until !== null) requireDay('until', until, day, MAX_DAYS_REPEATED);
  if (runs !== null && !(Number.isInteger(runs) && runs >= 1 && runs <= MAX_RUNS)) {
    throw invalidParam('runs', `runs must be from 1 to ${MAX_RUNS}.`);
  }
  return day;
}

function requireDay(param: string, day: string, from: string, mostDays: number): string {
  const isDay = day.length === 10 && momentOf('UTC', day) !== undefined;
  if (!isDay || day < from || day > plusDays(from, mostDays)) {
    throw invalidParam(param, `${param} must be a day from ${from} on, at most ${mostDays} days later.`);
  }
  return day;
}

async function timeZoneOf(on: Queryable, accountId: string): Promise<TimeZone> {
  const account = await findAccount(on, { id: accountId });
  if (!account) throw new DomainError('account_not_found');
  return account.timeZone;
}

/** The first moment of a day. */
export function startOf(timeZone: TimeZone, day: string): Date {
  const at = momentOf(timeZone, day);
  if (!at) throw new Error(`${day} is no day`);
  return at;
}

function toWithdrawal({ amount, method, destination, saved }: GoodLine): WithdrawalBatch['lines'][number] {
  return { amount, method: method.name, destination: partsOf(destination), ...(saved && { saved }) };
}
