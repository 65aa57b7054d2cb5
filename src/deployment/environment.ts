import type { Environment } from '../lib/environment.ts';
import type { Database, Queryable } from '../db/index.ts';
import { StartupError } from '../lib/errors/errors.ts';
import {
  findCell,
  findEnvironment,
  findUnsettledSince,
  recordCell,
  recordEnvironment,
} from './repository.ts';

/**
 * Ensures that a database is only ever used in one environment, that of its first start (D25). Otherwise simulated
 * money would become real, or vice versa. Throws StartupError for any other environment.
 */
export async function requireEnvironment(
  db: Pick<Database, 'transaction'>,
  environment: Environment,
): Promise<void> {
  // In a transaction, which may wait longer for its connection than a read, because a busy machine must not fail a
  // start.
  const owner = await db.transaction(async (trx) => {
    const known = await findEnvironment(trx);
    if (known !== undefined) return known;
    await recordEnvironment(trx, { environment });
    return findEnvironment(trx);
  });
  if (owner === environment) return;
  const other = owner ?? (environment === 'live' ? 'test' : 'live');
  throw new StartupError(
    `This database belongs to ENVIRONMENT=${other}: start with that, or choose another DATABASE_URL or DATA_DIR.`,
  );
}

/**
 * Ensures that a database only ever belongs to one cell, that of its first start (D73). Otherwise its identifiers would
 * name another. Throws StartupError for any other cell. Call it after `requireEnvironment`.
 */
export async function requireCell(db: Pick<Database, 'transaction'>, cell: number): Promise<void> {
  const owner = await db.transaction(async (trx) => {
    await recordCell(trx, { cell });
    return findCell(trx);
  });
  if (owner === cell) return;
  throw new StartupError(
    `This database belongs to CELL=${owner}: start with that, or choose another DATABASE_URL or DATA_DIR.`,
  );
}

/**
 * Ensures that a restored cell works only once the others were asked which accounts are here (D74), because an account
 * that has moved since would work in two. Throws StartupError until then.
 */
export async function requireSettled(on: Queryable, cell: number): Promise<void> {
  if ((await findUnsettledSince(on)) === undefined) return;
  throw new StartupError(
    `This database was restored, and accounts may have moved since: ask the other cells first, with payments accounts settle --cell ${cell}.`,
  );
}
