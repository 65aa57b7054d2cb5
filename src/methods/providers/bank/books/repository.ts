import { columns, command, named, query, sql, type Tables } from '../../../../db/index.ts';
import type { EntryJson } from './entry-json.ts';

export type EntryKind = Tables['bank_entries']['kind'];

/** An entry of an account's statements. */
export interface EntryRow extends Pick<
  Tables['bank_entries'],
  | 'id'
  | 'account'
  | 'identity'
  | 'fingerprint'
  | 'role'
  | 'isPaired'
  | 'statement'
  | 'amount'
  | 'currency'
  | 'bookingDate'
  | 'valueDate'
  | 'isBooked'
  | 'kind'
  | 'subject'
  | 'reference'
  | 'isFinal'
  | 'isDropped'
  | 'learnedAt'
> {
  entry: EntryJson;
}

export const ENTRY_COLUMNS = [
  ...['id', 'account', 'identity', 'fingerprint', 'role', 'is_paired', 'statement', 'amount', 'currency'],
  ...['booking_date', 'value_date', 'is_booked', 'kind', 'subject', 'reference', 'is_final', 'is_dropped'],
  ...['learned_at', 'entry'],
];

/** A change counts from now, and is reported again, even while an earlier report is in progress. */
const AGAIN = {
  learned_at: sql.raw('service_now()'),
  report_due_at: sql.raw('service_now()'),
  report_attempts: 0,
};

const entries = () => sql('bank_entries').select(...ENTRY_COLUMNS);

/** Until the transaction ends, no other transaction imports anything for this account. */
export const lockAccount = command.run<{ account: string }>('bank_accounts.lock', (p) =>
  named(`select pg_advisory_xact_lock(hashtextextended('bank_accounts ' || :account, 0))`, p),
);

export type AccountState = Pick<
  Tables['bank_accounts'],
  'account' | 'closing' | 'statements' | 'agreed' | 'closedOn' | 'provenAt'
>;

export const findState = query.first<{ account: string }, AccountState>('bank_accounts.find', (p) =>
  sql('bank_accounts')
    .where({ account: p.account })
    .select('account', 'closing', 'statements', 'agreed', 'closed_on', 'proven_at'),
);

/** The opening balance that a person read at the bank; false once there is one. */
export const openAccount = command.run<{ account: string; closing: string }>('bank_accounts.open', (p) =>
  named(
    `insert into bank_accounts (account, closing, proven_at) values (:account, :closing, service_now())
     on conflict (account) do nothing`,
    p,
  ),
);

export const writeState = command.run<Omit<AccountState, 'provenAt'>>('bank_accounts.write', (p) =>
  named(
    `update bank_accounts set closing = :closing, statements = :statements, agreed = :agreed, closed_on = :closedOn,
            proven_at = service_now() where account = :account`,
    p,
  ),
);

export interface StatementRow extends Pick<
  Tables['bank_statements'],
  | 'id'
  | 'account'
  | 'fileId'
  | 'identity'
  | 'bankId'
  | 'role'
  | 'opening'
  | 'closing'
  | 'firstDay'
  | 'lastDay'
  | 'number'
  | 'waits'
> {
  /** JSON. */
  content: string | null;
}

export const findStatement = query.first<
  { account: string; identity: string },
  Pick<StatementRow, 'id' | 'waits' | 'number' | 'role'>
>('bank_statements.find', (p) =>
  sql('bank_statements')
    .where({ account: p.account, identity: p.identity })
    .select('id', 'waits', 'number', 'role'),
);

/** The bank's name of one of the account's proven statements. */
export const findNumbered = query.first<{ account: string; number: string }, { bankId: string | null }>(
  'bank_statements.find_numbered',
  (p) => sql('bank_statements').where({ account: p.account, number: p.number }).select('bank_id'),
);

export const insertStatement = command.run<StatementRow>('bank_statements.insert', (p) =>
  sql('bank_statements').insert(
    columns(p, [
      'id',
      'account',
      'fileId',
      'identity',
      'bankId',
      'role',
      'opening',
      'closing',
      'firstDay',
      'lastDay',
      'number',
      'waits',
      'content',
    ]),
  ),
);

