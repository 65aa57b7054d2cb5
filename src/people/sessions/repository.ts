import { columns, command, named, query, type Queryable, sql, statement, type Trx } from '../../db/index.ts';
import type { UserLanguage } from '../roles.ts';

/** D29: a session ends after 30 minutes without a request, and after 12 hours at the latest. */
const IS_OPEN = `s.last_used_at > service_now() - interval '30 minutes'
  and s.created_at > service_now() - interval '12 hours'`;
/** D29: for keys, money and team, the user must have given a proof within 5 minutes. */
const IS_FRESH = `s.proven_at > service_now() - interval '5 minutes'`;

export interface SessionRow {
  user_id: string;
  id: string;
  token_hash: Buffer;
  address: string;
  agent: string;
  created_at: Date;
  last_used_at: Date;
  proven_at: Date;
}

export const insertSession = command.run<SessionRow>('user_sessions.insert', (p) =>
  sql('user_sessions').insert(
    columns(p, [
      'user_id',
      'id',
      'token_hash',
      'address',
      'agent',
      'created_at',
      'last_used_at',
      'proven_at',
    ]),
  ),
);

export interface OpenSession {
  id: string;
  user_id: string;
  email: string;
  name: string;
  language: UserLanguage | null;
  /** Whether the user gave a proof within 5 minutes. */
  is_fresh: boolean;
  /** Whether the user has a way to sign in again; before, they can only set one up. */
  has_way_in: boolean;
  /** Whether its use was noted within the last minute. */
  is_noted: boolean;
}

/** Undefined when the session has ended, or its user is disabled. */
export const findSession = query.first<{ tokenHash: Buffer }, OpenSession>('user_sessions.find', (p) =>
  named(
    `select s.id, s.user_id, u.email, u.name, u.language, ${IS_FRESH} as is_fresh,
            exists (select from passkeys k where k.user_id = s.user_id)
              or exists (select from passwords w where w.user_id = s.user_id)
              or exists (select from user_identities i where i.user_id = s.user_id) as has_way_in,
            s.last_used_at > service_now() - interval '1 minute' as is_noted
       from user_sessions s join users u on u.id = s.user_id
      where s.token_hash = :tokenHash and u.disabled_at is null and ${IS_OPEN}`,
    p,
  ),
);

/** Does not revive a session that has ended meanwhile. */
export const noteUse = command.run<{ userId: string; id: string }>('user_sessions.note_use', (p) =>
  named(
    `update user_sessions s set last_used_at = service_now()
      where s.user_id = :userId and s.id = :id and ${IS_OPEN}`,
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

const listStatement = statement<{ userId: string }, Omit<SessionRow, 'token_hash'>>(
  'user_sessions.list',
  (p) =>
    named(
      `select s.user_id, s.id, s.address, s.agent, s.created_at, s.last_used_at, s.proven_at from user_sessions s
        where s.user_id = :userId and ${IS_OPEN} order by s.last_used_at desc, s.id`,
      p,
    ),
);

export function listSessions(on: Queryable, userId: string): Promise<Omit<SessionRow, 'token_hash'>[]> {
  return listStatement.all(on, { userId });
}

const endStatement = statement<{ userId: string; id: string }>('user_sessions.end', (p) =>
  sql('user_sessions').where({ user_id: p.userId, id: p.id }).delete(),
);

/** False when the user has no such session. */
export async function endSession(trx: Trx, userId: string, id: string): Promise<boolean> {
  return (await endStatement.run(trx, { userId, id })) === 1;
}

const endAllStatement = statement<{ userId: string; except: string | null }>('user_sessions.end_all', (p) =>
  sql('user_sessions')
    .where({ user_id: p.userId })
    .whereRaw(named('id is distinct from :except::uuid', p))
    .delete(),
);

/** Ends all of the user's sessions, except perhaps the one that asks for it. Returns how many. */
export function endSessions(trx: Trx, userId: string, except: string | null = null): Promise<number> {
  return endAllStatement.run(trx, { userId, except });
}

const purgeStatement = statement<{ limit: number }>('user_sessions.purge', (p) =>
  named(
    `delete from user_sessions where (user_id, id) in (
       select user_id, id from user_sessions where created_at < service_now() - interval '12 hours'
        order by created_at limit :limit)`,
    p,
  ),
);

export function purgeSessions(trx: Trx, limit: number): Promise<number> {
  return purgeStatement.run(trx, { limit });
}
