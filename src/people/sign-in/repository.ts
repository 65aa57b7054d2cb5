import { command, named, type Queryable, sql, statement, type Trx } from '../../db/index.ts';

/** Records one attempt in each of its scopes. */
export const insertAttempt = command.run<{ id: string; scopeHashes: Buffer[] }>(
  'sign_in_attempts.insert',
  (p) =>
    named(
      `insert into sign_in_attempts (scope_hash, id, created_at)
     select scope, :id::uuid, service_now() from unnest(:scopeHashes::bytea[]) as scope`,
      p,
    ),
);

const countStatement = statement<{ scopeHashes: Buffer[]; windowS: number }, { tries: number }>(
  'sign_in_attempts.count',
  (p) =>
    named(
      `select (select count(*)::integer from sign_in_attempts a
                where a.scope_hash = scope.hash and a.created_at > service_now() - :windowS * interval '1 second') as tries
         from unnest(:scopeHashes::bytea[]) with ordinality as scope (hash, place) order by scope.place`,
      p,
    ),
);

/** How often each scope was tried within the last `windowS` seconds, in the same order. */
export async function countAttempts(
  on: Queryable,
  scopeHashes: Buffer[],
  windowS: number,
): Promise<number[]> {
  return (await countStatement.all(on, { scopeHashes, windowS })).map(({ tries }) => tries);
}

/** A successful attempt uses up no allowance. */
export const withdrawAttempt = command.run<{ id: string; scopeHashes: Buffer[] }>(
  'sign_in_attempts.withdraw',
  (p) => named('delete from sign_in_attempts where scope_hash = any(:scopeHashes::bytea[]) and id = :id', p),
);

const purgeAttemptsStatement = statement<{ limit: number }>('sign_in_attempts.purge', (p) =>
  named(
    `delete from sign_in_attempts where (scope_hash, id) in (
       select scope_hash, id from sign_in_attempts where created_at < service_now() - interval '1 day'
        order by created_at limit :limit)`,
    p,
  ),
);

export function purgeAttempts(trx: Trx, limit: number): Promise<number> {
  return purgeAttemptsStatement.run(trx, { limit });
}

const isKnownStatement = statement<{ email: string; tokenHash: Buffer }, { known: boolean }>(
  'known_devices.find',
  (p) =>
    named(
      `select true as known from users u join known_devices d on d.user_id = u.id
        where u.email = :email and d.token_hash = :tokenHash`,
      p,
    ),
);

/** Whether the user with this e-mail address has signed in on this device. */
export async function isKnownDevice(on: Queryable, email: string, tokenHash: Buffer): Promise<boolean> {
  return (await isKnownStatement.first(on, { email, tokenHash })) !== undefined;
}

const putDeviceStatement = statement<{ userId: string; tokenHash: Buffer }, { is_new: boolean }>(
  'known_devices.put',
  (p) =>
    named(
      `insert into known_devices (user_id, token_hash, last_used_at) values (:userId, :tokenHash, service_now())
       on conflict (user_id, token_hash) do update set last_used_at = excluded.last_used_at
       returning xmax = 0 as is_new`,
      p,
    ),
);

/** True when the user has never signed in on this device. */
export async function putDevice(trx: Trx, userId: string, tokenHash: Buffer): Promise<boolean> {
  return (await putDeviceStatement.first(trx, { userId, tokenHash }))?.is_new === true;
}

export const forgetDevices = command.run<{ userId: string }>('known_devices.forget', (p) =>
  sql('known_devices').where({ user_id: p.userId }).delete(),
);

const purgeDevicesStatement = statement<{ limit: number }>('known_devices.purge', (p) =>
  named(
    `delete from known_devices where (user_id, token_hash) in (
       select user_id, token_hash from known_devices where last_used_at < service_now() - interval '180 days'
        order by last_used_at limit :limit)`,
    p,
  ),
);

export function purgeDevices(trx: Trx, limit: number): Promise<number> {
  return purgeDevicesStatement.run(trx, { limit });
}
