import { columns, command, named, query, sql, statement, type Trx } from '../../db/index.ts';

export type Purpose = 'invitation' | 'reset';

export interface OneTimeLinkRow {
  account_id: string;
  id: string;
  user_id: string;
  purpose: Purpose;
  token_hash: Buffer;
  expires_at: Date;
  created_at: Date;
}

export const insertLink = command.run<OneTimeLinkRow>('one_time_links.insert', (p) =>
  sql('one_time_links').insert(
    columns(p, ['account_id', 'id', 'user_id', 'purpose', 'token_hash', 'expires_at', 'created_at']),
  ),
);

/** A new link invalidates the user's earlier ones for the account. */
export const deleteLinks = command.run<{ accountId: string; userId: string }>('one_time_links.delete', (p) =>
  sql('one_time_links').where({ account_id: p.accountId, user_id: p.userId }).delete(),
);

export interface OpenLink {
  account_id: string;
  account_name: string;
  user_id: string;
  purpose: Purpose;
  email: string;
  name: string;
}

/** Undefined for a link that is unknown, used or expired, or whose user is disabled. */
export const findOpenLink = query.first<{ tokenHash: Buffer }, OpenLink>('one_time_links.find', (p) =>
  named(
    `select l.account_id, a.name as account_name, l.user_id, l.purpose, u.email, u.name
       from one_time_links l join users u on u.id = l.user_id join accounts a on a.id = l.account_id
      where l.token_hash = :tokenHash and l.used_at is null and l.expires_at > service_now()
        and u.disabled_at is null`,
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
     returning l.account_id, a.name as account_name, l.user_id, l.purpose, u.email, u.name`,
    p,
  ),
);

const purgeStatement = statement<{ limit: number }>('one_time_links.purge', (p) =>
  named(
    `delete from one_time_links where (account_id, id) in (
       select account_id, id from one_time_links where expires_at < service_now() - interval '1 day'
        order by expires_at limit :limit)`,
    p,
  ),
);

/** Deletes links that expired a day ago. Returns how many. */
export function purgeLinks(trx: Trx, limit: number): Promise<number> {
  return purgeStatement.run(trx, { limit });
}
