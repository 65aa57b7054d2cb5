import pg from 'pg';
import { passesWhenRepeated } from '../../../src/db/constraints.ts';

const MOST_ATTEMPTS = 10;

/**
 * Runs a load with the indexes of some tables switched off, and rebuilds them afterwards: maintaining them row by row
 * would take most of the time. Indexes and constraints stay the same, and uniqueness is checked during the rebuild.
 * Nothing else may write many rows to these tables meanwhile, and a failed load leaves the indexes off. Needs a superuser.
 */
export async function loadWithoutIndexes(
  databaseUrl: string,
  tables: readonly string[],
  load: () => Promise<void>,
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(SWITCH_OFF, [tables]);
    await load();
    await client.query(`set maintenance_work_mem = '1GB'`);
    for (const table of tables) await rebuild(client, table);
  } finally {
    await client.end();
  }
}

/**
 * A transaction that has read a table and then writes to it holds the index that the rebuild waits for, and waits for the
 * table that the rebuild holds. The service repeats its side of that deadlock, and so does this one.
 */
async function rebuild(client: pg.Client, table: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query(`reindex table ${table}`);
      return;
    } catch (error) {
      if (!passesWhenRepeated(error) || attempt === MOST_ATTEMPTS) throw error;
    }
  }
}

/** The state a failed CREATE INDEX CONCURRENTLY leaves an index in: neither maintained nor used until REINDEX. */
const SWITCH_OFF = `
  update pg_index set indisready = false, indisvalid = false
   where indrelid in (select oid from pg_class where oid = any ($1::regclass[]) and relkind = 'r'
                      union all select inhrelid from pg_inherits where inhparent = any ($1::regclass[]))`;
