import { findWhereabouts, prepareSession, type Side, type Whereabouts } from '../../account-moves/index.ts';
import type { Config } from '../../config/index.ts';
import { openAsOwner, requireCurrent } from '../../db/index.ts';
import { workFor } from '../../lib/cell.ts';
import { requireDatabase, withDatabase } from '../deployment/deployment.ts';
import { configOfCell, withConnection, withEach } from './database.ts';
import { listCells } from './known-cells.ts';

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

/** The same on several cells. */
export function withSides<T>(configs: readonly Config[], work: (sides: Side[]) => Promise<T>): Promise<T> {
  return withEach<Side, T>(configs, withSide, work);
}

/** All cells, and the locations of all accounts that have ever moved. */
interface Located {
  here: Side;
  others: Side[];
  accounts: Whereabouts[];
}

/**
 * Asks this cell and all others for the locations of accounts, and runs the work on them. Throws StartupError when one
 * cannot be asked.
 */
export async function withLocated<T>(config: Config, work: (located: Located) => Promise<T>): Promise<T> {
  const rest = listCells(process.env).filter(({ cell }) => cell !== config.cell);
  return withSides(rest.map(configOfCell), (others) =>
    withSide(config, async (here) => {
      workFor(config.cell);
      const witnesses = [here, ...others].map(({ cell, db: { read } }) => ({ cell, read }));
      return work({ here, others, accounts: await findWhereabouts(witnesses) });
    }),
  );
}
