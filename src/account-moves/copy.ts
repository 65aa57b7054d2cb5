import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import { dayOf, plusDays, UTC } from '../lib/time-zone.ts';
import { KEPT_DAYS } from '../request-logs/index.ts';
import { forgetChanges, readChanges } from './change-repository.ts';
import { markWhole } from './session-repository.ts';
import {
  copyPeople,
  endOpenLinks,
  findKnown,
  forgetPasswords,
  listPeople,
  replaceInvited,
  type Known,
} from './people-repository.ts';
import {
  type AccountTable,
  listTables,
  readAll,
  readChanged,
  removeAll,
  removeChanged,
  type Renamed,
  type Rows,
  sumUp,
  writeRows,
} from './table-repository.ts';
import { MoveRefused } from './move-refused.ts';

/** A copy of an account in progress. */
export interface Copy {
  accountId: string;
  from: pg.ClientBase;
  to: pg.ClientBase;
  tables: readonly AccountTable[];
  /** The id of each person in the other cell. */
  known: Map<string, string>;
  /** The number of rows written. */
  rows: number;
}

/**
 * These rows are copied whole and last, while nothing may change. They make an account usable, or prove the rest, as
 * its balances and the end of its events do.
 */
const SMALL = [
  'accounts',
  'credentials',
  'event_sequences',
  'ledger_balances',
  'memberships',
  'one_time_links',
  'payment_link_count_changes',
  'webhook_endpoints',
];
const LATE = 'request_logs';

/** The copy differs from its original because of a fault in the program; the account stays where it was. */
class CopyDiffers extends Error {
  override readonly name = 'CopyDiffers';

  constructor({ name }: AccountTable) {
    super(`the copy of ${name} differs from what it is a copy of`);
  }
}

/** Throws when the account moves to a cell whose tables differ from this one's. */
export async function beginCopy(accountId: string, from: pg.ClientBase, to: pg.ClientBase): Promise<Copy> {
  const [tables, theirs] = [await listTables(from), await listTables(to)];
  if (!isDeepStrictEqual(tables, theirs))
    throw new MoveRefused('The two cells have different tables: bring both to one version first.');
  return { accountId, from, to, tables, known: new Map(), rows: 0 };
}

/**
 * Copies all rows as of one moment. Changes before the snapshot are included and dropped from the change log. Of the
 * call log, copies the days from `loggedSince` on, for which the other cell must have partitions.
 */
export async function copyAll(copy: Copy, loggedSince: string): Promise<void> {
  const { accountId, from, to } = copy;
  await atOneMoment(from, async () => {
    const { renamed } = await findPeople(copy);
    for (const table of largeOf(copy)) {
      // An earlier copy still directs requests for the account to where it works, so it is replaced in one transaction.
      await inTransaction(to, async () => {
        await removeAll(to, accountId, table);
        for await (const rows of readAll(from, accountId, table, renamed, sinceOf(table, loggedSince)))
          await write(copy, table, rows);
      });
    }
    await forgetChanges(from, accountId);
  });
}

/** Copies changed rows as of one moment. */
export async function copyChanges(copy: Copy): Promise<void> {
  const { accountId, from } = copy;
  await atOneMoment(from, async () => {
    const { renamed } = await findPeople(copy);
    await copyNoted(copy, largeOf(copy), renamed);
    await forgetChanges(from, accountId);
  });
}

/**
 * Copies changed rows, and compares the whole copy with its original as of one moment: the number of rows and the sum
 * of their hashes, table by table. Rows copied later are compared as they are written. Throws if anything differs.
 * Leaves out the oldest day of the call log, because either cell may just be dropping it.
 */
export async function prove(copy: Copy): Promise<void> {
  const { accountId, from } = copy;
  await atOneMoment(from, async () => {
    const { renamed } = await findPeople(copy);
    await copyNoted(copy, largeOf(copy), renamed);
    const since = daysAgo(KEPT_DAYS - 1);
    for (const table of largeOf(copy)) await compare(copy, table, renamed, sinceOf(table, since));
    await forgetChanges(from, accountId);
  });
}

/**
 * Copies the rest while nothing may change, and compares it as it is written. Deletes no recorded change, because the
 * caller's transaction in the other cell may be rolled back.
 */
