import { prepareSession, type Side } from '../../account-moves/index.ts';
import type { Config } from '../../config/index.ts';
import { openAsOwner, requireCurrent } from '../../db/index.ts';
import { requireDatabase, withDatabase } from '../frame/deployment.ts';
import { withConnection } from './database.ts';

/** Runs the work on the database of a cell, as the service and as its owner. Throws StartupError when it cannot be reached. */
export async function withSide<T>(config: Config, work: (side: Side) => Promise<T>): Promise<T> {
  await requireDatabase(config, false);
  return withDatabase(config, async (url) => {
    await requireCurrent(url);
    const client = await openAsOwner(url);
    try {
      await prepareSession(client);
      return await withConnection(config, url, (db) => work({ cell: config.cell, db, client }));
    } finally {
      await client.end().catch(() => undefined);
    }
  });
}

/** Opens one after another, and closes all when the work is done. */
export async function withSides<T>(
  configs: readonly Config[],
  work: (sides: Side[]) => Promise<T>,
): Promise<T> {
  const [first, ...rest] = configs;
  if (!first) return work([]);
  return withSide(first, (side) => withSides(rest, (sides) => work([side, ...sides])));
}
