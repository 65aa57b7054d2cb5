import { columns, command, named, query, sql, statement, type Trx } from '../../db/index.ts';

export interface PasskeyRow {
  user_id: string;
  id: string;
  credential_id: string;
  public_key: Buffer;
  /** A bigint, as text. */
  sign_counter: string;
  transports: string[];
  name: string;
  created_at: Date;
  last_used_at: Date | null;
}

type NewPasskey = Omit<PasskeyRow, 'last_used_at'>;

const insertStatement = statement<NewPasskey>('passkeys.insert', (p) =>
  sql('passkeys')
    .insert(
      columns(p, [
        'user_id',
        'id',
        'credential_id',
        'public_key',
        'sign_counter',
        'transports',
        'name',
        'created_at',
      ]),
    )
    .onConflict('credential_id')
    .ignore(),
);

/** False when it is known already, to this user or another. */
export async function insertPasskey(trx: Trx, passkey: NewPasskey): Promise<boolean> {
  return (await insertStatement.run(trx, passkey)) === 1;
}

export const listPasskeys = query.all<{ userId: string }, PasskeyRow>('passkeys.list', (p) =>
  sql('passkeys').where({ user_id: p.userId }).orderBy(['created_at', 'id']).select('*'),
);

/** Undefined also when its user is disabled. */
export const findPasskey = query.first<{ credentialId: string }, PasskeyRow>('passkeys.find', (p) =>
  named(
    `select k.* from passkeys k join users u on u.id = k.user_id
      where k.credential_id = :credentialId and u.disabled_at is null`,
    p,
  ),
);

const useStatement = statement<{ userId: string; id: string; counter: string }>('passkeys.use', (p) =>
  named(
    `update passkeys set sign_counter = :counter, last_used_at = service_now()
      where user_id = :userId and id = :id
        and (sign_counter < :counter::bigint or sign_counter = 0 and :counter::bigint = 0)`,
    p,
  ),
);

/** False when its counter has not grown, which it always does unless the authenticator does not count. */
export async function noteUse(
  trx: Trx,
  use: { userId: string; id: string; counter: string },
): Promise<boolean> {
  return (await useStatement.run(trx, use)) === 1;
}

const deleteStatement = statement<{ userId: string; id: string }, { name: string }>('passkeys.delete', (p) =>
  sql('passkeys').where({ user_id: p.userId, id: p.id }).delete().returning('name'),
);

/** Returns its name; undefined when the user has no such passkey. */
export async function deletePasskey(trx: Trx, userId: string, id: string): Promise<string | undefined> {
  return (await deleteStatement.first(trx, { userId, id }))?.name;
}

export const deletePasskeys = command.run<{ userId: string }>('passkeys.delete_all', (p) =>
  sql('passkeys').where({ user_id: p.userId }).delete(),
);

export const insertChallenge = command.run<{ challenge: string; userId: string | null }>(
  'passkey_challenges.insert',
  (p) =>
    sql('passkey_challenges').insert({
      challenge: p.challenge,
      user_id: p.userId,
      expires_at: sql.raw("service_now() + interval '5 minutes'"),
    }),
);

const takeChallengeStatement = statement<{ challenge: string; userId: string | null }>(
  'passkey_challenges.take',
  (p) =>
    named(
      `delete from passkey_challenges
        where challenge = :challenge and user_id is not distinct from :userId::uuid and expires_at > service_now()`,
      p,
    ),
);

/** Uses the challenge up; false when it is unknown, used, expired or was for somebody else. */
export async function takeChallenge(trx: Trx, challenge: string, userId: string | null): Promise<boolean> {
  return (await takeChallengeStatement.run(trx, { challenge, userId })) === 1;
}

const purgeStatement = statement<{ limit: number }>('passkey_challenges.purge', (p) =>
  named(
    `delete from passkey_challenges where challenge in (
       select challenge from passkey_challenges where expires_at < service_now() order by expires_at limit :limit)`,
    p,
  ),
);

export function purgeChallenges(trx: Trx, limit: number): Promise<number> {
  return purgeStatement.run(trx, { limit });
}
