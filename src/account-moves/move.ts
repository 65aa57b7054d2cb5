import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { OPERATOR, recordAction } from '../audit-log/index.ts';
import { type Database, noteChange, type Trx } from '../db/index.ts';
import { bookArrival, bookLeaving, bookReplacement } from '../ledger/index.ts';
import { newId } from '../lib/ids.ts';
import { CREDENTIALS_CHANGED } from '../credentials/index.ts';
import { KEPT_DAYS, makePartitions } from '../request-logs/index.ts';
import {
  beginCopy,
  copyAll,
  copyChanges,
  copyLate,
  copyRest,
  type Copy,
  daysAgo,
  leavePasswords,
  prove,
  removeCopy,
} from './copy.ts';
import { keepFences, raiseFences, requireFences } from './fences.ts';
import { MoveRefused } from './move-refused.ts';
import {
  arrive,
  beginArriving,
  beginLeaving,
  completeLeaving,
  disownCopy,
  findMove,
  findOpenWork,
  forgetQuotes,
  forgetUnsent,
  freeze,
  leadTo,
  leave,
  lockLeaving,
  type OpenWork,
  stopArriving,
  stopLeaving,
  thaw,
  writeAsMove,
} from './repository.ts';
import { isMoving } from './session-repository.ts';

/**
 * The last rows must be copied within this time, while nothing may change; otherwise the account is released, and it is
 * tried again.
 */
const FREEZE_MS = 2_000;
/** If copying the changes took no longer, the changes made meanwhile can be copied while nothing may change. */
const LAST_ROUND_MS = 600;
const MOST_ROUNDS = 200;
const MOST_ATTEMPTS = 20;
const PAUSE_MS = 500;
/**
 * For this long, processes of the other cell keep directing requests here by earlier look-ups before an account
 * returns.
 */
const LED_ON_MS = 1_000;
/** Calls are logged within this time of their response. */
const LOGGED_AFTER_MS = 2_000;

/** One of the two cells of a move. */
export interface Side {
  cell: number;
  db: Database;
  /** A session of the database's owner; in the target cell, one that may write without triggers. */
  client: pg.Client;
}

export interface MoveOrder {
  accountId: string;
  from: Side;
  to: Side;
  /** The other cells, which redirect requests for what they have issued to the account's cell. */
  others: readonly Pick<Side, 'cell' | 'db'>[];
  /** Called after each completed step. */
  onStep: (step: Step) => void;
}

/** In this order. An account has left from `left` on; if the move is interrupted before, nothing has moved. */
export type Step = 'begun' | 'copied' | 'proven' | 'frozen' | 'left' | 'arrived' | 'done';

/** The result of a move. */
export interface MoveReport {
  rows: number;
  /**
   * For how long nothing of the account could be changed; null when an earlier command had already completed that part.
   */
  pausedMs: number | null;
}

/**
 * Moves an account to another cell while it works (D74). Copies its rows, then the changes made meanwhile, repeatedly;
 * proves the copy; allows no changes for at most two seconds; copies and proves the rest; and only then releases the
 * account. Its history stays in the cell that it leaves, where requests no longer find it. If anything fails before the
 * account has left, it keeps working there, and the copy is removed; after that, the same call completes the move.
 * Throws MoveRefused.
 */
export async function moveAccount(order: MoveOrder): Promise<MoveReport> {
  const { accountId, from, to } = order;
  await lockBoth(order);
  const earlier = await findMove(from.db.read, { accountId });
  if (earlier?.state === 'gone' && earlier.cell !== to.cell)
    throw new MoveRefused(`The account has moved to cell ${earlier.cell}: move it from there.`);
  const copy = await beginCopy(accountId, from.client, to.client);
  if (earlier?.state === 'gone') {
    await complete(order, copy, earlier.id);
    return { rows: copy.rows, pausedMs: null };
  }
  await refuseUnfinished(order);
  await refuseIndebted(order);
  const id = newId();
  const pausedMs = await leaveSafely(order, copy, id);
  await complete(order, copy, id);
  return { rows: copy.rows, pausedMs };
}

/**
 * Prevents other moves of the account from or to either cell until both sessions end. Throws MoveRefused when one is in
 * progress.
 */
export async function lockBoth({
  accountId,
  from,
  to,
}: Pick<MoveOrder, 'accountId' | 'from' | 'to'>): Promise<void> {
  for (const { client } of [from, to]) {
    if (!(await isMoving(client, accountId))) throw new MoveRefused('The account is being moved already.');
  }
}

