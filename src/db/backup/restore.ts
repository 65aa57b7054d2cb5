import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import knex from 'knex';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { StartupError } from '../../lib/errors/errors.ts';
import { openSealed, type Unsealing } from '../../lib/secrets/seal.ts';
import { applyMigrations, findUnknown, listNames, lockMigrations, migrationConfig } from '../index.ts';
import { prepareToContinue } from './after-restore.ts';
import {
  hasUnfinishedCopy,
  isEmpty,
  listForeignKeys,
  listTables,
  namesIn,
  quoted,
  readSequences,
  type Table,
} from './catalog.ts';
import { altered, Measure, Reader, type Contents, type Copied, type Header } from './format.ts';
import { withSession } from './session.ts';

interface Restored {
  header: Header;
  /** Whether its seal was verified. */
  isVerified: boolean;
  tables: number;
  rows: number;
}

/**
 * Restores a backup of `backUp` into an empty database, in one transaction: the schema as it was, the rows, then this
 * program's newer migrations. Only verified data is restored, unless unsealed backups are accepted. Throws
 * StartupError, with nothing changed, if the backup was altered, is of another environment or newer than this program,
 * or the database is not empty.
 */
export async function restore(
  connectionString: string,
  source: Readable,
  environment: string,
  unsealing: Unsealing,
): Promise<Restored> {
  const unpacked = createGunzip();
  try {
    const { content, isVerified } = await openSealed(source, 'backup', unsealing);
    // Errors of the content are thrown where it is read.
    pipeline(content, unpacked).catch(() => undefined);
    const restored = await restoreFrom(new Reader(unpacked), connectionString, environment);
    return { ...restored, isVerified };
  } finally {
    unpacked.destroy();
    source.destroy();
  }
}

function restoreFrom(
  reader: Reader,
  connectionString: string,
  environment: string,
): Promise<Omit<Restored, 'isVerified'>> {
  return withSession(connectionString, async (client) => {
    const header = await reader.header();
    requireEnvironment(header, environment);
    await requireKnown(header);
    // A service that starts meanwhile waits, and then finds the restored database.
    await lockMigrations(client);
    if (!(await isEmpty(client))) {
      throw new StartupError(
        'The database is not empty: restore into a new one, and keep the old one until the new one is in use.',
      );
    }
    const migrator = knex(migrationConfig(connectionString));
    const copied = await migrator.transaction(
      async (trx) => {
        await applyMigrations(trx, header.migrations);
        const tables = await load(client, reader, header).catch((error: unknown) => {
          // A genuine backup fits its schema, so data that does not was altered.
          throw error instanceof pg.DatabaseError && /^2[23]/.test(error.code ?? '') ? altered(error) : error;
        });
        await applyMigrations(trx);
        await prepareToContinue(client);
        return tables;
      },
      { connection: client },
    );
    await client.query('analyze');
    return { header, tables: copied.length, rows: copied.reduce((sum, { rows }) => sum + rows, 0) };
  });
}

function requireEnvironment(header: Header, environment: string): void {
  if (header.environment === environment) return;
  throw new StartupError(
    `This backup is of ENVIRONMENT=${header.environment}: it cannot be restored for ENVIRONMENT=${environment}.`,
  );
}

async function requireKnown({ migrations }: Header): Promise<void> {
  const unknown = await findUnknown(migrations);
  if (unknown.length === 0) return;
  throw new StartupError(
    `The backup is newer than this program, which does not know its migrations ${listNames(unknown)}. Restore it with the version that made it, or a later one.`,
  );
}

/** Fills the tables, whose schema is the backup's. */
async function load(client: pg.Client, reader: Reader, header: Header): Promise<Copied[]> {
  for (const day of header.log_days) {
    await client.query('select make_request_log_partitions($1, $1)', [day]);
  }
  const tables = await listTables(client);
  const names = tables.map(({ name }) => name);
  // The rows that triggers derive are in the backup too.
  for (const name of names) await client.query(`alter table ${quoted(name)} disable trigger user`);
  // Checked once all rows are there.
  const foreignKeys = await listForeignKeys(client);
  for (const { table, name } of foreignKeys)
    await client.query(`alter table ${table} drop constraint ${name}`);
  // Migrations insert rows, which may have changed since.
  await client.query(`truncate ${namesIn(names)}`);

  const copied: Copied[] = [];
  for (;;) {
    const part = await reader.next();
    if (!('columns' in part)) {
      await reader.requireSeal();
      await requireComplete(client, tables, copied, part);
      break;
    }
    copied.push(await loadTable(client, reader, requireSame(tables, part)));
  }
  const checks = (await hasUnfinishedCopy(client, names)) ? 'not valid' : '';
  for (const { table, name, definition } of foreignKeys)
    await client.query(`alter table ${table} add constraint ${name} ${definition} ${checks}`);
  for (const name of names) await client.query(`alter table ${quoted(name)} enable trigger user`);
  return copied;
}

async function loadTable(client: pg.Client, reader: Reader, table: Table): Promise<Copied> {
  const measure = new Measure();
  const { name, columns } = table;
  const copy = client.query(copyFrom(`copy ${quoted(name)} (${namesIn(columns)}) from stdin`));
  await pipeline(Readable.from(reader.rows(measure), { objectMode: false }), copy);
  if (copy.rowCount !== measure.extent.rows) throw altered();
  return { name, ...measure.extent };
}

/** The table with the columns in the backup's order. */
function requireSame(tables: readonly Table[], backedUp: Table): Table {
  const known = tables.find(({ name }) => name === backedUp.name);
  const isSame = known && String([...known.columns].sort()) === String([...backedUp.columns].sort());
  if (!isSame) {
    throw new StartupError(
      `The backup has the table ${backedUp.name} with columns that its schema does not have: it is damaged, or the database was changed by other means than migrations.`,
    );
  }
  return backedUp;
}

async function requireComplete(
  client: pg.Client,
  tables: readonly Table[],
  copied: readonly Copied[],
  contents: Contents,
): Promise<void> {
  if (JSON.stringify(copied) !== JSON.stringify(contents.tables)) throw altered();
  const missing = tables.filter(({ name }) => !copied.some((table) => table.name === name));
  if (missing.length > 0) throw new StartupError(`The backup lacks the table ${missing[0]?.name}.`);
  const known = (await readSequences(client)).map(({ name }) => name);
  for (const { name, last_value, is_called } of contents.sequences) {
    if (!known.includes(name)) throw new StartupError(`The backup has an unknown sequence ${name}.`);
    await client.query('select setval($1::regclass, $2::bigint, $3)', [quoted(name), last_value, is_called]);
  }
}
