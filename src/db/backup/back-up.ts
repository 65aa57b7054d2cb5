import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { StartupError } from '../../lib/errors/errors.ts';
import type { Keyring } from '../../lib/secrets/keyring.ts';
import { markKey, seal } from '../../lib/secrets/seal.ts';
import { findUnknown, listNames, readApplied } from '../index.ts';
import {
  listLogDays,
  listTables,
  namesIn,
  quoted,
  readEnvironment,
  readSequences,
  type Table,
} from './catalog.ts';
import { FORMAT, Measure, Writer, type Copied, type Header } from './format.ts';
import { withSession } from './session.ts';

/** The contents of a backup. */
export interface Summary extends Pick<Header, 'environment' | 'created_at'> {
  /** The newest migration that the database had. */
  schema_version: string | undefined;
  tables: number;
  rows: number;
}

/**
 * Writes the whole database as of one moment, sealed with the current key, while it stays in use; only schema changes
 * wait. Memory use does not grow with the database. Throws StartupError if there is nothing to restore.
 */
export function backUp(connectionString: string, keyring: Keyring, sink: Writable): Promise<Summary> {
  return withSession(connectionString, async (client) => {
    await client.query('begin isolation level repeatable read read only');
    const header = await readHeader(client, keyring);
    const tables = await listTables(client);
    // Prevents any of them from being altered or dropped before it is copied.
    await client.query(`lock table ${namesIn(tables.map(({ name }) => name))} in access share mode`);
    const copied: Copied[] = [];
    await pipeline(
      Readable.from(contentOf(client, header, tables, copied), { objectMode: false }),
      createGzip(),
      (packed: AsyncIterable<Buffer>) => seal(packed, 'backup', keyring),
      sink,
      { end: sink !== process.stdout },
    );
    await client.query('commit');
    const { migrations, environment, created_at } = header;
    const rows = copied.reduce((sum, table) => sum + table.rows, 0);
    return { schema_version: migrations.at(-1), environment, created_at, tables: copied.length, rows };
  });
}

async function* contentOf(
  client: pg.Client,
  header: Header,
  tables: readonly Table[],
  copied: Copied[],
): AsyncGenerator<Buffer> {
  const writer = new Writer();
  yield writer.line(header);
  for (const table of tables) {
    yield writer.line(table);
    const measure = new Measure();
    // As a query, because a partitioned table cannot be copied as a table.
    const rows: AsyncIterable<Buffer> = client.query(
      copyTo(`copy (select ${namesIn(table.columns)} from ${quoted(table.name)}) to stdout`),
    );
    yield* writer.rows(rows, measure);
    copied.push({ name: table.name, ...measure.extent });
  }
  // Read last, because a sequence must be beyond all copied values.
  yield writer.line({ tables: copied, sequences: await readSequences(client) });
  yield writer.seal();
}

async function readHeader(client: pg.Client, keyring: Keyring): Promise<Header> {
  const migrations = await readApplied(client);
  const environment = await readEnvironment(client);
  if (migrations === undefined || environment === undefined) {
    throw new StartupError('There is nothing to back up: no service was ever started on this database.');
  }
  const unknown = await findUnknown(migrations);
  if (unknown.length > 0) {
    throw new StartupError(
      `The database is newer than this program, which does not know its migrations ${listNames(unknown)}. Back it up with the version that added them.`,
    );
  }
  const { rows } = await client.query<{ now: Date; version: string }>(
    `select now(), current_setting('server_version') as version`,
  );
  return {
    format: FORMAT,
    migrations,
    environment,
    created_at: rows[0]?.now.toISOString() ?? '',
    postgres_version: rows[0]?.version ?? '',
    secrets_key: markKey(keyring),
    log_days: await listLogDays(client),
  };
}
