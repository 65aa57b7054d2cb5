import pg from 'pg';

/**
 * Runs a load with the indexes of some tables switched off, and builds them afterwards: keeping them row by row would
 * be most of the time. They stay the very same indexes and constraints, and unique ones are proven when they are built.
 * Nothing else may write to these tables meanwhile, and a load that fails leaves them off. Needs a superuser.
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
    for (const table of tables) await client.query(`reindex table ${table}`);
  } finally {
    await client.end();
  }
}

/** As a CREATE INDEX CONCURRENTLY leaves an index when it fails: neither kept nor read, until REINDEX makes it whole. */
const SWITCH_OFF = `
  update pg_index set indisready = false, indisvalid = false
   where indrelid in (select oid from pg_class where oid = any ($1::regclass[]) and relkind = 'r'
                      union all select inhrelid from pg_inherits where inhparent = any ($1::regclass[]))`;