export async function copyRest(copy: Copy): Promise<void> {
  const { accountId, from, to, tables } = copy;
  await atOneMoment(from, async () => {
    const { renamed, copied, invited } = await findPeople(copy);
    await copyNoted(copy, largeOf(copy), renamed);
    await replaceInvited(to, invited, tables);
    await copyPeople(from, to, accountId, copied);
    for (const table of tables.filter(({ name }) => SMALL.includes(name))) {
      await removeAll(to, accountId, table);
      for await (const rows of readAll(from, accountId, table, renamed)) await write(copy, table, rows);
    }
    await endOpenLinks(to, [...renamed.values(), ...invited.keys()]);
    await markWhole(to, accountId);
  });
}

/** Removes all of a copy that never became active. */
export async function removeCopy({ accountId, to, tables }: Copy): Promise<void> {
  for (const table of tables) await removeAll(to, accountId, table);
}

/** Copies the calls that were logged after the account had left, and deletes all recorded changes. */
export async function copyLate(copy: Copy): Promise<void> {
  const { accountId, from, tables } = copy;
  await atOneMoment(from, async () => {
    const logs = tables.filter(({ name }) => name === LATE);
    await copyNoted(copy, logs, new Map());
    await forgetChanges(from, accountId);
  });
}

function largeOf({ tables }: Copy): AccountTable[] {
  return tables.filter(({ name }) => !SMALL.includes(name));
}

/** Throws MoveRefused if a person's id in the other cell has changed since their rows were copied. */
async function findPeople(copy: Copy): Promise<Known> {
  const { accountId, from, to, tables } = copy;
  const people = await listPeople(from, accountId, tables);
  const known = await findKnown(to, accountId, people);
  for (const { id } of people) {
    const there = known.renamed.get(id) ?? id;
    if ((copy.known.get(id) ?? there) !== there)
      throw new MoveRefused(
        'Somebody of the account has just joined in the other cell: run the command again.',
      );
    copy.known.set(id, there);
  }
  return known;
}

/** Deletes, in the cell that the account has left, the passwords of people who have no other account there. */
export async function leavePasswords({ accountId, from, tables }: Copy): Promise<void> {
  await forgetPasswords(from, accountId, await listPeople(from, accountId, tables));
}

/** Copies all rows of these tables whose changes were recorded. */
async function copyNoted(copy: Copy, tables: readonly AccountTable[], renamed: Renamed): Promise<void> {
  for await (const changes of readChanges(copy.from, copy.accountId)) {
    for (const table of tables) await copyKeys(copy, table, changes.get(table.name) ?? [], renamed);
  }
}

async function copyKeys(
  copy: Copy,
  table: AccountTable,
  keys: readonly string[],
  renamed: Renamed,
): Promise<void> {
  if (keys.length === 0) return;
  const { accountId, from, to } = copy;
  const rows = await readChanged(from, accountId, table, keys, renamed);
  if (table.isKeyed) await removeChanged(to, accountId, table, keys, renamed);
  await write(copy, table, rows);
}

async function write(copy: Copy, table: AccountTable, { rows, hash }: Rows): Promise<void> {
  if (rows.length === 0) return;
  if ((await writeRows(copy.to, table, rows)) !== hash) throw new CopyDiffers(table);
  copy.rows += rows.length;
}

async function compare(copy: Copy, table: AccountTable, renamed: Renamed, since?: string): Promise<void> {
  const { accountId, from, to } = copy;
  const [original, copied] = [
    await sumUp(from, accountId, table, renamed, since),
    await sumUp(to, accountId, table, new Map(), since),
  ];
  if (!isDeepStrictEqual(original, copied)) throw new CopyDiffers(table);
}

/** The first day from which a table's rows are copied or compared; undefined for all of them. */
function sinceOf({ name }: AccountTable, loggedSince: string): string | undefined {
  return name === LATE ? loggedSince : undefined;
}

/** The day this many days before today, in UTC. */
export function daysAgo(days: number): string {
  return plusDays(dayOf(UTC, new Date()), -days);
}

/** Runs the work in a transaction of the session that sees everything as of its beginning. */
function atOneMoment<T>(from: pg.ClientBase, work: () => Promise<T>): Promise<T> {
  return inTransaction(from, work, 'begin isolation level repeatable read');
}

async function inTransaction<T>(session: pg.ClientBase, work: () => Promise<T>, begin = 'begin'): Promise<T> {
  await session.query(begin);
  try {
    const result = await work();
    await session.query('commit');
    return result;
  } catch (error) {
    await session.query('rollback');
    throw error;
  }
}
