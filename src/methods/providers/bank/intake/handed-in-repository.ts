import { columns, command, mayExpire, named, query, sql } from '../../../../db/index.ts';
import type { FileKey, NewOpenFile, OpenFile, OpenFiles } from '../../../index.ts';

const MOST_LISTED = 50;

const found = () =>
  sql('bank_handed_in as f')
    .join('users as h', 'h.id', 'f.handed_in_by')
    .leftJoin('users as c', 'c.id', 'f.confirmed_by')
    .leftJoin('users as d', 'd.id', 'f.done_by')
    .whereRaw('f.expires_at > service_now()')
    .select(
      ...['f.id', 'f.sha256', 'f.name', 'f.bank_account', 'f.summary', 'f.result', 'f.handed_in_by'],
      ...['f.created_at', 'f.expires_at', 'f.confirmed_by', 'f.confirmed_at', 'f.done_by', 'f.done_at'],
      'h.email as handed_in_by_email',
      'c.email as confirmed_by_email',
      'd.email as done_by_email',
    );

/** The newest first. */
const listOpenFiles = query.all<{ accountId: string }, OpenFile>('bank_handed_in.list', (p) =>
  found().where({ 'f.account_id': p.accountId }).orderBy('f.created_at', 'desc').limit(MOST_LISTED),
);

const findOpenFile = query.first<FileKey, OpenFile>('bank_handed_in.find', (p) =>
  found().where({ 'f.account_id': p.accountId, 'f.id': p.id }),
);

/** The waiting file with this content. */
const findSameFile = query.first<{ accountId: string; sha256: string }, { id: string }>(
  'bank_handed_in.find_same',
  (p) =>
    sql('bank_handed_in')
      .where({ account_id: p.accountId, sha256: p.sha256 })
      .whereNull('done_at')
      .select('id'),
);

const countWaitingFiles = query.first<{ accountId: string }, { count: number }>('bank_handed_in.count', (p) =>
  sql('bank_handed_in')
    .where({ account_id: p.accountId })
    .whereNull('done_at')
    .select(sql.raw('count(*)::integer as count')),
);

/** Sealed; null once it was imported. */
const findOpenContent = query.first<FileKey, { content: Buffer | null }>('bank_handed_in.find_content', (p) =>
  sql('bank_handed_in').where({ account_id: p.accountId, id: p.id }).select('content'),
);

/** Returns 0 if there is one with the same content. */
const insertOpenFile = command.run<NewOpenFile>('bank_handed_in.insert', (p) =>
  sql('bank_handed_in')
    .insert(
      columns(p, ['accountId', 'id', 'sha256', 'name', 'bankAccount', 'content', 'summary', 'handedInBy']),
    )
    .onConflict(sql.raw('(account_id, sha256) where done_at is null'))
    .ignore(),
);

/** The first of two people; returns 0 if another was faster. */
const confirmOpenFile = command.run<FileKey & { userId: string }>('bank_handed_in.confirm', (p) =>
  named(
    `update bank_handed_in set confirmed_by = :userId, confirmed_at = service_now()
      where account_id = :accountId and id = :id and confirmed_by is null and done_at is null
        and expires_at > service_now()`,
    p,
  ),
);

/** Records the import; bank_files keeps the content. Returns 0 if it was already imported, or no longer exists. */
const finishOpenFile = command.run<FileKey & { userId: string; result: string }>(
  'bank_handed_in.finish',
  (p) =>
    named(
      `update bank_handed_in
          set done_by = :userId, done_at = service_now(), result = :result::jsonb, content = null
        where account_id = :accountId and id = :id and done_at is null and expires_at > service_now()`,
      p,
    ),
);

/** Returns 0 if it was imported, or no longer exists. */
const discardOpenFile = command.run<FileKey>('bank_handed_in.discard', (p) =>
  sql('bank_handed_in').where({ account_id: p.accountId, id: p.id }).whereNull('done_at').delete(),
);

const deleteExpiredFiles = command.run<{ accountId: string }>('bank_handed_in.delete_expired', (p) =>
  sql('bank_handed_in').where({ account_id: p.accountId }).whereRaw('expires_at <= service_now()').delete(),
);

export const openFiles: OpenFiles = {
  list: listOpenFiles,
  find: findOpenFile,
  findSame: findSameFile,
  countWaiting: countWaitingFiles,
  findContent: findOpenContent,
  insert: insertOpenFile,
  confirm: confirmOpenFile,
  finish: finishOpenFile,
  discard: discardOpenFile,
  deleteExpired: deleteExpiredFiles,
};

/** Deletes files that were not confirmed within a day. Returns how many, at most the limit. */
export const purgeHandedIn = command.run<{ limit: number }>('bank_handed_in.purge', (p) =>
  named(
    `delete from bank_handed_in where (account_id, id) in (
       select account_id, id from bank_handed_in
        where expires_at <= service_now() and ${mayExpire('account_id')}
        order by expires_at limit :limit for update skip locked)`,
    p,
  ),
);