export interface WaitingStatement extends Pick<
  StatementRow,
  'id' | 'account' | 'bankId' | 'opening' | 'closing' | 'firstDay' | 'lastDay' | 'waits'
> {
  content: unknown;
  /** Its last day is in the future; a bank's may be a few days ahead. */
  isFuture: boolean;
}

/** A closing balance of a distant future day would block everything before it. */
const IS_FUTURE = `coalesce(last_day > to_char(service_now() + interval '7 days', 'YYYY-MM-DD'), false) as is_future`;

const WAITING_COLUMNS = [
  ...['id', 'account', 'bank_id', 'opening', 'closing', 'first_day', 'last_day', 'waits'],
  'content',
] as const;

export const findWaiting = query.first<{ id: string }, WaitingStatement>(
  'bank_statements.find_waiting',
  (p) =>
    named(
      `select ${WAITING_COLUMNS.join()}, ${IS_FUTURE} from bank_statements where id = :id and waits is not null`,
      p,
    ),
);

/**
 * Statements that may now continue the books, the earliest days first. They open with the last closing balance after
 * the last closed day, or that day has reached them since it was `before`. Statements stored by older programs lack
 * their days, and wait forever if another one had their number.
 */
export const listCandidates = query.all<
  { account: string; waits: string; closing: string; closedOn: string; before: string },
  { id: string }
>('bank_statements.list_candidates', (p) =>
  named(
    `select id from bank_statements
      where account = :account
        and (waits = :waits and (first_day is null
                                 or (opening = :closing::numeric and first_day > :closedOn)
                                 or (first_day <= :closedOn and last_day > :before))
             or waits like 'The bank has sent the statement %')
      order by last_day, received_at, id`,
    p,
  ),
);

/** The pages of a statement that waits for others, the newest first. */
export const listPages = query.all<
  { account: string; bankId: string | null; waits: string; limit: number },
  Omit<WaitingStatement, 'isFuture'>
>('bank_statements.list_pages', (p) =>
  named(
    `select ${WAITING_COLUMNS.join()} from bank_statements
      where account = :account and bank_id is not distinct from :bankId and waits = :waits
      order by received_at desc, id limit :limit`,
    p,
  ),
);

/** A page becomes the statement that it is a part of. */
export const becomeWhole = command.run<
  { id: string } & Pick<StatementRow, 'opening' | 'closing' | 'firstDay' | 'lastDay' | 'waits' | 'content'>
>('bank_statements.become_whole', (p) =>
  sql('bank_statements')
    .where({ id: p.id })
    .update(columns(p, ['opening', 'closing', 'firstDay', 'lastDay', 'waits', 'content'])),
);

export interface ListedStatement extends Pick<
  Tables['bank_statements'],
  'id' | 'bankId' | 'opening' | 'closing' | 'firstDay' | 'lastDay' | 'waits' | 'receivedAt'
> {
  name: string;
  isFuture: boolean;
}

/** Waiting statements, with the name of their file; the oldest first. */
export const listWaiting = query.all<{ account: string; limit: number }, ListedStatement>(
  'bank_statements.list_waiting',
  (p) =>
    named(
      `select s.id, s.bank_id, s.opening, s.closing, s.first_day, s.last_day, s.waits, s.received_at, f.name,
              ${IS_FUTURE}
         from bank_statements s join bank_files f on f.id = s.file_id
        where s.account = :account and s.waits is not null
        order by s.received_at, s.id limit :limit`,
      p,
    ),
);

export const markBooked = command.run<{ id: string; number: string | null; operator: string | null }>(
  'bank_statements.book',
  (p) =>
    named(
      `update bank_statements set number = :number, waits = null, content = null, decided_by = :operator
        where id = :id`,
      p,
    ),
);

/** The booked entries of these days, in booking order, with the format that proves them. */
export const listBooked = query.all<
  { account: string; first: string; last: string; limit: number },
  Pick<EntryRow, 'bookingDate' | 'entry'> & Pick<Tables['bank_files'], 'format'>
