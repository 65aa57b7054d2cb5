import { columns, command, named, query, type Queryable, sql, statement, type Trx } from '../../db/index.ts';

/** An identity at the OpenID provider. */
export interface Identity {
  issuer: string;
  subject: string;
}

export interface IdentityRow extends Identity {
  user_id: string;
  created_at: Date;
}

const insertStatement = statement<IdentityRow>('user_identities.insert', (p) =>
  sql('user_identities')
    .insert(columns(p, ['user_id', 'issuer', 'subject', 'created_at']))
    .onConflict()
    .ignore(),
);

/** False if it is already linked, or the user has one of this issuer. */
export async function insertIdentity(trx: Trx, identity: IdentityRow): Promise<boolean> {
  return (await insertStatement.run(trx, identity)) === 1;
}

const findStatement = statement<Identity, { user_id: string; email: string }>('user_identities.find', (p) =>
  named(
    `select u.id as user_id, u.email from user_identities i join users u on u.id = i.user_id
      where i.issuer = :issuer and i.subject = :subject and u.disabled_at is null`,
    p,
  ),
);

/** The user with this identity; undefined also if the user is disabled. */
export function findIdentity(
  on: Queryable,
  { issuer, subject }: Identity,
): Promise<{ user_id: string; email: string } | undefined> {
  return findStatement.first(on, { issuer, subject });
}

export const listIdentities = query.all<{ userId: string }, IdentityRow>('user_identities.list', (p) =>
  sql('user_identities').where({ user_id: p.userId }).orderBy('issuer').select('*'),
);

/** All of the user's. Returns how many. */
export const deleteIdentities = command.run<{ userId: string }>('user_identities.delete', (p) =>
  sql('user_identities').where({ user_id: p.userId }).delete(),
);
