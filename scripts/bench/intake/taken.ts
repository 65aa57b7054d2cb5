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

/** Those since a position of the log, whose commits tell when. */
export async function readTaken(owner: pg.Client, wal: number): Promise<Taken[]> {
  const { rows } = await owner.query<Record<keyof Taken, string>>(
    `with commits as materialized (
       select xid, split_part(description, ';', 1)::timestamptz as at
         from pg_get_wal_records_info('0/0'::pg_lsn + $1::numeric, pg_current_wal_flush_lsn())
        where resource_manager = 'Transaction' and record_type = 'COMMIT'
     )
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