>('bank_entries.list_booked', (p) =>
  named(
    `select e.booking_date, e.entry, f.format from bank_entries e
       left join bank_statements s on s.account = e.account and s.number = e.statement
       left join bank_files f on f.id = s.file_id
      where e.account = :account and e.statement is not null
        and e.booking_date >= :first and e.booking_date <= :last
      order by e.statement, e.id limit :limit`,
    p,
  ),
);

export const sumBookedAfter = query.first<{ account: string; last: string }, { sum: string }>(
  'bank_entries.sum_booked_after',
  (p) =>
    named(
      `select coalesce(sum(amount), 0)::text as sum from bank_entries
        where account = :account and statement is not null and booking_date > :last`,
      p,
    ),
);

/** The number of booked entries with a fingerprint. */
export const countEqual = query.first<{ account: string; fingerprint: string }, { count: number }>(
  'bank_entries.count_equal',
  (p) =>
    named(
      `select count(*)::integer as count from bank_entries
        where account = :account and fingerprint = :fingerprint and role = 'books'`,
      p,
    ),
);

export type NewEntry = Omit<EntryRow, 'id' | 'learnedAt' | 'entry' | 'isDropped'> & {
  entry: string;
  toldPending: string | null;
  toldBooked: string | null;
};

export const insertEntry = command.run<NewEntry>('bank_entries.insert', (p) =>
  sql('bank_entries').insert({
    ...columns(p, [
      'account',
      'identity',
      'fingerprint',
      'role',
      'isPaired',
      'toldPending',
      'toldBooked',
      'statement',
      'amount',
      'currency',
      'bookingDate',
      'valueDate',
      'isBooked',
      'kind',
      'subject',
      'reference',
      'isFinal',
      'entry',
    ]),
    report_due_at: sql.raw('service_now()'),
  }),
);

/** The books' facts replace those of an early report; the identity stays. */
export const bookEntry = command.run<
  Pick<
    NewEntry,
    'statement' | 'bookingDate' | 'valueDate' | 'kind' | 'subject' | 'reference' | 'isFinal' | 'entry'
  > & {
    id: string;
  }
>('bank_entries.book', (p) =>
  sql('bank_entries')
    .where({ id: p.id })
    .update({
      ...columns(p, [
        'statement',
        'bookingDate',
        'valueDate',
        'kind',
        'subject',
        'reference',
        'isFinal',
        'entry',
      ]),
      is_paired: true,
      is_booked: true,
      is_dropped: false,
      ...AGAIN,
    }),
);

/** A pending entry was booked, in a later early file. */
export const settleEarly = command.run<{
  id: string;
  isFinal: boolean;
  entry: string;
  bookingDate: string | null;
}>('bank_entries.settle_early', (p) =>
  sql('bank_entries')
    .where({ id: p.id })
    .update({
      ...columns(p, ['isFinal', 'entry', 'bookingDate']),
      is_booked: true,
      ...AGAIN,
    }),
);

/**
 * Drops early entries that the books of their day, and of the next banking day, lack. Returns those that had counted
 * already.
 */
export const dropMissing = command.all<{ account: string; before: string }, EntryRow>(
  'bank_entries.drop_missing',
  (p) =>
    named(
      `update bank_entries set is_dropped = true,
              kind = case when is_final then 'unknown' else kind end
        where account = :account and role = 'early' and not is_paired and not is_dropped
          and coalesce(booking_date, value_date) < :before
        returning ${ENTRY_COLUMNS.join()}`,
      p,
    ),
);

/** Entries that a later statement, or a person, confirms are final. */
export const finalize = command.run<{ account: string; agreed: string }>('bank_entries.finalize', (p) =>
  named(
    `update bank_entries set is_final = true, learned_at = service_now(), report_due_at = service_now(), report_attempts = 0
      where account = :account and not is_final and statement is not null and statement <= :agreed`,
    p,
  ),
);

export const findEntry = query.first<{ identity: string }, EntryRow>('bank_entries.find', (p) =>
  entries().where({ identity: p.identity }),
);

/**
 * Credits of an account that a debit could undo, the newest first. They are booked, or unbooked and count, and have a
 * reference that the debit has too.
 */
