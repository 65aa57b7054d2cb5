import type { Witness } from '../../account-moves/index.ts';
import { environmentOf, type Cell } from '../../cells/index.ts';
import { readConfig, withoutKeys, type Config } from '../../config/index.ts';
import { connect, requireCurrent, type Database } from '../../db/index.ts';
import { quietLogger, requireDatabase, withDatabase } from '../deployment/deployment.ts';
import { readCatalogue, type Catalogue } from './catalogue.ts';

/** As its environment file has it; commands send no transactions on chain. */
export function configOfCell(cell: Pick<Cell, 'cell' | 'environmentFile'>): Config {
  return withoutKeys(readConfig(environmentOf(cell, process.env)));
}

/** Throws StartupError when the cell's database cannot be reached, or has another schema than this program. */
export async function readCatalogueOf(config: Config): Promise<Catalogue> {
  await requireDatabase(config, false);
  return withDatabase(config, async (url) => {
    await requireCurrent(url);
    return withConnection(config, url, (db) => readCatalogue(db.read));
  });
}

/** Runs the work on a connection of the service's own role. */
export async function withConnection<T>(
  config: Config,
  connectionString: string,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const db = connect({ connectionString, maxTransactions: 1, logger: quietLogger(config) });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

/** Opens a resource of each cell in turn, and closes all when the work is done. */
export async function withEach<Opened, T>(
  configs: readonly Config[],
  open: (config: Config, work: (opened: Opened) => Promise<T>) => Promise<T>,
  work: (opened: Opened[]) => Promise<T>,
): Promise<T> {
  const [first, ...rest] = configs;
  if (!first) return work([]);
  return open(first, (one) => withEach(rest, open, (others) => work([one, ...others])));
}

/** Runs the work with a connection to each of these cells. */
export function withReaders<T>(
  configs: readonly Config[],
  work: (witnesses: Witness[]) => Promise<T>,
): Promise<T> {
  return withEach<Witness, T>(
    configs,
    (config, read) =>
      withDatabase(config, (url) =>
        withConnection(config, url, (db) => read({ cell: config.cell, read: db.read })),
      ),
    work,
  );
}
