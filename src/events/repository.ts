import type { Knex } from 'knex';
import {
  command,
  limited,
  mayExpire,
  named,
  newestFirst,
  type Placeholders,
  query,
  type Queryable,
  sql,
  type Trx,
  narrow,
  type ColumnTypes,
} from '../db/index.ts';
import { TRANSITIONS } from './catalogue.ts';

export interface NewEvent {
  accountId: string;
  id: string;
  type: string;
  body: string;
  createdAt: Date;
  requestId: string | null;
  /** The span in which it was recorded. */
  traceparent: string | null;
}

const EVENT_TYPES: ColumnTypes<NewEvent> = {
  accountId: 'uuid',
  id: 'text',
  type: 'text',
  body: 'text',
  createdAt: 'timestamptz',
  requestId: 'text',
  traceparent: 'text',
};

/** How long events can be read (D19), and how long they are collected for an endpoint that the service disabled. */
const RETENTION = "interval '30 days'";

/**
 * Writes events, in order, with the next sequence numbers of their accounts, whose sequences stay locked until the
 * commit, so there are no gaps, and a reader that sees an event sees all before it (D34). Events that already exist are
 * left as they are. Returns the number of rows that were derived from them.
 */
export type InsertEvents = (trx: Trx, events: readonly NewEvent[]) => Promise<number>;

/**
 * Builds the one command that writes events and what is derived from them. `follow` completes it, based on
 * `recorded`, which holds the new events.
 */
export function eventInsertion(follow: (recording: Knex.QueryBuilder) => Knex.QueryBuilder): InsertEvents {
  return command.rows('events.insert', EVENT_TYPES, (events) => {
    // Looked up one by one, because a join would read the whole table as long as it is small.
    const fresh = sql.raw(
      `select g.*, row_number() over (partition by account_id order by place) as nth,
              count(*) over (partition by account_id) as total
         from ?
        where (select true from events e where e.account_id = g.account_id and e.id = g.id) is null`,
      [events],
    );
    // In order, so that two transactions cannot deadlock.
    const numbered = sql.raw(
      `insert into event_sequences as s (account_id, last_sequence)
       select account_id, total from fresh where nth = 1 order by account_id
       on conflict (account_id) do update set last_sequence = s.last_sequence + excluded.last_sequence
       returning account_id, last_sequence`,
    );
    const recorded = sql.raw(
      `insert into events (account_id, id, type, created_at, body, request_id, traceparent, sequence)
       select account_id, id, type, created_at, body, request_id, traceparent, last_sequence - total + nth
         from fresh join numbered using (account_id)
       returning account_id, id, type, created_at`,
    );
    return follow(sql.with('fresh', fresh).with('numbered', numbered).with('recorded', recorded));
  });
}

export interface StoredEvent {
  /** The bytes that are sent. */
  body: string;
  createdAt: Date;
  /** Its sequence number among the account's events, from 1, as digits. */
  sequence: string;
  /** The id of the call that caused it, if any. */
  requestId: string | null;
}

function events(p: Placeholders<{ accountId: string }>) {
  return sql('events')
    .where('account_id', p.accountId)
    .whereRaw(`created_at > service_now() - ${RETENTION}`)
    .select('body', 'created_at', 'sequence', 'request_id');
}

export const findEvent = query.first<{ accountId: string; id: string }, StoredEvent>('events.find', (p) =>
  events(p).where('id', p.id),
);

/** The given events that have been recorded and can still be read, oldest first. */
export const findEvents = query.all<{ accountId: string; ids: readonly string[] }, StoredEvent>(
  'events.find_some',
  (p) => events(p).whereRaw(named('id = any(:ids::text[])', p)).orderBy('sequence'),
);

export interface EventFilters {
  type: string | undefined;
  createdAfter: Date | undefined;
  createdBefore: Date | undefined;
}

function filtered(p: Placeholders<EventFilters & { accountId: string }>, given: ReadonlySet<string>) {
  const query = events(p);
  narrow(query, p, given, {
    type: 'type',
    createdAfter: ['created_at', '>='],
    createdBefore: ['created_at', '<='],
  });
  return query;
}

interface EventQuery extends EventFilters {
  accountId: string;
  /** Filters. */
  ids?: readonly string[] | undefined;
  afterTime: Date | undefined;
  /** A sequence number. */
  afterId: string | undefined;
  limit: number;
}

const LIST_ORDER = { time: 'created_at', id: 'sequence', idType: 'bigint' } as const;

const list = query.filtered<EventQuery & { types: readonly string[] }, StoredEvent>(
  'events.list',
  (p, given) => {
    const after = given.has('afterId') ? ([p.afterTime, p.afterId] as const) : undefined;
    const query = filtered(p, given);
    if (given.has('ids')) {
      query.whereRaw(named('id = any(:ids::text[])', p));
      return newestFirst(query, LIST_ORDER, after, p.limit);
    }
    // One page per type, from the index on types; there are few types.
    const ofType = newestFirst(query.whereRaw('type = t.type'), LIST_ORDER, after, p.limit);
    const types = named('unnest(:types::text[])', p);
    const pages = sql.from(sql.raw('? as t (type) cross join lateral (?) as e', [types, ofType]));
    return newestFirst(pages.select('e.*'), LIST_ORDER, undefined, p.limit);
  },
);

/** Newest first. */
export function listEvents(on: Queryable, { type, ...query }: EventQuery): Promise<StoredEvent[]> {
  const types = type === undefined ? Object.keys(TRANSITIONS) : [type];
  const params = { types, ...query, type: query.ids && type };
  return list(on, params);
}

const lastSequenceQuery = query.first<{ accountId: string }, { lastSequence: string }>(
  'events.last_sequence',
  (p) => sql('event_sequences').where('account_id', p.accountId).select('last_sequence'),
);

/** The sequence number of the account's newest event, "0" before the first. */
export async function readLastSequence(on: Queryable, accountId: string): Promise<string> {
  return (await lastSequenceQuery(on, { accountId }))?.lastSequence ?? '0';
}

interface FollowQuery extends EventFilters {
  accountId: string;
  afterSequence: string;
  limit: number;
}

/** In sequence order. */
export const followEvents = query.filtered<FollowQuery, StoredEvent>('events.follow', (p, given) =>
  limited(filtered(p, given).where('sequence', '>', p.afterSequence).orderBy('sequence'), p.limit),
);

/**
 * Deletes events that can no longer be read, with their deliveries, unless one of these is still pending. Deliveries to
 * an endpoint that the service disabled do not count as pending once it has been disabled for the retention time.
 */
export const purgeEvents = command.run<{ limit: number }>('events.purge', (p) =>
  named(
    `delete from events where (account_id, id) in (
       select e.account_id, e.id from events e
        where e.created_at <= service_now() - ${RETENTION} and ${mayExpire('e.account_id')}
          and not exists (select 1 from webhook_deliveries d
            join webhook_endpoints w on w.account_id = d.account_id and w.id = d.endpoint_id
            where d.account_id = e.account_id and d.event_id = e.id and d.status = 'pending'
              and (w.disabled_at is null or w.disabled_at > service_now() - ${RETENTION}))
        limit :limit)`,
    p,
  ),
);