/** Runs the move up to the account's leaving, and undoes it if that fails. */
async function leaveSafely(order: MoveOrder, copy: Copy, id: string): Promise<number> {
  try {
    return await letGo(order, copy, id);
  } catch (error) {
    // The next attempt undoes the rest.
    await undo(order, copy, id).catch(() => undefined);
    throw error;
  }
}

async function letGo({ accountId, from, to, onStep }: MoveOrder, copy: Copy, id: string): Promise<number> {
  const begins = await from.db.transaction((trx) => beginLeaving(trx, { accountId, id, cell: to.cell }));
  if (begins === 0) throw new MoveRefused(`The account does not work in cell ${from.cell}.`);
  await to.db.transaction(async (trx) => {
    await writeAsMove(trx, { accountId });
    if ((await beginArriving(trx, { accountId, id, cell: from.cell })) === 0)
      throw new MoveRefused(`Cell ${to.cell} has the account already.`);
    await bookReplacement(trx, { accountId, id });
  });
  const ledOn = delay(LED_ON_MS);
  await raiseFences(from.client, accountId, copy.tables);
  onStep('begun');
  // A cell has no partitions for days before its own beginning.
  const loggedSince = daysAgo(KEPT_DAYS);
  await to.db.transaction((trx) => makePartitions(trx, { first: loggedSince, last: daysAgo(0) }));
  await copyAll(copy, loggedSince);
  await catchUp(copy);
  onStep('copied');
  await prove(copy);
  onStep('proven');
  await ledOn;
  for (let attempt = 1; ; attempt++) {
    await catchUp(copy);
    const outcome = await leaveNow({ accountId, from, to, onStep }, copy, id);
    if (typeof outcome === 'number') return outcome;
    if (attempt === MOST_ATTEMPTS) throw new MoveRefused(outcome);
    await delay(PAUSE_MS);
  }
}

/** Copies changes until few are left. Throws MoveRefused when rows change faster than they can be copied. */
async function catchUp(copy: Copy): Promise<void> {
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const begunMs = performance.now();
    await copyChanges(copy);
    if (performance.now() - begunMs < LAST_ROUND_MS) return;
  }
  throw new MoveRefused('The account changes faster than it can be copied: try again at a calmer time.');
}

/**
 * Freezes the account, copies the rest, and releases it. Returns for how long nothing could be changed, in ms, or the
 * reason why the account could not leave this time and keeps working.
 */
async function leaveNow(
  { accountId, from, to, onStep }: Pick<MoveOrder, 'accountId' | 'from' | 'to' | 'onStep'>,
  copy: Copy,
  id: string,
): Promise<number | string> {
  const frozenMs = performance.now();
  await from.db.transaction((trx) => freeze(trx, { accountId, forMs: FREEZE_MS }));
  let isRepeated = false;
  const work = async (trx: Trx): Promise<string | undefined> => {
    // Rows copied for it would be copied twice.
    if (isRepeated) throw new Error('the transaction in which an account leaves was to be repeated');
    isRepeated = true;
    await writeAsMove(trx, { accountId });
    if (!(await lockLeaving(trx, { accountId }))) throw new Error('the move has ended');
    onStep('frozen');
    const open = await findOpenWork(trx, { accountId });
    const obstacle = open && obstacleOf(open);
    if (obstacle !== undefined) return obstacle;
    await to.client.query('begin');
    await copyRest(copy);
    await requireFences(from.client, accountId, copy.tables);
    if (performance.now() - frozenMs > FREEZE_MS * 0.75) return 'The last rows could not be copied in time.';
    await to.client.query('commit');
    await bookLeaving(trx, { accountId, id, cell: to.cell });
    await leave(trx, { accountId, channel: CREDENTIALS_CHANGED });
    noteChange(trx, accountId);
    return undefined;
  };
  try {
    const obstacle = await from.db.transaction(work);
    if (obstacle === undefined) {
      onStep('left');
      return Math.round(performance.now() - frozenMs);
    }
    await to.client.query('rollback');
    await from.db.transaction((trx) => thaw(trx, { accountId }));
    return obstacle;
  } catch (error) {
    await to.client.query('rollback');
    throw error;
  }
}

/**
 * From here on, the account works in the other cell. Every step may be repeated, but only for the move by which the
 * account has come; throws MoveRefused when the other cell has moved it again since.
 */
