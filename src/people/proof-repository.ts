import { columns, command, named, query, type Queryable, sql, type Trx, type Tables } from '../db/index.ts';

export interface PasswordRow extends Pick<
  Tables['passwords'],
  'userId' | 'hash' | 'sealedTotpSecret' | 'changedAt'
> {
  /** A bigint, as text. */
  lastTotpStep: string;
}

export const putPassword = command.run<PasswordRow>('passwords.put', (p) =>
  sql('passwords')
    .insert(columns(p, ['userId', 'hash', 'sealedTotpSecret', 'lastTotpStep', 'changedAt']))
    .onConflict('user_id')
    .merge(),
);

export const findPassword = query.first<{ userId: string }, PasswordRow>('passwords.find', (p) =>
  sql('passwords').where({ user_id: p.userId }).select('*'),
);

export type PresentedPassword = PasswordRow & Pick<Tables['users'], 'email'>;

/** Undefined also for a user who is disabled, or who signs in with passkeys only. */
export const findPasswordByEmail = query.first<{ email: string }, PresentedPassword>(
  'passwords.by_email',
  (p) =>
    named(
      `select w.*, u.email from users u join passwords w on w.user_id = u.id
      where u.email = :email and u.disabled_at is null`,
      p,
    ),
);

const useStep = command.run<{ userId: string; step: string }>('passwords.use_step', (p) =>
  named(
    'update passwords set last_totp_step = :step where user_id = :userId and last_totp_step < :step::bigint',
    p,
  ),
);

/** False if a code of this step or a later one was used, because each counts once. */
export async function useTotpStep(trx: Trx, userId: string, step: number): Promise<boolean> {
  return (await useStep(trx, { userId, step: String(step) })) === 1;
}

const deleteCommand = command.run<{ userId: string }>('passwords.delete', (p) =>
  sql('passwords').where({ user_id: p.userId }).delete(),
);

/** With its second factor and recovery codes. False when the user has no password. */
export async function deletePassword(trx: Trx, userId: string): Promise<boolean> {
  return (await deleteCommand(trx, { userId })) === 1;
}

const insertCodes = command.run<{ userId: string; hmacs: Buffer[] }>('recovery_codes.insert', (p) =>
  named(
    'insert into recovery_codes (user_id, code_hmac) select :userId::uuid, hmac from unnest(:hmacs::bytea[]) as hmac',
    p,
  ),
);

const deleteCodes = command.run<{ userId: string }>('recovery_codes.delete', (p) =>
  sql('recovery_codes').where({ user_id: p.userId }).delete(),
);

/** Replaces all of the user's codes. */
export async function replaceCodes(trx: Trx, userId: string, hmacs: Buffer[]): Promise<void> {
  await deleteCodes(trx, { userId });
  await insertCodes(trx, { userId, hmacs });
}

const useCode = command.run<{ userId: string; hmacs: Buffer[] }>('recovery_codes.use', (p) =>
  named(
    `update recovery_codes set used_at = service_now()
      where user_id = :userId and code_hmac = any(:hmacs::bytea[]) and used_at is null`,
    p,
  ),
);

/** False when the user has no such code, or has used it. */
export async function useRecoveryCode(trx: Trx, userId: string, hmacs: Buffer[]): Promise<boolean> {
  return (await useCode(trx, { userId, hmacs })) === 1;
}

const countCodes = query.first<{ userId: string }, { left: number }>('recovery_codes.count', (p) =>
  named(
    'select count(*)::integer as left from recovery_codes where user_id = :userId and used_at is null',
    p,
  ),
);

export async function countRecoveryCodes(on: Queryable, userId: string): Promise<number> {
  return (await countCodes(on, { userId }))?.left ?? 0;
}

export interface Passkey extends Pick<
  Tables['passkeys'],
  'userId' | 'id' | 'credentialId' | 'publicKey' | 'transports' | 'name' | 'createdAt' | 'lastUsedAt'
> {
  /** A bigint, as text. */
  signCounter: string;
}

type NewPasskey = Omit<Passkey, 'lastUsedAt'>;

