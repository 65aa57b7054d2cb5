import type pg from 'pg';

/** Where Postgres's write-ahead log ends, in bytes. */
export async function readWal(owner: pg.Client): Promise<number> {
  const { rows } = await owner.query<{ bytes: string }>(`select pg_current_wal_lsn() - '0/0' as bytes`);
  return Number(rows[0]?.bytes);
}

/** What the log holds between two of its positions, in bytes. */
export interface WalContent {
  /** What changed. */
  records: number;
  /** Whole pages, each written at its first change after a checkpoint. */
  pages: number;
}

/** Needs the extension pg_walinspect, which comes with Postgres, and the log of that time, which checkpoints remove. */
export async function readWalContent(owner: pg.Client, from: number, to: number): Promise<WalContent> {
  const { rows } = await owner.query<Record<keyof WalContent, string>>(
    `select coalesce(sum(record_size), 0) as records, coalesce(sum(fpi_size), 0) as pages
       from pg_get_wal_stats('0/0'::pg_lsn + $1::numeric, '0/0'::pg_lsn + $2::numeric)`,
    [from, to],
  );
  return { records: Number(rows[0]?.records), pages: Number(rows[0]?.pages) };
}
