import {
  columns,
  command,
  limited,
  mayChange,
  named,
  type Placeholders,
  query,
  sql,
  type Tables,
} from '../db/index.ts';
import type { TimeZone } from '../lib/time-zone.ts';
import type { Role, UserLanguage } from '../people/index.ts';

interface Member {
  accountId: string;
  userId: string;
}

type PreferencesTable = Tables['notification_preferences'];
export type Preferences = Pick<
  PreferencesTable,
  'kinds' | 'minimum' | 'minimumCurrency' | 'digestHour' | 'digestFrom' | 'digestDueAt'
>;

export const findPreferences = query.first<Member, Preferences>('notifications.find', (p) =>
  sql('notification_preferences')
    .where({ account_id: p.accountId, user_id: p.userId })
    .select('kinds', 'minimum', 'minimum_currency', 'digest_hour', 'digest_from', 'digest_due_at'),
);

/** In place of the member's former ones. */
export const writePreferences = command.run<Member & Preferences>('notifications.write', (p) =>
  sql('notification_preferences')
    .insert(
      columns(p, [
        'accountId',
        'userId',
        'kinds',
        'minimum',
        'minimumCurrency',
        'digestHour',
        'digestFrom',
        'digestDueAt',
      ]),
    )
    .onConflict(['account_id', 'user_id'])
    .merge(),
);

export const deletePreferences = command.run<Member>('notifications.delete', (p) =>
  sql('notification_preferences').where({ account_id: p.accountId, user_id: p.userId }).delete(),
);

/** A member who gets notifications, with their present role. */
export interface Recipient extends Pick<
  PreferencesTable,
  'userId' | 'kinds' | 'minimum' | 'minimumCurrency'
> {
  email: string;
  language: UserLanguage | null;
  role: Role;
}

const presentMembers = () =>
  sql('notification_preferences as n')
    .join('memberships as m', (on) => on.on('m.account_id', 'n.account_id').andOn('m.user_id', 'n.user_id'))
    .join('users as u', 'u.id', 'n.user_id')
    .whereNotNull('m.accepted_at')
    .whereNull('u.disabled_at');

/** Those of an account who get notifications, and can sign in. */
export const listRecipients = query.all<{ accountId: string }, Recipient>('notifications.recipients', (p) =>
  presentMembers()
    .where({ 'n.account_id': p.accountId })
    .whereRaw('cardinality(n.kinds) > 0')
    .select('n.user_id', 'n.kinds', 'n.minimum', 'n.minimum_currency', 'u.email', 'u.language', 'm.role')
    .orderBy('n.user_id'),
);

/** A member's choices, as an operator sees them. */
export interface ListedPreferences extends Pick<
  PreferencesTable,
  'userId' | 'kinds' | 'minimum' | 'minimumCurrency' | 'digestHour' | 'digestDueAt'
> {
  email: string;
}

export const listPreferences = query.all<{ accountId: string }, ListedPreferences>(
  'notifications.list',
  (p) =>
    sql('notification_preferences as n')
      .join('users as u', 'u.id', 'n.user_id')
      .where({ 'n.account_id': p.accountId })
      .select('n.user_id', 'u.email', 'n.kinds', 'n.minimum', 'n.minimum_currency', 'n.digest_hour')
      .select('n.digest_due_at')
      .orderBy('u.email'),
);

/** Claims due digests, and makes them due again after a while, in case the process does not finish. */
export const claimDigests = command.all<{ limit: number; leaseMs: number }, Member>(
  'notifications.claim_digests',
  (p) =>
    named(
      `update notification_preferences n set digest_due_at = service_now() + :leaseMs * interval '1 millisecond'
       from (
         select account_id, user_id from notification_preferences
          where digest_due_at <= service_now() and ${mayChange('account_id')}
          order by digest_due_at limit :limit for update skip locked
       ) due
      where n.account_id = due.account_id and n.user_id = due.user_id
     returning n.account_id, n.user_id`,
      p,
    ),
);

/** The reader of a digest, with their present role. */
export interface DigestReader
  extends
    Pick<Recipient, 'email' | 'language' | 'role'>,
    Pick<PreferencesTable, 'digestHour' | 'digestFrom'> {
  accountName: string;
  timeZone: TimeZone;
}

/** Locked, until the digest is written. Undefined for one who has left or is disabled; the hour is null if they want none. */
export const lockDigest = command.first<Member, DigestReader>('notifications.lock_digest', (p) =>
  presentMembers()
    .join('accounts as a', 'a.id', 'n.account_id')
    .where({ 'n.account_id': p.accountId, 'n.user_id': p.userId })
    .select('n.digest_hour', 'n.digest_from', 'u.email', 'u.language', 'm.role')
    .select('a.name as account_name', 'a.time_zone')
    .forUpdate('n'),
);

export const scheduleDigest = command.run<Member & { from: Date; dueAt: Date }>(
  'notifications.schedule_digest',
  (p) =>
    sql('notification_preferences')
      .where({ account_id: p.accountId, user_id: p.userId })
      .update({ digest_from: p.from, digest_due_at: p.dueAt }),
);

/**
 * Has the account's events told from now on; does nothing if they are. It locks the feed, so that a worker does not end it
 * because it has seen no reader yet.
 */
