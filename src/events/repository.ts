import type { Knex } from 'knex';
import type { Queryable, Trx } from '../db/connect.ts';
import {
  limited,
  named,
  newestFirst,
  type Places,
  sql,
  statement,
  statementByShape,
} from '../db/statement.ts';

export interface NewEvent {
  accountId: string;
  id: string;
  type: string;
  createdAt: Date;
  body: string;
  requestId: string | null;
}

/** For so long events can be read (D19), and are collected for an endpoint that the service has switched off. */
const RETENTION = "interval '30 days'";

export type InsertEvent = (trx: Trx, event: NewEvent) => Promise<void>;

/**
 * How events are written, by one statement with what is made of each: `follow` completes it, from `recorded`, which is
 * empty for an event that existed already.
 */
export function eventInsertion(
  follow: (recording: Knex.QueryBuilder, p: Places<NewEvent>) => Knex.QueryBuilder,
): InsertEvent {
  const insertStatement = statement<NewEvent>('events.insert', (p) => {
    const recorded = sql('events')
      .insert({
        account_id: p.accountId,
        id: p.id,
        type: p.type,
        created_at: p.createdAt,
        body: p.body,
        request_id: p.requestId,
      })
      .onConflict(['account_id', 'id'])
      .ignore()
      .returning(['account_id', 'id', 'type', 'created_at']);
    return follow(sql.with('recorded', recorded), p);
  });
  return async (trx, event) => {
    await insertStatement.run(trx, event);
  };
}

export interface EventRow {
  /** The bytes that are sent. */
  body: string;
  created_at: Date;
  /** Which transaction wrote it, and its place among all events: digits, larger than a number holds. */
  recorded_in: string;
  position: string;
}

function events(p: Places<{ accountId: string }>) {
  return sql('events')
    .where('account_id', p.accountId)
    .whereRaw(`created_at > service_now() - ${RETENTION}`)
    .select('body', 'created_at', 'recorded_in', 'position');
}

const findStatement = statement<{ accountId: string; id: string }, EventRow>('events.find', (p) =>
  events(p).where('id', p.id),
);

export function findEvent(on: Queryable, accountId: string, id: string): Promise<EventRow | undefined> {
  return findStatement.first(on, { accountId, id });
}

export interface EventFilters {
  type: string | undefined;
  createdAfter: Date | undefined;
  createdBefore: Date | undefined;
}

function filtered(p: Places<EventFilters & { accountId: string }>, given: ReadonlySet<string>) {
  const query = events(p);
  if (given.has('type')) query.where('type', p.type);
  if (given.has('createdAfter')) query.where('created_at', '>=', p.createdAfter);
  if (given.has('createdBefore')) query.where('created_at', '<=', p.createdBefore);
  return query;
}

export interface EventQuery extends EventFilters {
  accountId: string;
  afterTime: Date | undefined;
  afterPosition: string | undefined;
  limit: number;
}

const listStatement = statementByShape<EventQuery, EventRow>('events.list', (p, given) => {
  const query = filtered(p, given);
  const after = given.has('afterPosition') ? ([p.afterTime, p.afterPosition] as const) : undefined;
  const order = { time: 'created_at', id: 'position', idType: 'bigint' } as const;
  return newestFirst(query, order, after, p.limit);
});

/** Newest first. */
export function listEvents(on: Queryable, query: EventQuery): Promise<EventRow[]> {
  return listStatement(query).all(on, query);
}

const horizonStatement = statement<Record<string, never>, { horizon: string }>('events.horizon', () =>
  sql.select(sql.raw('pg_snapshot_xmin(pg_current_snapshot())::text as horizon')),
);

/**
 * The oldest transaction that still runs: those before it have ended, so that what they recorded is complete. The
 * times of events are no such border, as a transaction that began early may commit late.
 */
export async function readHorizon(on: Queryable): Promise<string> {
  const { horizon } = (await horizonStatement.first(on, {})) ?? {};
  if (horizon === undefined) throw new Error('the database did not tell its oldest transaction');
  return horizon;
}

export interface FollowQuery extends EventFilters {
  accountId: string;
  afterTransaction: string;
  afterPosition: string;
  /** As readHorizon told it. */
  horizon: string;
  limit: number;
}

const followStatement = statementByShape<FollowQuery, EventRow>('events.follow', (p, given) =>
  limited(
    filtered(p, given)
      .whereRaw(named('(recorded_in, position) > (:afterTransaction::xid8, :afterPosition::bigint)', p))
      .whereRaw(named('recorded_in < :horizon::xid8', p))
      .orderBy(['recorded_in', 'position']),
    p.limit,
  ),
);

/** In the order in which they were recorded, up to the horizon. */
export function followEvents(on: Queryable, query: FollowQuery): Promise<EventRow[]> {
  return followStatement(query).all(on, query);
}

const purgeStatement = statement<{ limit: number }>('events.purge', (p) =>
  named(
    `delete from events where (account_id, id) in (
       select e.account_id, e.id from events e
        where e.created_at <= service_now() - ${RETENTION}
          and not exists (select 1 from webhook_deliveries d
            join webhook_endpoints w on w.account_id = d.account_id and w.id = d.endpoint_id
            where d.account_id = e.account_id and d.event_id = e.id and d.status = 'pending'
              and (w.disabled_at is null or w.disabled_at > service_now() - ${RETENTION}))
        limit :limit)`,
    p,
  ),
);

/**
 * Deletes events that can no longer be read, with their deliveries, unless one of these still waits: for longer than
 * events can be read none waits for an endpoint that the service has switched off.
 */
export function purgeEvents(trx: Trx, limit: number): Promise<number> {
  return purgeStatement.run(trx, { limit });
}
