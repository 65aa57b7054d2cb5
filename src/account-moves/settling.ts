import { OPERATOR, recordAction } from '../audit-log/index.ts';
import { CREDENTIALS_CHANGED } from '../credentials/index.ts';
import { noteChange, type Trx } from '../db/index.ts';
import { bookLeaving, bookReturn } from '../ledger/index.ts';
import { newId, timeOfId } from '../lib/ids.ts';
import { beginCopy } from './copy.ts';
import { keepFences, raiseFences } from './fences.ts';
import { lockBoth, removeArriving, type MoveOrder, type Side } from './move.ts';
import { MoveRefused } from './move-refused.ts';
import { forgetPasswords, listPeople } from './people-repository.ts';
import {
  findMove,
  forgetUnsent,
  leadAway,
  leadTo,
  skipEvents,
  takeUp,
  writeAsMove,
  yieldTo,
} from './repository.ts';
import { listTables } from './table-repository.ts';
import type { Whereabouts } from './whereabouts.ts';

/** More than an account records in the time that is lost, as after a restore. */
const SKIPPED_EVENTS = 10_000_000;

/**
 * Releases an outdated record of an account, from before its last move, which another cell knows, as if it had left by
 * that move. Its books are closed with their present balances.
 */
export async function letGoStale(
  here: Side,
  { accountId, lastMove, cell, keptBy }: Whereabouts,
): Promise<void> {
  const to = cell ?? keptBy?.cell;
  if (lastMove === undefined || to === undefined) throw new Error('nobody knows where the account has gone');
  const tables = await listTables(here.client);
  await raiseFences(here.client, accountId, tables);
  await here.db.transaction(async (trx) => {
    await writeAsMove(trx, { accountId });
    const move = { accountId, id: lastMove, cell: to };
    if ((await yieldTo(trx, { ...move, goneAt: timeOfId(lastMove), channel: CREDENTIALS_CHANGED })) === 0)
      return;
    await bookLeaving(trx, move);
    await forgetUnsent(trx, accountId);
    noteChange(trx, accountId);
  });
  await forgetPasswords(here.client, accountId, await listPeople(here.client, accountId, tables));
  await keepFences(here.client, accountId);
}

/**
 * Reactivates an account in the cell that it had left, with that cell's data, because the other cell has lost it, as
 * its database was restored from a backup of before the move. Its work in the other cell is lost. Events continue with
 * numbers that clients cannot have read. `to` is the cell that lost it. Throws MoveRefused when it had not left by this
 * move.
 */
export async function takeUpAgain(order: Omit<MoveOrder, 'onStep'>, leftBy: string): Promise<void> {
  const { accountId, from, to, others } = order;
  await lockBoth(order);
  const theirs = await findMove(to.db.read, { accountId });
  if (theirs?.id === leftBy && (theirs.state === 'here' || theirs.copiedAt))
    throw new MoveRefused(`Cell ${to.cell} has the account after all.`);
  const id = newId();
  await from.db.transaction((trx) => beBack(trx, order, { id, leftBy }));
  await keepFences(from.client, accountId, []);
  // A partial copy may remain there.
  await removeArriving(order, await beginCopy(accountId, from.client, to.client), leftBy);
  await to.db.transaction((trx) => leadAway(trx, { accountId, id, cell: from.cell }));
  for (const { db } of [to, ...others]) {
    await db.transaction((trx) => leadTo(trx, { accountId, cell: from.cell }));
  }
}

async function beBack(
  trx: Trx,
  { accountId, from, to }: Pick<MoveOrder, 'accountId' | 'from' | 'to'>,
  { id, leftBy }: { id: string; leftBy: string },
): Promise<void> {
  await writeAsMove(trx, { accountId });
  const move = { accountId, id, cell: to.cell };
  if ((await takeUp(trx, { ...move, leftBy, channel: CREDENTIALS_CHANGED })) === 0) {
    const known = await findMove(trx, { accountId });
    throw new MoveRefused(
      `The account has not left cell ${from.cell} by its last move: it is ${known?.state ?? 'here'}.`,
    );
  }
  await bookReturn(trx, move, leftBy);
  await skipEvents(trx, { accountId, skipped: SKIPPED_EVENTS });
  await recordAction(trx, accountId, OPERATOR, {
    action: 'account.moved',
    subject: `cell ${from.cell}`,
    details: { from: to.cell },
  });
  noteChange(trx, accountId);
}
