import {
  columns,
  command,
  mayExpire,
  named,
  query,
  type Queryable,
  sql,
  type Trx,
  type Tables,
  worksHere,
} from '../db/index.ts';

/** A session ends after 30 minutes without a request, and after 12 hours at the latest (D29). */
const IS_OPEN = `s.last_used_at > service_now() - interval '30 minutes'
  and s.created_at > service_now() - interval '12 hours'`;
/** For keys, money and team, the user must have given a proof within 5 minutes (D29). */
const IS_FRESH = `s.proven_at > service_now() - interval '5 minutes'`;

export type StoredSession = Pick<
  Tables['user_sessions'],
  'userId' | 'id' | 'tokenHash' | 'address' | 'agent' | 'createdAt' | 'lastUsedAt' | 'provenAt'
>;

/** A session's beginning is a use by its user. */
export const insertSession = command.run<StoredSession>('user_sessions.insert', (p) =>
  named(
    `with begun as (
       insert into user_sessions (user_id, id, token_hash, address, agent, created_at, last_used_at, proven_at)
       values (:userId, :id, :tokenHash, :address, :agent, :createdAt, :lastUsedAt, :provenAt)
       returning user_id, last_used_at)
     update users u set last_used_at = begun.last_used_at from begun where u.id = begun.user_id`,
    p,
  ),
);

export interface OpenSession extends Pick<Tables['users'], 'id' | 'email' | 'name' | 'language'> {
  userId: string;
  /** Whether the user gave a proof within 5 minutes. */
  isFresh: boolean;
  /** Whether the user has a way to sign in again; before, they can only set one up. */
  hasSignInMethod: boolean;
  /** Whether its use was noted within the last minute. */
  isNoted: boolean;
  /** The service's time. */
  now: Date;
}

/** Undefined when the session has ended, or its user is disabled. */
export const findSession = query.first<{ tokenHash: Buffer }, OpenSession>('user_sessions.find', (p) =>
  named(
    `select s.id, s.user_id, u.email, u.name, u.language, ${IS_FRESH} as is_fresh,
            exists (select from passkeys k where k.user_id = s.user_id)
              or exists (select from passwords w where w.user_id = s.user_id)
              or exists (select from user_identities i where i.user_id = s.user_id) as has_sign_in_method,
            s.last_used_at > service_now() - interval '1 minute' as is_noted, service_now() as now
       from user_sessions s join users u on u.id = s.user_id
      where s.token_hash = :tokenHash and u.disabled_at is null and ${IS_OPEN}`,
    p,
  ),
);

/** Records that a session is used, and by its user. Does not revive a session that has ended meanwhile. */
export const noteUse = command.run<{ userId: string; id: string }>('user_sessions.note_use', (p) =>
  named(
    `with used as (
       update user_sessions s set last_used_at = service_now()
        where s.user_id = :userId and s.id = :id and ${IS_OPEN}
       returning s.user_id, s.last_used_at)
     update users u set last_used_at = used.last_used_at from used where u.id = used.user_id`,
    p,
  ),
);

/** Records a fresh proof; the session continues under a new token. */
export const proveSession = command.run<{ userId: string; id: string; tokenHash: Buffer }>(
  'user_sessions.prove',
  (p) =>
    named(
      `update user_sessions set proven_at = service_now(), token_hash = :tokenHash
        where user_id = :userId and id = :id`,
      p,
    ),
);

export const listSessions = query.all<{ userId: string }, Omit<StoredSession, 'tokenHash'>>(
  'user_sessions.list',
  (p) =>
    named(
      `select s.user_id, s.id, s.address, s.agent, s.created_at, s.last_used_at, s.proven_at from user_sessions s
        where s.user_id = :userId and ${IS_OPEN} order by s.last_used_at desc, s.id`,
      p,
    ),
);

const end = command.run<{ userId: string; id: string }>('user_sessions.end', (p) =>
  sql('user_sessions').where({ user_id: p.userId, id: p.id }).delete(),
);

/** False when the user has no such session. */
export async function endSession(trx: Trx, userId: string, id: string): Promise<boolean> {
  return (await end(trx, { userId, id })) === 1;
}

const endAll = command.run<{ userId: string; except: string | null }>('user_sessions.end_all', (p) =>
  sql('user_sessions')
    .where({ user_id: p.userId })
    .whereRaw(named('id is distinct from :except::uuid', p))
    .delete(),
);

/** Ends all of the user's sessions, except optionally the one that requests it. Returns how many. */
export function endSessions(trx: Trx, userId: string, except: string | null = null): Promise<number> {
  return endAll(trx, { userId, except });
}

export const purgeSessions = command.run<{ limit: number }>('user_sessions.purge', (p) =>
  named(
    `delete from user_sessions where (user_id, id) in (
       select user_id, id from user_sessions where created_at < service_now() - interval '12 hours'
        order by created_at limit :limit)`,
    p,
  ),
);