const insertPasskeyCommand = command.run<NewPasskey>('passkeys.insert', (p) =>
  sql('passkeys')
    .insert(
      columns(p, [
        'userId',
        'id',
        'credentialId',
        'publicKey',
        'signCounter',
        'transports',
        'name',
        'createdAt',
      ]),
    )
    .onConflict('credential_id')
    .ignore(),
);

/** False when it is known already, to this user or another. */
export async function insertPasskey(trx: Trx, passkey: NewPasskey): Promise<boolean> {
  return (await insertPasskeyCommand(trx, passkey)) === 1;
}

export const listPasskeys = query.all<{ userId: string }, Passkey>('passkeys.list', (p) =>
  sql('passkeys').where({ user_id: p.userId }).orderBy(['created_at', 'id']).select('*'),
);

/** Undefined also when its user is disabled. */
export const findPasskey = query.first<{ credentialId: string }, Passkey>('passkeys.find', (p) =>
  named(
    `select k.* from passkeys k join users u on u.id = k.user_id
      where k.credential_id = :credentialId and u.disabled_at is null`,
    p,
  ),
);

const useCommand = command.run<{ userId: string; id: string; counter: string }>('passkeys.use', (p) =>
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
  return (await useCommand(trx, use)) === 1;
}

const deletePasskeyCommand = command.first<{ userId: string; id: string }, { name: string }>(
  'passkeys.delete',
  (p) => sql('passkeys').where({ user_id: p.userId, id: p.id }).delete().returning('name'),
);

/** Returns its name; undefined when the user has no such passkey. */
export async function deletePasskey(trx: Trx, userId: string, id: string): Promise<string | undefined> {
  return (await deletePasskeyCommand(trx, { userId, id }))?.name;
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

const takeChallengeCommand = command.run<{ challenge: string; userId: string | null }>(
  'passkey_challenges.take',
  (p) =>
    named(
      `delete from passkey_challenges
        where challenge = :challenge and user_id is not distinct from :userId::uuid and expires_at > service_now()`,
      p,
    ),
);

/** Uses the challenge up; false when it is unknown, used, expired or was for another user. */
export async function takeChallenge(trx: Trx, challenge: string, userId: string | null): Promise<boolean> {
  return (await takeChallengeCommand(trx, { challenge, userId })) === 1;
}

export const purgeChallenges = command.run<{ limit: number }>('passkey_challenges.purge', (p) =>
  named(
    `delete from passkey_challenges where challenge in (
       select challenge from passkey_challenges where expires_at < service_now() order by expires_at limit :limit)`,
    p,
  ),
);

/** An identity at the OpenID provider. */
export type Identity = Pick<Tables['user_identities'], 'issuer' | 'subject'>;

export type IdentityRow = Identity & Pick<Tables['user_identities'], 'userId' | 'createdAt'>;

const insertIdentityCommand = command.run<IdentityRow>('user_identities.insert', (p) =>
  sql('user_identities')
    .insert(columns(p, ['userId', 'issuer', 'subject', 'createdAt']))
    .onConflict()
    .ignore(),
);

/** False if it is already linked, or the user has one of this issuer. */
export async function insertIdentity(trx: Trx, identity: IdentityRow): Promise<boolean> {
  return (await insertIdentityCommand(trx, identity)) === 1;
}

/** The user with this identity; undefined also if the user is disabled. */
export const findIdentity = query.first<Identity, { userId: string; email: string }>(
  'user_identities.find',
  (p) =>
    named(
      `select u.id as user_id, u.email from user_identities i join users u on u.id = i.user_id
      where i.issuer = :issuer and i.subject = :subject and u.disabled_at is null`,
      p,
    ),
);

export const listIdentities = query.all<{ userId: string }, IdentityRow>('user_identities.list', (p) =>
  sql('user_identities').where({ user_id: p.userId }).orderBy('issuer').select('*'),
);

/** All of the user's. Returns how many. */
export const deleteIdentities = command.run<{ userId: string }>('user_identities.delete', (p) =>
  sql('user_identities').where({ user_id: p.userId }).delete(),
);