export const listCredits = query.all<
  { account: string; least: string; references: readonly string[] },
  EntryRow
>('bank_entries.list_credits', (p) =>
  named(
    `select ${ENTRY_COLUMNS.join()} from bank_entries
      where account = :account and kind = 'deposit' and (is_final or statement is not null) and amount >= :least
        and array[entry #>> '{references,uetr}', entry #>> '{references,clearing}', entry #>> '{references,transaction}',
                  entry #>> '{references,servicer}', entry #>> '{references,endToEnd}'] && :references::text[]
      order by id desc`,
    p,
  ),
);

/** Whether a payment was returned already. */
export const findReturnOf = query.first<{ order: string }, { id: string }>('bank_entries.find_return', (p) =>
  sql('bank_entries')
    .where({ subject: p.order, kind: sql.raw("'return'") })
    .limit(1)
    .select('id'),
);

/** Whether a deposit was taken back already. */
export const findTakenBackOf = query.first<{ deposit: string }, { id: string }>(
  'bank_entries.find_taken_back',
  (p) =>
    sql('bank_entries')
      .where({ subject: p.deposit, kind: sql.raw("'taken_back'") })
      .limit(1)
      .select('id'),
);

/** Unexplained entries. */
export const listUnknown = query.all<{ account: string }, EntryRow>('bank_entries.list_unknown', (p) =>
  named(
    `select ${ENTRY_COLUMNS.join()} from bank_entries where account = :account and kind = 'unknown'
      order by id limit 1000`,
    p,
  ),
);

export const decideEntry = command.run<{
  id: string;
  kind: string;
  subject: string | null;
  operator: string;
}>('bank_entries.decide', (p) =>
  named(
    `update bank_entries set kind = :kind, subject = :subject, decided_by = :operator, is_final = true,
              learned_at = service_now(), report_due_at = service_now(), report_attempts = 0
        where id = :id and kind = 'unknown'`,
    p,
  ),
);

export type DueEntry = EntryRow & Pick<Tables['bank_entries'], 'reportAttempts'>;

/** Claims reports that are due, for a minute. */
export const claimReports = command.all<{ limit: number }, DueEntry>('bank_entries.claim_reports', (p) =>
  named(
    `with due as (
       select id from bank_entries where report_due_at <= service_now()
        order by report_due_at, id limit :limit for update skip locked)
     update bank_entries e set report_due_at = service_now() + interval '1 minute',
            report_attempts = report_attempts + 1
       from due where e.id = due.id
     returning ${ENTRY_COLUMNS.map((name) => `e.${name}`).join()}, e.report_attempts`,
    p,
  ),
);

/** Unless it became due again since it was claimed. */
export const markReported = command.run<{ id: string; attempts: number }>('bank_entries.reported', (p) =>
  named(
    `update bank_entries set report_due_at = null, report_attempts = 0
      where id = :id and report_attempts = :attempts`,
    p,
  ),
);

export const reportAgain = command.run<{ id: string; attempts: number; waitMs: number }>(
  'bank_entries.report_again',
  (p) =>
    named(
      `update bank_entries set report_due_at = service_now() + :waitMs * interval '1 millisecond'
        where id = :id and report_attempts = :attempts`,
      p,
    ),
);

/** The movements in the books of all accounts, by the time at which they were learned. */
export const listMoved = query.all<{ from: Date; to: Date; after: string | null; limit: number }, EntryRow>(
  'bank_entries.list_moved',
  (p) =>
    named(
      `select ${ENTRY_COLUMNS.join()} from bank_entries
      where learned_at >= :from and learned_at < :to and is_final
        and (:after::bigint is null
             or (learned_at, id) > (select p.learned_at, p.id from bank_entries p where p.id = :after::bigint))
      order by learned_at, id limit :limit`,
      p,
    ),
);

/** Deposits that already count although the books lack them, by account. */
export const sumEarly = query.all<Record<string, never>, { account: string; amount: string }>(
  'bank_entries.sum_early',
  () =>
    sql.raw(
      `select account, sum(amount)::text as amount from bank_entries
        where is_final and statement is null and not is_dropped group by account`,
    ),
);
