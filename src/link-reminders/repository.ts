import {
  command,
  mayChange,
  named,
  type Placeholders,
  query,
  sql,
  type Tables,
  worksHere,
} from '../db/index.ts';
import type { CustomerLanguage } from '../customers/index.ts';

export type ReminderKind = Tables['link_reminders']['kind'];
export type ReminderOutcome = NonNullable<Tables['link_reminders']['outcome']>;
export type StopKind = Tables['link_reminder_stops']['kind'];

interface Account {
  accountId: string;
}

/** The reminders of an account; null for a kind that it does not send. */
export interface SettingsRow extends Pick<Tables['link_reminder_settings'], 'hoursBefore' | 'hoursAfter'> {
  /** Of mails to customers whose language is not known. */
  language: CustomerLanguage;
}

const SETTINGS = ['hoursBefore', 'hoursAfter', 'language'] as const;

export const findSettings = query.first<Account, SettingsRow>('link_reminder_settings.find', (p) =>
  sql('link_reminder_settings').where({ account_id: p.accountId }).select(SETTINGS),
);

/** Until the transaction ends, no other decides on a reminder of the account. */
export const lockSettings = command.first<Account, SettingsRow>('link_reminder_settings.lock', (p) =>
  sql('link_reminder_settings').where({ account_id: p.accountId }).select(SETTINGS).forUpdate(),
);

/** Reminders that were due until now are left out. */
export const setSettings = command.run<Account & SettingsRow>('link_reminder_settings.set', (p) =>
  named(
    `insert into link_reminder_settings (account_id, hours_before, hours_after, language, planned_until)
     values (:accountId, :hoursBefore::integer, :hoursAfter::integer, :language, service_now())
     on conflict (account_id) do update
        set hours_before = excluded.hours_before, hours_after = excluded.hours_after, language = excluded.language,
            planned_until = excluded.planned_until`,
    p,
  ),
);

export const deleteSettings = command.run<Account>('link_reminder_settings.delete', (p) =>
  sql('link_reminder_settings').where({ account_id: p.accountId }).delete(),
);

/** Nothing is planned that was due longer ago, so that a service that was down sends no burst of old reminders. */
export const LATEST_HOURS = 6;

/** How long a link has been there before it is first reminded of, in hours. */
const SETTLED_HOURS = 1;

/**
 * The links of each account `d` that expire while its reminders of a kind are due. Account by account and state by state,
 * because Postgres would otherwise read all links for a few accounts.
 */
function expiring(kind: ReminderKind, stored: 'active' | 'expired'): string {
  const toExpiry =
    kind === 'before' ? "d.hours_before * interval '1 hour'" : "- d.hours_after * interval '1 hour'";
  return `select d.account_id, s.link_code, '${kind}' as kind, s.expires_at, s.expires_at - (${toExpiry}) as planned_at
         from due d cross join lateral (
           select link_code, expires_at from payment_link_states
            where account_id = d.account_id and status = '${stored}'
              and expires_at > d.since + (${toExpiry}) and expires_at <= d.until + (${toExpiry}) offset 0) s`;
}

/**
 * Plans the reminders that became due since the last time, at most an hour of each account at once. Returns the number of
 * accounts, at most `limit`. A link without a customer has no address to remind.
 */
export const planReminders = command.run<{ limit: number }>('link_reminders.plan', (p) =>
  named(
    `with begun as (
       select account_id, hours_before, hours_after,
              greatest(planned_until, service_now() - interval '${LATEST_HOURS} hours') as since
         from link_reminder_settings
        where planned_until <= service_now() - interval '1 minute' and ${mayChange('account_id')}
        order by planned_until limit :limit for update skip locked
     ), due as (
       select *, least(since + interval '1 hour', service_now()) as until from begun
     ), listed as (
       ${expiring('before', 'active')}
       union all
       ${expiring('after', 'active')}
       union all
       ${expiring('after', 'expired')}
     ), planned as (
       insert into link_reminders (account_id, link_code, kind, expires_at, planned_at, next_at)
       select r.account_id, r.link_code, r.kind, r.expires_at, r.planned_at, r.planned_at
         from listed r join payment_links l on l.account_id = r.account_id and l.code = r.link_code
        where l.customer_id is not null and l.created_at <= r.planned_at - interval '${SETTLED_HOURS} hour'
       on conflict do nothing
     )
     update link_reminder_settings s set planned_until = due.until from due where s.account_id = due.account_id`,
    p,
  ),
);