export type Purpose = 'invitation' | 'reset';

export interface OneTimeLinkRow {
  accountId: string;
  id: string;
  userId: string;
  purpose: Purpose;
  tokenHash: Buffer;
  expiresAt: Date;
  createdAt: Date;
}

export const insertLink = command.run<OneTimeLinkRow>('one_time_links.insert', (p) =>
  sql('one_time_links').insert(
    columns(p, ['accountId', 'id', 'userId', 'purpose', 'tokenHash', 'expiresAt', 'createdAt']),
  ),
);

/** A new link invalidates the user's earlier ones for the account. */
export const deleteLinks = command.run<{ accountId: string; userId: string }>('one_time_links.delete', (p) =>
  sql('one_time_links').where({ account_id: p.accountId, user_id: p.userId }).delete(),
);

export interface OpenLink extends Pick<Tables['one_time_links'], 'accountId' | 'userId' | 'purpose'> {
  accountName: string;
  email: string;
  name: string;
}

/** Undefined for a link that is unknown, used or expired, or whose user is disabled. */
export const findOpenLink = query.first<{ tokenHash: Buffer }, OpenLink>('one_time_links.find', (p) =>
  named(
    `select l.account_id, a.name as account_name, l.user_id, l.purpose, u.email, u.name
       from one_time_links l join users u on u.id = l.user_id join accounts a on a.id = l.account_id
      where l.token_hash = :tokenHash and l.used_at is null and l.expires_at > service_now()
        and u.disabled_at is null and ${worksHere('l.account_id')}`,
    p,
  ),
);

/** Uses the link up; undefined when it cannot be used, as when it was used at the same moment. */
export const takeLink = command.first<{ tokenHash: Buffer }, OpenLink>('one_time_links.use', (p) =>
  named(
    `update one_time_links l set used_at = service_now()
       from users u, accounts a
      where l.token_hash = :tokenHash and l.used_at is null and l.expires_at > service_now()
        and u.id = l.user_id and u.disabled_at is null and a.id = l.account_id
        and ${worksHere('l.account_id')}
     returning l.account_id, a.name as account_name, l.user_id, l.purpose, u.email, u.name`,
    p,
  ),
);

/** Deletes links that expired a day ago. Returns how many. */
export const purgeLinks = command.run<{ limit: number }>('one_time_links.purge', (p) =>
  named(
    `delete from one_time_links where (account_id, id) in (
       select account_id, id from one_time_links
        where expires_at < service_now() - interval '1 day' and ${mayExpire('account_id')}
        order by expires_at limit :limit)`,
    p,
  ),
);

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

const count = query.all<{ scopeHashes: Buffer[]; windowS: number }, { tries: number }>(
  'sign_in_attempts.count',
  (p) =>
    named(
      `select (select count(*)::integer from sign_in_attempts a
                where a.scope_hash = scope.hash and a.created_at > service_now() - :windowS * interval '1 second') as tries
         from unnest(:scopeHashes::bytea[]) with ordinality as scope (hash, place) order by scope.place`,
      p,
    ),
);

/** The number of attempts for each scope within the last `windowS` seconds, in the same order. */
export async function countAttempts(
  on: Queryable,
  scopeHashes: Buffer[],
  windowS: number,
): Promise<number[]> {
  return (await count(on, { scopeHashes, windowS })).map(({ tries }) => tries);
}

/** A successful attempt uses up no allowance. */
export const withdrawAttempt = command.run<{ id: string; scopeHashes: Buffer[] }>(
  'sign_in_attempts.withdraw',
  (p) => named('delete from sign_in_attempts where scope_hash = any(:scopeHashes::bytea[]) and id = :id', p),
);

export const purgeAttempts = command.run<{ limit: number }>('sign_in_attempts.purge', (p) =>
  named(
    `delete from sign_in_attempts where (scope_hash, id) in (
       select scope_hash, id from sign_in_attempts where created_at < service_now() - interval '1 day'
        order by created_at limit :limit)`,
    p,
  ),
);

const isKnown = query.first<{ email: string; tokenHash: Buffer }, { known: boolean }>(
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
  return (await isKnown(on, { email, tokenHash })) !== undefined;
}

const putDeviceCommand = command.first<{ userId: string; tokenHash: Buffer }, { isNew: boolean }>(
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
  return (await putDeviceCommand(trx, { userId, tokenHash }))?.isNew === true;
}

export const forgetDevices = command.run<{ userId: string }>('known_devices.forget', (p) =>
  sql('known_devices').where({ user_id: p.userId }).delete(),
);

export const purgeDevices = command.run<{ limit: number }>('known_devices.purge', (p) =>
  named(
    `delete from known_devices where (user_id, token_hash) in (
       select user_id, token_hash from known_devices where last_used_at < service_now() - interval '180 days'
        order by last_used_at limit :limit)`,
    p,
  ),
);
