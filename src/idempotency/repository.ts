import type { Queryable, Trx } from '../db/connect.ts';
import { sql, statement } from '../db/statement.ts';

const lockStatement = statement<{ lockKey: string }, { locked: boolean }>('idempotency.lock', (p) =>
  sql.select(sql.raw('pg_try_advisory_xact_lock(?::bigint) as locked', [p.lockKey])),
);

export async function tryLock(trx: Trx, lockKey: string): Promise<boolean> {
  return (await lockStatement.first(trx, { lockKey }))?.locked ?? false;
}

export interface RecordRow {
  account_id: string;
  key: string;
  request_hash: Buffer;
  status: number;
  headers: Record<string, string>;
  body: string | null;
  sealed_body: Buffer | null;
}

const findStatement = statement<{ accountId: string; key: string }, RecordRow>('idempotency.find', (p) =>
  sql('idempotency_records')
    .where({ account_id: p.accountId, key: p.key })
    .whereRaw('expires_at > service_now()')
    .select('account_id', 'key', 'request_hash', 'status', 'headers', 'body', 'sealed_body'),
);

export function findRecord(on: Queryable, accountId: string, key: string): Promise<RecordRow | undefined> {
  return findStatement.first(on, { accountId, key });
}

type InsertParams = Omit<RecordRow, 'headers'> & { headers: string; createdAt: Date; expiresAt: Date };

const insertStatement = statement<InsertParams>('idempotency.insert', (p) =>
  sql('idempotency_records')
    .insert({
      account_id: p.account_id,
      key: p.key,
      request_hash: p.request_hash,
      status: p.status,
      headers: p.headers,
      body: p.body,
      sealed_body: p.sealed_body,
      created_at: p.createdAt,
      expires_at: p.expiresAt,
    })
    // Only an expired record can be in the way here: a live one was found before, under the lock.
    .onConflict(['account_id', 'key'])
    .merge(),
);

export async function insertRecord(
  trx: Trx,
  record: RecordRow,
  createdAt: Date,
  expiresAt: Date,
): Promise<void> {
  await insertStatement.run(trx, {
    ...record,
    headers: JSON.stringify(record.headers),
    createdAt,
    expiresAt,
  });
}

const purgeStatement = statement<{ limit: number }>('idempotency.purge', (p) =>
  sql.raw(
    `delete from idempotency_records where (account_id, key) in (
       select account_id, key from idempotency_records where expires_at <= service_now()
        order by expires_at limit ? for update skip locked)`,
    [p.limit],
  ),
);

/** Deletes records that count as absent already. Answers how many, at most the limit. */
export function purgeRecords(trx: Trx, limit: number): Promise<number> {
  return purgeStatement.run(trx, { limit });
}