export interface ReminderKey extends Account {
  linkCode: string;
  kind: ReminderKind;
  expiresAt: Date;
}

/** Claims due reminders, and makes them due again after a while, in case the process does not finish. */
export const claimReminders = command.all<{ limit: number; leaseMs: number }, ReminderKey>(
  'link_reminders.claim',
  (p) =>
    named(
      `update link_reminders r set next_at = service_now() + :leaseMs * interval '1 millisecond'
       from (
         select account_id, link_code, kind, expires_at from link_reminders
          where outcome is null and next_at <= service_now() and ${mayChange('account_id')}
          order by next_at limit :limit for update skip locked
       ) due
      where r.account_id = due.account_id and r.link_code = due.link_code and r.kind = due.kind
        and r.expires_at = due.expires_at
     returning r.account_id, r.link_code, r.kind, r.expires_at`,
      p,
    ),
);

const keyOf = (p: Placeholders<ReminderKey>) => ({
  account_id: p.accountId,
  link_code: p.linkCode,
  kind: p.kind,
  expires_at: p.expiresAt,
});

/** A reminder, locked, and what was decided. */
export const lockReminder = command.first<
  ReminderKey,
  Pick<Tables['link_reminders'], 'plannedAt' | 'outcome'>
>('link_reminders.lock', (p) =>
  sql('link_reminders').where(keyOf(p)).select('planned_at', 'outcome').forUpdate(),
);

export interface Decision {
  outcome: ReminderOutcome;
  decidedAt: Date;
  addressDigest: Buffer | null;
  stopDigest: Buffer | null;
}

export const decide = command.run<ReminderKey & Decision>('link_reminders.decide', (p) =>
  sql('link_reminders').where(keyOf(p)).update({
    outcome: p.outcome,
    decided_at: p.decidedAt,
    address_digest: p.addressDigest,
    stop_digest: p.stopDigest,
  }),
);

/** The number of reminders sent within a day, to an address and of the account, each up to `most`. */
export const countSent = query.first<
  Account & { addressDigest: Buffer; most: number },
  { toAddress: number; ofAccount: number }
>('link_reminders.count_sent', (p) =>
  named(
    `select count(*) filter (where address_digest = :addressDigest)::integer as to_address,
            count(*)::integer as of_account
       from (select address_digest from link_reminders
              where account_id = :accountId and outcome = 'sent' and decided_at > service_now() - interval '1 day'
              limit :most) sent`,
    p,
  ),
);

export interface LinkReminder extends Pick<Tables['link_reminders'], 'kind' | 'plannedAt' | 'decidedAt'> {
  outcome: ReminderOutcome | null;
}

/** Oldest first. */
export const listReminders = query.all<Account & { linkCode: string }, LinkReminder>(
  'link_reminders.list',
  (p) =>
    sql('link_reminders')
      .where({ account_id: p.accountId, link_code: p.linkCode })
      .orderBy('planned_at')
      .limit(20)
      .select('kind', 'planned_at', 'outcome', 'decided_at'),
);

/** The mail with which a token came; its account works here. */
export const findByStop = query.first<
  { stopDigest: Buffer },
  { accountId: string; addressDigest: Buffer | null }
>('link_reminders.find_by_stop', (p) =>
  sql('link_reminders')
    .where('stop_digest', p.stopDigest)
    .whereRaw(worksHere('account_id'))
    .select('account_id', 'address_digest'),
);

interface Stop extends Account {
  kind: StopKind;
  subject: string;
}

/** Does nothing if it is stopped already. Returns how many stops it wrote. */
export const insertStop = command.run<Stop & { createdAt: Date }>('link_reminder_stops.insert', (p) =>
  named(
    `insert into link_reminder_stops (account_id, kind, subject, created_at)
     values (:accountId, :kind, :subject, :createdAt) on conflict do nothing`,
    p,
  ),
);

/** The number deleted: one, or none. */
export const deleteStop = command.run<Stop>('link_reminder_stops.delete', (p) =>
  sql('link_reminder_stops').where({ account_id: p.accountId, kind: p.kind, subject: p.subject }).delete(),
);

/** Which of these stop reminders; null for what there is not. */
export const listStops = query.all<
  Account & { link: string | null; customer: string | null; address: string | null },
  { kind: StopKind }
>('link_reminder_stops.list', (p) =>
  named(
    `select kind from link_reminder_stops
      where account_id = :accountId
        and (kind = 'link' and subject = :link::text or kind = 'customer' and subject = :customer::text
             or kind = 'address' and subject = :address::text)`,
    p,
  ),
);
