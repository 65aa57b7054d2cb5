import {
  columns,
  command,
  limited,
  named,
  query,
  type Queryable,
  sql,
  type Trx,
  type Tables,
  narrow,
} from '../db/index.ts';

export type OperatorRow = Pick<Tables['operators'], (typeof OPERATOR)[number]>;

const OPERATOR = [
  'id',
  'name',
  'publicId',
  'keyStamp',
  'addedBy',
  'worksFrom',
  'revokedAt',
  'revokedBy',
  'createdAt',
] as const;

export const insertOperator = command.run<OperatorRow>('operators.insert', (p) =>
  sql('operators').insert(columns(p, OPERATOR)),
);

/** Adding and revoking depend on the other operators, so they run one at a time. */
export const lockOperators = command.all<Record<string, never>, { id: string }>('operators.lock_all', () =>
  sql('operators').orderBy('id').forUpdate().select('id'),
);

export const listOperators = query.all<Record<string, never>, OperatorRow>('operators.list', () =>
  sql('operators').orderBy(['created_at', 'id']).select(OPERATOR),
);

/** Locked until the transaction ends, so that the operator is not revoked meanwhile. */
export const lockOperatorByKey = command.first<{ publicId: string }, OperatorRow>(
  'operators.lock_by_key',
  (p) => sql('operators').where({ public_id: p.publicId }).forShare().select(OPERATOR),
);

export const lockOperator = command.first<{ id: string }, OperatorRow>('operators.lock', (p) =>
  sql('operators').where({ id: p.id }).forShare().select(OPERATOR),
);

type NewKey = Pick<OperatorRow, 'id' | 'publicId' | 'keyStamp'>;

export const replaceKey = command.run<NewKey>('operators.replace_key', (p) =>
  sql('operators').where({ id: p.id }).update({ public_id: p.publicId, key_stamp: p.keyStamp }),
);

const revoke = command.run<{ id: string; by: string; now: Date }>('operators.revoke', (p) =>
  sql('operators').where({ id: p.id }).update({ revoked_at: p.now, revoked_by: p.by }),
);

export async function markRevoked(trx: Trx, id: string, by: string): Promise<void> {
  await revoke(trx, { id, by, now: await trx.now });
}

const addedAlone = query.first<Record<string, never>, { count: number }>('operators.added_alone', () =>
  sql('operators')
    .whereRaw('works_from > service_now() and revoked_at is null')
    .select(sql.raw('count(*)::integer as count')),
);

export async function countAddedAlone(on: Queryable): Promise<number> {
  return (await addedAlone(on))?.count ?? 0;
}

export interface RequestRow extends Pick<
  Tables['operator_requests'],
  | 'id'
  | 'kind'
  | 'reason'
  | 'evidence'
  | 'requestedBy'
  | 'createdAt'
  | 'expiresAt'
  | 'requestStamp'
  | 'decision'
  | 'decidedBy'
  | 'decidedAt'
  | 'approvalStamp'
  | 'declineReason'
> {
  details: Record<string, unknown>;
}

/** With the names of requester and decider. */
export interface ListedRequest extends RequestRow {
  requester: string;
  decider: string | null;
  hasExpired: boolean;
}

const NEW_REQUEST = [
  'id',
  'kind',
  'details',
  'reason',
  'evidence',
  'requestedBy',
  'createdAt',
  'expiresAt',
  'requestStamp',
] as const;

export type NewRequest = Pick<RequestRow, (typeof NEW_REQUEST)[number]>;

const insertRequestCommand = command.run<Omit<NewRequest, 'details'> & { details: string }>(
  'operator_requests.insert',
  (p) => sql('operator_requests').insert(columns(p, NEW_REQUEST)),
);

export async function insertRequest(trx: Trx, request: NewRequest): Promise<void> {
  await insertRequestCommand(trx, { ...request, details: JSON.stringify(request.details) });
}

const requests = () =>
  sql('operator_requests as r')
    .join('operators as asked', 'asked.id', 'r.requested_by')
    .leftJoin('operators as decided', 'decided.id', 'r.decided_by')
    .select(
      'r.*',
      'asked.name as requester',
      'decided.name as decider',
      sql.raw('r.expires_at <= service_now() as has_expired'),
    );

export const lockRequest = command.first<{ id: string }, ListedRequest>('operator_requests.lock', (p) =>
  requests().where('r.id', p.id).forUpdate('r'),
);

export const findRequest = query.first<{ id: string }, ListedRequest>('operator_requests.find', (p) =>
  requests().where('r.id', p.id),
);

interface ListParams {
  kind: string | undefined;
  waiting: true | undefined;
  limit: number;
}

/** Newest first. */
export const listRequests = query.filtered<ListParams, ListedRequest>(
  'operator_requests.list',
  (p, given) => {
    const query = requests();
    narrow(query, p, given, {
      kind: 'r.kind',
      waiting: sql.raw('r.decision is null and r.expires_at > service_now()'),
    });
    query.orderBy([
      { column: 'r.created_at', order: 'desc' },
      { column: 'r.id', order: 'desc' },
    ]);
    return limited(query, p.limit);
  },
);

/** All of them, because they are few and `ledger verify` checks each. */
export const listApproved = query.all<Record<string, never>, RequestRow>(
  'operator_requests.list_approved',
  () => sql('operator_requests').whereRaw(`decision = 'approved'`).orderBy(['created_at', 'id']).select('*'),
);

const MAX_APPROVED = 100;

