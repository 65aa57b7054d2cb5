import {
  command,
  columns,
  named,
  newestFirst,
  query,
  sql,
  type Trx,
  type Tables,
  narrow,
} from '../db/index.ts';

export interface AuditEntry extends Pick<
  Tables['audit_entries'],
  | 'accountId'
  | 'id'
  | 'action'
  | 'userEmail'
  | 'sessionId'
  | 'address'
  | 'requestId'
  | 'subject'
  | 'createdAt'
> {
  /** Null for the operator, on the command line. */
  userId: string | null;
  details: Record<string, unknown>;
}

const COLUMNS = [
  'accountId',
  'id',
  'action',
  'userId',
  'userEmail',
  'sessionId',
  'address',
  'requestId',
  'subject',
  'details',
  'createdAt',
] as const;

type NewEntry = Omit<AuditEntry, 'details'> & { details: string };

const insert = command.run<NewEntry>('audit_log.insert', (p) =>
  sql('audit_entries').insert(columns(p, COLUMNS)),
);

export async function insertEntry(trx: Trx, entry: AuditEntry): Promise<void> {
  await insert(trx, { ...entry, details: JSON.stringify(entry.details) });
}

type OwnEntry = Omit<NewEntry, 'accountId' | 'id'> & { userOf: string };

const insertEverywhere = command.run<OwnEntry>('audit_log.insert_everywhere', (p) =>
  named(
    `insert into audit_entries (account_id, id, action, user_id, user_email, session_id, address, request_id, subject,
       details, created_at)
     select account_id, new_id(), :action::text, :userId::uuid, :userEmail::text, :sessionId::uuid,
            :address::text, :requestId::text, :subject::text, :details::jsonb, :createdAt::timestamptz
       from memberships where user_id = :userOf and accepted_at is not null`,
    p,
  ),
);

/** Writes the entry to the log of each account that this user belongs to. */
export async function insertInAccountsOf(
  trx: Trx,
  userId: string,
  entry: Omit<AuditEntry, 'accountId' | 'id'>,
): Promise<void> {
  await insertEverywhere(trx, {
    ...entry,
    details: JSON.stringify(entry.details),
    userOf: userId,
  });
}

export interface ListedEntry extends AuditEntry {
  /** As the person is called now; null for the operator. */
  userName: string | null;
}

interface AuditPage {
  accountId: string;
  /** One of these. */
  actions: readonly string[] | undefined;
  /** A part of the person's name or e-mail address, in lower case. */
  who: string | undefined;
  /** The id, code or name of what was acted on. */
  subject: string | undefined;
  createdAfter: Date | undefined;
  createdBefore: Date | undefined;
  afterTime: Date | undefined;
  afterId: string | undefined;
  limit: number;
}

// A subquery, because it is read for the rows of one page only.
const USER_NAME = '(select u.name from users u where u.id = user_id)';

/** Newest first. */
export const listEntries = query.filtered<AuditPage, ListedEntry>('audit_log.list', (p, given) => {
  const builder = sql('audit_entries')
    .where({ account_id: p.accountId })
    .select([...COLUMNS, sql.raw(`${USER_NAME} as user_name`)]);
  narrow(builder, p, given, {
    actions: named('action = any(:actions::text[])', p),
    who: named(`strpos(lower(concat_ws(' ', user_email, ${USER_NAME})), :who::text) > 0`, p),
    subject: 'subject',
    createdAfter: ['created_at', '>='],
    createdBefore: ['created_at', '<'],
  });
  const after = given.has('afterTime') ? ([p.afterTime, p.afterId] as const) : undefined;
  return newestFirst(builder, { time: 'created_at', id: 'id', idType: 'uuid' }, after, p.limit);
});

/** A limit for one object; none is changed this often. */
const MOST_ON_ONE = 100;

/** The actions on one object, newest first, at most 100 entries. */
export const listEntriesOn = query.all<{ accountId: string; subject: string }, AuditEntry>(
  'audit_log.list_on',
  (p) =>
    sql('audit_entries')
      .where({ account_id: p.accountId, subject: p.subject })
      .orderBy('created_at', 'desc')
      .limit(MOST_ON_ONE)
      .select(COLUMNS),
);

/** The latest person to carry out one of these actions on each of these objects; null for the operator. */
export const listActors = query.all<
  { accountId: string; subjects: readonly string[]; actions: readonly string[] },
  Pick<Tables['audit_entries'], 'subject' | 'userEmail'>
>('audit_log.doers', (p) =>
  named(
    `select distinct on (subject) subject, user_email from audit_entries
      where account_id = :accountId and subject = any(:subjects::text[]) and action = any(:actions::text[])
      order by subject, created_at desc`,
    p,
  ),
);
