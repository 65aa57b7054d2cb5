// When each fact was taken in, from the log of Postgres: its commits have the time, and the processed notices their transaction.
import type pg from 'pg';
import { BANK } from './inbox.ts';

/** Postgres's clock, in milliseconds. */
export async function readClock(owner: pg.Client): Promise<number> {
  const { rows } = await owner.query<{ ms: string }>(
    'select extract(epoch from clock_timestamp()) * 1000 as ms',
  );
  return Number(rows[0]?.ms);
}

/** A fact that was taken in: times by Postgres's clock, in milliseconds. */
export interface Taken {
  receivedAtMs: number;
  takenAtMs: number;
  /** Of the transaction, which marks its notices as processed. */
  xid: string;
}

/** The transactions that were committed since a position of the log, with their times. */
const COMMITS = `commits as materialized (
  select xid, split_part(description, ';', 1)::timestamptz as at
    from pg_get_wal_records_info('0/0'::pg_lsn + $1::numeric, pg_current_wal_flush_lsn())
   where resource_manager = 'Transaction' and record_type = 'COMMIT')`;

/** Those since a position of the log, whose commits tell when. */
export async function readTaken(owner: pg.Client, wal: number): Promise<Taken[]> {
  const { rows } = await owner.query<Record<keyof Taken, string>>(
    `with ${COMMITS}
     select extract(epoch from n.received_at) * 1000 as "receivedAtMs", extract(epoch from c.at) * 1000 as "takenAtMs", c.xid
       from provider_notices n join commits c on c.xid = n.xmin
      where n.provider = $2 and n.status = 'processed'`,
    [wal, BANK.name],
  );
  return rows.map(({ receivedAtMs, takenAtMs, xid }) => ({
    receivedAtMs: Number(receivedAtMs),
    takenAtMs: Number(takenAtMs),
    xid,
  }));
}

/** When the transactions that inserted rows into a table were committed, first to last, in milliseconds. */
export async function readInsertions(owner: pg.Client, wal: number, table: string): Promise<number[]> {
  const { rows } = await owner.query<{ ms: string }>(
    `with ${COMMITS}, inserting as (
       select distinct r.xid
         from pg_get_wal_records_info('0/0'::pg_lsn + $1::numeric, pg_current_wal_flush_lsn()) r
         join pg_get_wal_block_info('0/0'::pg_lsn + $1::numeric, pg_current_wal_flush_lsn(), false) b using (start_lsn)
        where r.resource_manager = 'Heap' and r.record_type like 'INSERT%' and b.relfilenode = pg_relation_filenode($2)
     )
     select extract(epoch from c.at) * 1000 as ms from commits c join inserting i using (xid) order by c.at`,
    [wal, table],
  );
  return rows.map(({ ms }) => Number(ms));
}
