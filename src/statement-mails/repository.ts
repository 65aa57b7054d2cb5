import { command, named, query, sql, type Tables, mayChange } from '../db/index.ts';
import type { TimeZone } from '../lib/time-zone.ts';
import type { Role, UserLanguage } from '../people/index.ts';

type Key = Pick<Tables['statement_mails'], 'accountId' | 'userId'>;

/** A month like 2026-11. */
interface MonthKey extends Key {
  month: string;
}

const FIRST_DAY = `(:month || '-01')::date`;

/** Does nothing if the user is subscribed already. */
export const insertNext = command.run<MonthKey & { dueAt: Date }>('statement_mails.insert', (p) =>
  named(
    `insert into statement_mails (account_id, user_id, month, due_at)
     values (:accountId, :userId, ${FIRST_DAY}, :dueAt) on conflict do nothing`,
    p,
  ),
);

/** The number deleted, which is one or none. */
export const deleteNext = command.run<Key>('statement_mails.delete', (p) =>
  sql('statement_mails').where({ account_id: p.accountId, user_id: p.userId }).whereNull('sent_at').delete(),
);

/** The month of a user's next statement; undefined without a subscription. */
export const findNext = query.first<Key, { month: string }>('statement_mails.find', (p) =>
  sql('statement_mails')
    .where({ account_id: p.accountId, user_id: p.userId })
    .whereNull('sent_at')
    .select(sql.raw(`to_char(month, 'YYYY-MM') as month`)),
);

/** Claims due mails, and makes them due again after a while, in case the process does not finish. */
export const claimDue = command.all<{ limit: number; leaseMs: number }, MonthKey>(
  'statement_mails.claim',
  (p) =>
    named(
      `update statement_mails m set due_at = service_now() + :leaseMs * interval '1 millisecond'
       from (
         select account_id, user_id, month from statement_mails
          where sent_at is null and due_at <= service_now() and ${mayChange('account_id')}
          order by due_at limit :limit for update skip locked
       ) due
      where m.account_id = due.account_id and m.user_id = due.user_id and m.month = due.month
     returning m.account_id, m.user_id, to_char(m.month, 'YYYY-MM') as month`,
      p,
    ),
);

/** The recipient, with their present role in the account. */
export interface Addressee extends Pick<Tables['users'], 'email' | 'disabledAt'> {
  language: UserLanguage | null;
  role: Role;
  accountName: string;
  timeZone: TimeZone;
}

const ADDRESSEE = `select u.email, u.disabled_at, u.language, b.role, a.name as account_name, a.time_zone
       from statement_mails m
       join memberships b on b.account_id = m.account_id and b.user_id = m.user_id
       join users u on u.id = m.user_id
       join accounts a on a.id = m.account_id
      where m.account_id = :accountId and m.user_id = :userId and m.month = ${FIRST_DAY} and m.sent_at is null`;

/** The recipient of one that is not sent yet. */
export const findAddressee = query.first<MonthKey, Addressee>('statement_mails.addressee', (p) =>
  named(ADDRESSEE, p),
);

/** The same, locked. */
export const lockUnsent = command.first<MonthKey, Addressee>('statement_mails.lock', (p) =>
  named(`${ADDRESSEE} for update of m`, p),
);

export const postpone = command.run<MonthKey & { dueAt: Date }>('statement_mails.postpone', (p) =>
  named(
    `update statement_mails set due_at = :dueAt
      where account_id = :accountId and user_id = :userId and month = ${FIRST_DAY}`,
    p,
  ),
);

export const markSent = command.run<MonthKey & { sentAt: Date }>('statement_mails.sent', (p) =>
  named(
    `update statement_mails set sent_at = :sentAt
      where account_id = :accountId and user_id = :userId and month = ${FIRST_DAY}`,
    p,
  ),
);
