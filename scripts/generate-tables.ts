// Generates src/db/tables.ts from a database with all migrations. A test compares the two.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../src/db/embedded/index.ts';
import { migrate } from '../src/db/index.ts';
import { createLogger } from '../src/lib/logger.ts';
import { renderTables, TABLES } from './tables/render.ts';

const dataDir = await mkdtemp(join(tmpdir(), 'payments-tables-'));
try {
  const postgres = await startEmbeddedPostgres({ dataDir, logger: createLogger('warn') });
  try {
    await migrate(postgres.connectionString);
    const client = new pg.Client({ connectionString: postgres.connectionString });
    await client.connect();
    try {
      await writeFile(TABLES, await renderTables(async (text) => (await client.query<object>(text)).rows));
    } finally {
      await client.end();
    }
  } finally {
    await postgres.stop();
  }
} finally {
  await rm(dataDir, { recursive: true, force: true });
}
