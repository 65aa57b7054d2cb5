import { columns, command, mayExpire, named, query, sql, type Trx, type Tables } from '../db/index.ts';

const lock = command.first<{ lockKey: string }, { locked: boolean }>('idempotency.lock', (p) =>
  sql.select(named('pg_try_advisory_xact_lock(:lockKey::bigint) as locked', p)),
);

export async function tryLock(trx: Trx, lockKey: string): Promise<boolean> {
  return (await lock(trx, { lockKey }))?.locked ?? false;
}

interface RecordKey {
  accountId: string;
  key: string;
}

/** The record of a key, which is the stored response to a call or a call in progress. */
export interface RecordRow extends Pick<
  Tables['idempotency_records'],
  'accountId' | 'key' | 'requestHash' | 'credentialId' | 'body' | 'sealedBody' | 'effectKey'
> {
  /** Null while there is no response. */
  status: number | null;
  headers: Record<string, string>;
  /** Past its 24 hours. */
  expired: boolean;
  /** Whether the reservation is still held. */
  leased: boolean;
}

export const findRecord = query.first<RecordKey, RecordRow>('idempotency.find', (p) =>
  sql('idempotency_records')
    .where({ account_id: p.accountId, key: p.key })
    .select('account_id', 'key', 'request_hash', 'credential_id', 'status', 'headers', 'body', 'sealed_body')
    .select('effect_key')
    .select(
      sql.raw('expires_at <= service_now() as expired'),
      sql.raw('coalesce(leased_until > now(), false) as leased'),
    ),
);

/** Makes room for a new record of the key. Only for a record that counts as absent. */
export const removeRecord = command.run<RecordKey>('idempotency.remove', (p) =>
  sql('idempotency_records').where({ account_id: p.accountId, key: p.key }).delete(),
);

export interface NewAnswer {
  accountId: string;
  key: string;
  requestHash: Buffer;
  credentialId: string | null;
  status: number;
  headers: string;
  body: string | null;
  sealedBody: Buffer | null;
  createdAt: Date;
  expiresAt: Date;
}

/** Throws `idempotency_request_in_progress` when the key already has a record. */
// A live record of the key is never overwritten, because the primary key prevents it (see `db/constraints.ts`).
export const insertAnswer = command.run<NewAnswer>('idempotency.insert_answer', (p) =>
  sql('idempotency_records').insert(
    columns(p, [
      'accountId',
      'key',
      'requestHash',
      'credentialId',
      'status',
      'headers',
      'body',
      'sealedBody',
      'createdAt',
      'expiresAt',
    ]),
  ),
);

export interface NewReservation {
  accountId: string;
  key: string;
  requestHash: Buffer;
  credentialId: string | null;
  effectKey: string;
  leaseToken: string;
  leaseMs: number;
  createdAt: Date;
  expiresAt: Date;
}

/** Throws `idempotency_request_in_progress` when the key already has a record. */
export const insertReservation = command.run<NewReservation>('idempotency.insert_reservation', (p) =>
  sql('idempotency_records').insert({
    ...columns(p, [
      'accountId',
      'key',
      'requestHash',
      'credentialId',
      'effectKey',
      'leaseToken',
      'createdAt',
      'expiresAt',
    ]),
    headers: '{}',
    leased_until: named("now() + :leaseMs * interval '1 millisecond'", p),
  }),
);

const endReservationCommand = command.run<RecordKey & { token: string }>('idempotency.end_reservation', (p) =>
  sql('idempotency_records').where({ account_id: p.accountId, key: p.key, lease_token: p.token }).delete(),
);

/** False when the reservation with this token no longer exists. */
export async function endReservation(trx: Trx, reservation: RecordKey & { token: string }): Promise<boolean> {
  return (await endReservationCommand(trx, reservation)) === 1;
}

/** Deletes records that already count as absent. Returns how many, at most the limit. */
export const purgeRecords = command.run<{ limit: number }>('idempotency.purge', (p) =>
  named(
    `delete from idempotency_records where (account_id, key) in (
       select account_id, key from idempotency_records
        where expires_at <= service_now() and ${mayExpire('account_id')}
        order by expires_at limit :limit for update skip locked)`,
    p,
  ),
);
