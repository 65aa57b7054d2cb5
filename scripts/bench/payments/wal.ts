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

/** Needs the log of that time: see `keepWal`. */
export async function readWalContent(owner: pg.Client, from: number, to: number): Promise<WalContent> {
  const { rows } = await owner.query<Record<keyof WalContent, string>>(
    `select coalesce(sum(record_size), 0) as records, coalesce(sum(fpi_size), 0) as pages
       from pg_get_wal_stats('0/0'::pg_lsn + $1::numeric, '0/0'::pg_lsn + $2::numeric)`,
    [from, to],
  );
  return { records: Number(rows[0]?.records), pages: Number(rows[0]?.pages) };
}
