import type pg from 'pg';

/** Where Postgres's write-ahead log ends, in bytes. */
export async function readWal(owner: pg.Client): Promise<number> {
  const { rows } = await owner.query<{ bytes: string }>(`select pg_current_wal_lsn() - '0/0' as bytes`);
  return Number(rows[0]?.bytes);
}

/** Keeps the log from here on to be read, with `pg_walinspect`: only the bench makes checkpoints, which remove it. */
export async function keepWal(owner: pg.Client): Promise<void> {
  await owner.query('create extension pg_walinspect');
  for (const setting of [`checkpoint_timeout = '1d'`, `max_wal_size = '8GB'`, `wal_keep_size = '4GB'`])
    await owner.query(`alter system set ${setting}`);
  await owner.query('select pg_reload_conf()');
}

/** What the log holds between two of its positions, in bytes. */
export interface WalContent {
  /** What changed. */
  records: number;
  /** Whole pages, each written at its first change after a checkpoint. */
  pages: number;
}

/** What the log says about a relation, with all its partitions; about none, such as the ends of transactions, as ''. */
export interface RelationLog extends WalContent {
  name: string;
  table: string;
}

/**
 * What was logged about each relation. A record that changes several pages counts for the first of them. Needs the
 * log of that time: see `keepWal`.
 */
export async function readWalContent(owner: pg.Client, from: number, to: number): Promise<RelationLog[]> {
  const { rows } = await owner.query<Record<keyof RelationLog, string>>(
    `with blocks as (
       select start_lsn, (array_agg(relfilenode order by block_id))[1] as node, sum(block_fpi_length) as pages
         from pg_get_wal_block_info('0/0'::pg_lsn + $1::numeric, '0/0'::pg_lsn + $2::numeric, false)
        group by 1)
     select coalesce(coalesce(pg_partition_root(c.oid), c.oid)::regclass::text, '') as name,
            coalesce(coalesce(pg_partition_root(t.oid), t.oid)::regclass::text, '') as table,
            sum(r.record_length - r.fpi_length) as records, sum(r.fpi_length) as pages
       from pg_get_wal_records_info('0/0'::pg_lsn + $1::numeric, '0/0'::pg_lsn + $2::numeric) r
       left join blocks b using (start_lsn)
       left join pg_class c on c.relfilenode = b.node and c.relkind in ('r', 'i')
       left join pg_index i on i.indexrelid = c.oid
       left join pg_class t on t.oid = coalesce(i.indrelid, c.oid)
      group by 1, 2`,
    [from, to],
  );
  return rows.map(({ name, table, records, pages }) => ({
    name,
    table,
    records: Number(records),
    pages: Number(pages),
  }));
}