const listApprovedWithQuery = query.all<{ kind: string; details: string }, RequestRow>(
  'operator_requests.list_approved_with',
  (p) =>
    sql('operator_requests')
      .where({ kind: p.kind, decision: sql.raw("'approved'") })
      .whereRaw(named('details @> :details::jsonb', p))
      .orderBy([
        { column: 'created_at', order: 'desc' },
        { column: 'id', order: 'desc' },
      ])
      .limit(MAX_APPROVED)
      .select('*'),
);

/** The approved requests of a kind that have all of these details, newest first, at most 100. */
export function listApprovedWith(
  on: Queryable,
  kind: string,
  details: Record<string, string>,
): Promise<RequestRow[]> {
  return listApprovedWithQuery(on, { kind, details: JSON.stringify(details) });
}

interface Decision {
  id: string;
  decision: 'approved' | 'declined';
  by: string;
  at: Date;
  stamp: Buffer | null;
  declineReason: string | null;
}

export const recordDecision = command.run<Decision>('operator_requests.decide', (p) =>
  sql('operator_requests').where({ id: p.id, decision: null }).update({
    decision: p.decision,
    decided_by: p.by,
    decided_at: p.at,
    approval_stamp: p.stamp,
    decline_reason: p.declineReason,
  }),
);

const declineAll = command.run<{ requestedBy: string; by: string; at: Date }>(
  'operator_requests.decline_all',
  (p) =>
    named(
      `update operator_requests set decision = 'declined', decided_by = :by, decided_at = :at
        where requested_by = :requestedBy and decision is null`,
      p,
    ),
);

/** Declines an operator's open requests. */
export async function declineRequestsOf(trx: Trx, requestedBy: string, by: string): Promise<void> {
  await declineAll(trx, { requestedBy, by, at: await trx.now });
}

export interface LogRow extends Pick<
  Tables['operator_log'],
  'id' | 'operatorId' | 'action' | 'subject' | 'createdAt'
> {
  details: Record<string, unknown>;
}

const insertLogCommand = command.run<Omit<LogRow, 'details'> & { details: string }>(
  'operator_log.insert',
  (p) =>
    sql('operator_log')
      .insert(columns(p, ['id', 'operatorId', 'action', 'subject', 'details', 'createdAt']))
      .onConflict('id')
      .ignore(),
);

export async function insertLog(trx: Trx, row: LogRow): Promise<void> {
  await insertLogCommand(trx, { ...row, details: JSON.stringify(row.details) });
}

/** Newest first. */
export const listLog = query.all<{ limit: number }, LogRow & { operator: string | null }>(
  'operator_log.list',
  (p) =>
    limited(
      sql('operator_log as l')
        .leftJoin('operators as o', 'o.id', 'l.operator_id')
        .orderBy([
          { column: 'l.created_at', order: 'desc' },
          { column: 'l.id', order: 'desc' },
        ])
        .select('l.*', 'o.name as operator'),
      p.limit,
    ),
);

export interface DifferenceRow extends Pick<Tables['differences'], 'id' | 'foundBy' | 'lastFoundAt'> {
  description: Record<string, unknown>;
}

const record = command.run<{ ids: string[]; foundBy: string; descriptions: string[] }>(
  'differences.record',
  (p) =>
    named(
      `insert into differences (id, found_by, description, last_found_at)
       select id, :foundBy, description, service_now()
         from unnest(:ids::text[], :descriptions::jsonb[]) as found (id, description)
       on conflict (id) do update set last_found_at = excluded.last_found_at`,
      p,
    ),
);

/** Sorted, so that two concurrent checks cannot deadlock. */
export async function recordDifferences(
  trx: Trx,
  foundBy: string,
  found: readonly { id: string; description: object }[],
): Promise<void> {
  const sorted = [...found].sort((a, b) => (a.id < b.id ? -1 : 1));
  await record(trx, {
    foundBy,
    ids: sorted.map(({ id }) => id),
    descriptions: sorted.map(({ description }) => JSON.stringify(description)),
  });
}

const DIFFERENCE = ['id', 'found_by', 'description', 'last_found_at'];

export const findDifference = query.first<{ id: string }, DifferenceRow>('differences.find', (p) =>
  sql('differences').where({ id: p.id }).select(DIFFERENCE),
);

export const listDifferences = query.all<{ limit: number }, DifferenceRow>('differences.list', (p) =>
  limited(
    sql('differences')
      .orderBy([{ column: 'last_found_at', order: 'desc' }, { column: 'id' }])
      .select(DIFFERENCE),
    p.limit,
  ),
);

/** All requests that name one of these, oldest first. */
export const findRequestsAbout = query.all<{ ids: readonly string[] }, RequestRow & { hasExpired: boolean }>(
  'differences.requests',
  (p) =>
    sql('operator_requests')
      .whereRaw(`details ->> 'difference' = any(?::text[])`, [p.ids as never])
      .orderBy(['created_at', 'id'])
      .select('*', sql.raw('expires_at <= service_now() as has_expired')),
);

const countQuery = query.first<Record<string, never>, { count: number }>('differences.count', () =>
  sql('operator_requests')
    .whereRaw(`details ->> 'difference' is not null and decision = 'approved'`)
    .select(sql.raw('count(*)::integer as count')),
);

/** The number of differences that may be acknowledged; a check with a limit must look for as many more. */
export async function countKnown(on: Queryable): Promise<number> {
  return (await countQuery(on))?.count ?? 0;
}

/** Deletes differences not found for 90 days; requests have their own copy. Returns how many, at most the limit. */
export const purgeDifferences = command.run<{ limit: number }>('differences.purge', (p) =>
  named(
    `delete from differences where id in (
       select id from differences where last_found_at <= service_now() - interval '90 days'
        order by last_found_at limit :limit for update skip locked)`,
    p,
  ),
);
