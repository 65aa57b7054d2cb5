import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { type AccountTable, listFenced, listStanding, removeFence, setFence } from './table-repository.ts';

/** A session that waits for a lock on a table blocks all that come after it, so each waits briefly, and tries again. */
const LOCK_TIMEOUT_MS = 200;
const RETRY_PAUSE_MS = 300;
const MOST_ATTEMPTS = 200;
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Tables to which nothing may ever be written again about an account that has left, because every change begins with
 * one of them.
 */
const KEPT = ['credentials', 'events', 'ledger_entries', 'payment_links'];

/**
 * Once it has returned, every change of the account is recorded, and the database can refuse changes. Each table waits
 * for the transactions that are writing to it, for at most 200 ms at a time.
 */
export async function raiseFences(
  client: pg.ClientBase,
  accountId: string,
  tables: readonly AccountTable[],
): Promise<void> {
  const fenced = new Set(await listFenced(client, accountId));
  for (const table of tables) {
    // Triggers of an earlier attempt may be of an earlier schema.
    await trying(client, async () => {
      if (fenced.has(table.name)) await removeFence(client, accountId, table);
      await setFence(client, accountId, table);
    });
  }
}

/** Throws when a change may have been made without being recorded, because the copy may then lack it. */
export async function requireFences(
  client: pg.ClientBase,
  accountId: string,
  tables: readonly AccountTable[],
): Promise<void> {
  const standing = new Set(await listStanding(client, accountId));
  const open = tables.filter(({ name }) => !standing.has(name)).map(({ name }) => name);
  if (open.length > 0) throw new Error(`what notes changes of ${open.join(', ')} is gone`);
}

/**
 * Removes the triggers from all tables but these; by default, the tables to which nothing may ever be written again.
 */
export async function keepFences(
  client: pg.ClientBase,
  accountId: string,
  kept: readonly string[] = KEPT,
): Promise<void> {
  for (const name of await listFenced(client, accountId)) {
    if (!kept.includes(name)) await trying(client, () => removeFence(client, accountId, { name }));
  }
}

async function trying(client: pg.ClientBase, change: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query('begin');
      await client.query(`set local lock_timeout = '${LOCK_TIMEOUT_MS}ms'`);
      await change();
      await client.query('commit');
      return;
    } catch (error) {
      await client.query('rollback');
      const isLocked = error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE;
      if (!isLocked || attempt === MOST_ATTEMPTS) throw error;
      await delay(RETRY_PAUSE_MS);
    }
  }
}
