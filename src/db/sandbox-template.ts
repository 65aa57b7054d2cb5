import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { findPackagedBinaries, readVersion } from './embedded/binaries.ts';
import { ensureTemplate } from './embedded/template.ts';
import { migrate } from './migrate.ts';
import type { Logger } from '../lib/logger.ts';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const CACHE = 'payments-account-api';

/**
 * The folder of a database with the current schema and no rows, which sandboxes copy when they start. It is kept in the
 * user's cache, where the first sandbox of a version of this program makes it.
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

/** Over everything that decides what is in the template. */
async function digestSources(): Promise<string> {
  const own = extname(import.meta.url);
  const migrations = (await readdir(join(HERE, 'migrations'))).sort();
  const files = [
    ...migrations.map((name) => join('migrations', name)),
    `embedded/cluster${own}`,
    `sandbox-template${own}`,
  ];
  const texts = await Promise.all(files.map((file) => readFile(join(HERE, file), 'utf8')));
  const postgres = await readVersion(findPackagedBinaries());
  return createHash('sha256')
    .update(JSON.stringify([postgres, files, texts]))
    .digest('hex')
    .slice(0, 32);
}

async function fill(connectionString: string): Promise<void> {
  await migrate(connectionString);
  const client = new pg.Client({ connectionString });
  // Without a listener, a connection that dies would end the process; its running statement fails anyway.
  client.on('error', () => undefined);
  await client.connect();
  // Two of three files of a new cluster belong to databases that nobody here uses, and copying is most of a start.
  await client.query('alter database template0 is_template false');
  await client.query('alter database template1 is_template false');
  for (const name of ['postgres', 'template0', 'template1'])
    await client.query(`drop database ${name} with (force)`);
  await client.end();
}