export const openFeed = command.run<{ accountId: string }>('notifications.open_feed', (p) =>
  named(
    `insert into notification_feeds (account_id, last_sequence, due_at)
     values (:accountId, coalesce((select last_sequence from event_sequences where account_id = :accountId), 0), service_now())
     on conflict (account_id) do update set account_id = excluded.account_id`,
    p,
  ),
);

export const closeFeed = command.run<{ accountId: string }>('notifications.close_feed', (p) =>
  sql('notification_feeds').where({ account_id: p.accountId }).delete(),
);

const hasNews = (feed: string): string => `(
  exists (select from event_sequences s where s.account_id = ${feed}.account_id and s.last_sequence > ${feed}.last_sequence)
  or exists (select from notification_facts f where f.account_id = ${feed}.account_id))`;

/** Accounts with news to send. Only a locked feed is sent, so several workers may get one. */
export const listDueFeeds = query.all<{ limit: number }, { accountId: string }>(
  'notifications.due_feeds',
  (p) =>
    named(
      `select f.account_id from notification_feeds f
      where f.due_at <= service_now() and ${hasNews('f')} and ${mayChange('f.account_id')}
      order by f.due_at limit :limit`,
      p,
    ),
);

/** A locked feed, and where the account's events end. */
export interface Feed {
  lastSequence: string;
  until: string;
  accountName: string;
}

/** Undefined while another worker tells it, and for one that is not due. */
export const lockFeed = command.first<{ accountId: string }, Feed>('notifications.lock_feed', (p) =>
  named(
    `select f.last_sequence, coalesce(s.last_sequence, 0) as until, a.name as account_name
       from notification_feeds f
       join accounts a on a.id = f.account_id
       left join event_sequences s on s.account_id = f.account_id
      where f.account_id = :accountId and f.due_at <= service_now() for update of f skip locked`,
    p,
  ),
);

export const moveFeed = command.run<{ accountId: string; lastSequence: string; pauseMs: number }>(
  'notifications.move_feed',
  (p) =>
    named(
      `update notification_feeds
          set last_sequence = :lastSequence, due_at = service_now() + :pauseMs * interval '1 millisecond'
        where account_id = :accountId`,
      p,
    ),
);

/** An event to notify of, as it was sent to webhooks. */
export interface ToldEvent {
  sequence: string;
  body: string;
}

export const listEventsAfter = query.all<
  { accountId: string; types: readonly string[]; after: string; until: string; limit: number },
  ToldEvent
>('notifications.events', (p) =>
  limited(
    sql('events')
      .where({ account_id: p.accountId })
      .where('sequence', '>', p.after)
      .where('sequence', '<=', p.until)
      .whereRaw(named('type = any(:types::text[])', p))
      .orderBy('sequence')
      .select('sequence', 'body'),
    p.limit,
  ),
);

export type Fact = Pick<Tables['notification_facts'], 'kind' | 'subjectId' | 'amount' | 'asset'>;

/** Does nothing for an account that tells no one. */
export const insertFact = command.run<Fact & { accountId: string; id: string }>(
  'notifications.insert_fact',
  (p) =>
    named(
      `insert into notification_facts (account_id, id, kind, subject_id, amount, asset)
     select account_id, :id, :kind, :subjectId, :amount, :asset from notification_feeds where account_id = :accountId`,
      p,
    ),
);

export const takeFacts = command.all<{ accountId: string }, Fact>('notifications.take_facts', (p) =>
  sql('notification_facts')
    .where({ account_id: p.accountId })
    .delete()
    .returning(['kind', 'subject_id', 'amount', 'asset']),
);

type Ids = Placeholders<{ accountId: string; ids: readonly string[] }>;

/** Deposits that wait for a decision, of these ids, and the newest that is too small for each of these links. */
export const listUndecidedDeposits = query.all<
  { accountId: string; ids: readonly string[]; codes: readonly string[] },
  Pick<Tables['deposits'], 'id' | 'amount' | 'asset'>
>('notifications.undecided', (p) =>
  named(
    `select id, amount, asset from deposits
      where account_id = :accountId and id = any(:ids::uuid[]) and status = 'unmatched'
     union
     select d.id, d.amount, d.asset from unnest(:codes::text[]) as link (code)
      cross join lateral (
        select id, amount, asset from deposits
         where account_id = :accountId and payment_link_code = link.code and status = 'unmatched'
           and unmatched_reason = 'UNDERPAID'
         order by created_at desc limit 1) d`,
    p,
  ),
);

/** The assets of transfers, by their ids. */
export const listAssets = query.all<
  { accountId: string; ids: readonly string[] },
  Pick<Tables['transfers'], 'id' | 'asset'>
>('notifications.assets', (p: Ids) =>
  sql('transfers')
    .where({ account_id: p.accountId })
    .whereRaw(named('id = any(:ids::uuid[])', p))
    .select('id', 'asset'),
);

/** The currency with which each asset is at par. */
export const listFamilies = query.all<Record<string, never>, Tables['assets']>('notifications.families', () =>
  sql('assets').select('asset', 'family'),
);

/** The purposes of links, by their codes, without their payers. */
export const listPurposes = query.all<
  { accountId: string; ids: readonly string[] },
  Pick<Tables['payment_links'], 'code' | 'description' | 'reference'>
>('notifications.purposes', (p: Ids) =>
  sql('payment_links')
    .where({ account_id: p.accountId })
    .whereRaw(named('code = any(:ids::text[])', p))
    .select('code', 'description', 'reference'),
);