async function complete(order: MoveOrder, copy: Copy, id: string): Promise<void> {
  const { accountId, from, to, others, onStep } = order;
  await to.db.transaction((trx) => beThere(trx, order, id));
  onStep('arrived');
  for (const { db } of others) {
    await db.transaction((trx) => leadTo(trx, { accountId, cell: to.cell }));
  }
  await delay(LOGGED_AFTER_MS);
  await copyLate(copy);
  await leavePasswords(copy);
  await keepFences(from.client, accountId);
  await keepFences(to.client, accountId, []);
  await from.db.transaction(async (trx) => {
    if ((await completeLeaving(trx, { accountId, id })) === 0) return;
    await forgetUnsent(trx, accountId);
  });
  onStep('done');
}

/** Activates the account in the other cell, unless it is active already. */
async function beThere(trx: Trx, { accountId, from, to }: MoveOrder, id: string): Promise<void> {
  await writeAsMove(trx, { accountId });
  const known = await findMove(trx, { accountId });
  if (!known || (known.state === 'arriving' && !known.copiedAt)) {
    throw new MoveRefused(
      `Cell ${to.cell} has no whole copy of the account: is this its database? If it was restored, from before the account had left: payments accounts take-up ${accountId} --cell ${from.cell}`,
    );
  }
  if (known.id !== id) {
    throw new MoveRefused(
      `The account has gone on from cell ${to.cell}, to cell ${known.cell}: move it from there.`,
    );
  }
  if ((await arrive(trx, { accountId, id })) === 0) return;
  await bookArrival(trx, { accountId, id, cell: from.cell });
  await forgetQuotes(trx, { accountId });
  await recordAction(trx, accountId, OPERATOR, {
    action: 'account.moved',
    subject: `cell ${to.cell}`,
    details: { from: from.cell },
  });
  noteChange(trx, accountId);
}

async function undo({ accountId, from, to }: MoveOrder, copy: Copy, id: string): Promise<void> {
  // Before anything of the copy is removed, because the commit that failed may have succeeded, and the copy may be all
  // that works.
  const stays = (await from.db.transaction((trx) => stopLeaving(trx, { accountId, id }))) === 1;
  if (!stays) return;
  await removeArriving({ accountId, to }, copy, id);
  await keepFences(from.client, accountId, []);
}

/**
 * Removes a copy that never became active. Rows that an account had left there before redirect to where it works again.
 */
export async function removeArriving(
  { accountId, to }: Pick<MoveOrder, 'accountId' | 'to'>,
  copy: Copy,
  id: string,
): Promise<void> {
  const known = await findMove(to.db.read, { accountId });
  if (known?.id !== id || known.state !== 'arriving') return;
  if (known.goneAt) {
    await to.db.transaction((trx) => disownCopy(trx, { accountId, id }));
    return;
  }
  // Before its move is deleted, because without one, the rest of the copy would look like a working account.
  await removeCopy(copy);
  await to.db.transaction((trx) => stopArriving(trx, { accountId, id }));
}

/** Throws MoveRefused while another cell has not completed the move by which the account came. */
async function refuseUnfinished({ accountId, from, to, others }: MoveOrder): Promise<void> {
  for (const { cell, db } of [to, ...others]) {
    const its = await findMove(db.read, { accountId });
    if (its?.state === 'gone' && its.cell === from.cell && !its.completedAt) {
      throw new MoveRefused(
        `The move from cell ${cell} is not complete: complete it first, with payments accounts move ${accountId} --cell ${cell} --to ${from.cell}`,
      );
    }
  }
}

/** Throws MoveRefused for obstacles that waiting would not remove, before anything is copied. */
async function refuseIndebted({ accountId, from }: MoveOrder): Promise<void> {
  const open = await findOpenWork(from.db.read, { accountId });
  const obstacle = open && obstacleOf({ ...open, deposits: 0, transfers: 0, screenings: 0 });
  if (obstacle !== undefined) throw new MoveRefused(obstacle);
}

/** Work that can only be completed where it was begun, in words for the operator. */
function obstacleOf({ transfers, deposits, screenings, owed }: OpenWork): string | undefined {
  if (owed > 0)
    return 'The account owes for deposits that were taken back: settle them first (payments deposits settle).';
  const open = Object.entries({ transfers, deposits, screenings }).filter(([, count]) => count > 0);
  if (open.length === 0) return undefined;
  const counted = open.map(([what, count]) => `${count} ${what}`).join(', ');
  return `The account has work in progress that only this cell can complete: ${counted}. Try again once it is done.`;
}
