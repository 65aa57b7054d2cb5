import { command, named, query, sql, type Tables } from '../db/index.ts';

export type ViewRow = Omit<Tables['saved_views'], 'createdAt'>;

const COLUMNS = ['accountId', 'id', 'userId', 'list', 'name', 'query', 'isShared'] as const;

interface Reader {
  accountId: string;
  list: string;
  userId: string;
}

/** Those of the reader and those that others share, by their names. */
export const listRows = query.all<Reader, ViewRow>('saved_views.list', (p) =>
  sql('saved_views')
    .where({ account_id: p.accountId, list: p.list })
    .whereRaw(named('(user_id = :userId or is_shared)', p))
    .orderBy(['name', 'id'])
    .select(COLUMNS),
);

/** One of the same name by the same person is replaced, and keeps its id. */
export const upsert = command.first<ViewRow & { createdAt: Date }, { id: string }>('saved_views.save', (p) =>
  named(
    `insert into saved_views (account_id, id, user_id, list, name, query, is_shared, created_at)
     values (:accountId, :id, :userId, :list, :name, :query, :isShared, :createdAt)
     on conflict (account_id, list, user_id, name)
       do update set query = excluded.query, is_shared = excluded.is_shared
     returning id`,
    p,
  ),
);

export const lockView = command.first<{ accountId: string; id: string; list: string }, ViewRow>(
  'saved_views.lock',
  (p) =>
    sql('saved_views').where({ account_id: p.accountId, id: p.id, list: p.list }).select(COLUMNS).forUpdate(),
);

export const deleteView = command.run<{ accountId: string; id: string }>('saved_views.delete', (p) =>
  sql('saved_views').where({ account_id: p.accountId, id: p.id }).delete(),
);

/** The views of a person in a list, and those that are shared in it, without the one that has this name already. */
export const countViews = query.first<Reader & { name: string }, { own: number; shared: number }>(
  'saved_views.count',
  (p) =>
    named(
      `select count(*) filter (where user_id = :userId)::integer as own,
            count(*) filter (where is_shared)::integer as shared
       from saved_views
      where account_id = :accountId and list = :list and not (user_id = :userId and name = :name)`,
      p,
    ),
);
