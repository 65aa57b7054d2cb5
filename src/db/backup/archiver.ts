import { query, type Queryable, sql } from '../index.ts';

const failingQuery = query.first<Record<string, never>, { failing: boolean }>('wal_archive.failing', () =>
  sql('pg_stat_archiver').select(
    sql.raw('coalesce(last_failed_time > coalesce(last_archived_time, to_timestamp(0)), false) as failing'),
  ),
);

/** Whether the last attempt to archive a file of the log failed; Postgres retries until it succeeds. */
export async function isArchiveFailing(on: Queryable): Promise<boolean> {
  return (await failingQuery(on))?.failing === true;
}
