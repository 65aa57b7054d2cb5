import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { CLUSTER_SETTINGS, ensureTemplate, findPackagedBinaries, readVersion } from './embedded/index.ts';
import { migrate } from './migrate.ts';
import type { Logger } from '../lib/logger.ts';

const MIGRATIONS = fileURLToPath(new URL('migrations/', import.meta.url));
/** Two thirds of a new cluster's files belong to unused databases, and copying them takes most of a start. */
const REDUCTION = [
  'alter database template0 is_template false',
  'alter database template1 is_template false',
  'drop database postgres with (force)',
  'drop database template0 with (force)',
  'drop database template1 with (force)',
];
const CACHE = 'payments-account-api';

/**
 * The folder of a database with the current schema and no rows, which sandboxes copy when they start. It is kept in the
 * user's cache, where the first sandbox of each version of this program creates it.
 */
export async function sandboxTemplate(logger: Logger): Promise<string> {
  return ensureTemplate({ cacheDir: cacheFolder(), key: await digestSources(), fill, logger });
}

/** Root's home is usually closed to the user that root runs Postgres as. */
function cacheFolder(): string {
  const { XDG_CACHE_HOME } = process.env;
  const cache = process.getuid?.() === 0 ? '/var/cache' : join(homedir(), '.cache');
  return join(XDG_CACHE_HOME || cache, CACHE);
}

/** Hashes everything that determines the template's content. */
async function digestSources(): Promise<string> {
  const migrations = (await readdir(MIGRATIONS)).sort();
  const texts = await Promise.all(migrations.map((name) => readFile(join(MIGRATIONS, name), 'utf8')));
  const postgres = await readVersion(findPackagedBinaries());
  return createHash('sha256')
    .update(JSON.stringify([postgres, CLUSTER_SETTINGS, migrations, texts, REDUCTION]))
    .digest('hex')
    .slice(0, 32);
}

async function fill(connectionString: string): Promise<void> {
  await migrate(connectionString);
  const client = new pg.Client({ connectionString });
  // Without a listener, a connection that dies would end the process; its running statement fails anyway.
  client.on('error', () => undefined);
  await client.connect();
  for (const statement of REDUCTION) await client.query(statement);
  await client.end();
}
