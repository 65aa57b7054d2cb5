import {
  command,
  named,
  isAwaited,
  noteChange,
  newestFirst,
  query,
  type Queryable,
  sql,
  type Trx,
  type Tables,
  narrow,
} from '../db/index.ts';
import { COLUMNS, COLUMN_NAMES, NOTHING, ROW_END, VALUE_END, type Column, type LogBatch } from './batch.ts';
import type { KeptHeaders } from './allow-list.ts';
import { unpackDetails } from './details.ts';
import { LISTENER } from './listener.ts';
import type { Query } from './redaction.ts';

/** Ensures that there are partitions for the days from the first to the last, given as YYYY-MM-DD. */
export const makePartitions = command.run<{ first: string; last: string }>(
  'request_logs.make_partitions',
  (p) => sql.select(named('make_request_log_partitions(:first::date, :last::date)', p)),
);

const dropOldPartitionsCommand = command.first<Record<string, never>, { dropped: number }>(
  'request_logs.drop_old_partitions',
  () => sql.select(sql.raw('drop_old_request_log_partitions() as dropped')),
);

/** The number of past days in the log, besides today (D20). */
export const KEPT_DAYS = 30;

/** Drops older days. Returns how many. */
export async function dropOldPartitions(trx: Trx): Promise<number> {
  return (await dropOldPartitionsCommand(trx))?.dropped ?? 0;
}

const insert = command.run<{ rows: Buffer }>('request_logs.insert', (p) => {
  const values = Object.values(COLUMNS).map((type, at) => `value[${at + 1}]::${type}`);
  return sql.raw(
    `insert into request_logs (${COLUMN_NAMES.join(', ')})
     select ${values.join(', ')}
       from (
         select string_to_array(line, ?, ?) as value from string_to_table(?, ?) as line
         -- Keeps Postgres from splitting the line again for each value.
         offset 0
       ) as lines
     -- Rows that come twice were written by a batch whose result was lost.
     on conflict do nothing`,
    [VALUE_END, NOTHING, p.rows, ROW_END],
  );
});

// A crash of Postgres loses at most the last moments of the log, like that of a process, so calls need not share the
// disk with it.
const unflushed = command.run<Record<string, never>>('request_logs.unflushed', () =>
  sql.raw(`select set_config('synchronous_commit', 'off', true)`),
);

/** Writes the rows of a batch, as one text, which costs Postgres half of what JSON would. */
export async function insertLogs(trx: Trx, batch: LogBatch): Promise<void> {
  if (!isAwaited(trx)) trx.defer(unflushed(trx));
  for (const accountId of batch.accountIds) noteChange(trx, accountId);
  await insert(trx, { rows: batch.text() });
}

export interface LoggedCallSummary extends Pick<
  Tables['request_logs'],
  | 'createdAt'
  | 'id'
  | 'method'
  | 'path'
  | 'operation'
  | 'status'
  | 'errorCode'
  | 'errorParam'
  | 'durationMs'
  | 'ip'
  | 'credentialId'
  | 'credentialName'
  | 'credentialLastFour'
  | 'idempotencyKey'
  | 'apiVersion'
  | 'replayed'
> {
  query: Query | null;
}

export interface LoggedCall extends LoggedCallSummary {
  /** Null for calls before headers were kept. */
  headers: KeptHeaders | null;
  requestBody: unknown;
  responseBody: unknown;
}

const DETAILS: readonly Column[] = ['headers', 'request_body', 'response_body', 'details'];
const SUMMARY = COLUMN_NAMES.filter((name) => name !== 'account_id' && !DETAILS.includes(name));

export interface LogFilters {
  status: number | undefined;
  method: string | undefined;
  path: string | undefined;
  credentialId: string | undefined;
  /** The UUID within a request id; `createdAt` is its time. */
  id: string | undefined;
  createdAt: Date | undefined;
  createdAfter: Date | undefined;
  createdBefore: Date | undefined;
  operation?: string | undefined;
  errorCode?: string | undefined;
  errorParam?: string | undefined;
  idempotencyKey?: string | undefined;
  /** Where the status is; one at most. */
  succeeded?: true | undefined;
  failed?: true | undefined;
  clientError?: true | undefined;
  serverError?: true | undefined;
  /** Only calls that changed something or failed. */
  withoutReads?: true | undefined;
  /** Without the polls of `payments listen`. */
  withoutListening?: true | undefined;
}

export interface LogQuery extends LogFilters {
  accountId: string;
  afterTime: Date | undefined;
  afterId: string | undefined;
  limit: number;
}

/** Only successful polls, so that no caller can hide another call by sending the same header. */
const IS_LISTENING = `operation = 'listEvents' and status < 400 and headers ->> 'User-Agent' like '${LISTENER}/%'`;

export const listLogs = query.filtered<LogQuery, LoggedCallSummary>('request_logs.list', (p, given) => {
  const query = sql('request_logs').where('account_id', p.accountId);
  narrow(query, p, given, {
    status: 'status',
    method: 'method',
    path: named('hashtext(path) = hashtext(:path::text) and path = :path::text', p),
    credentialId: 'credential_id',
    operation: 'operation',
    errorCode: 'error_code',
    errorParam: 'error_param',
    idempotencyKey: 'idempotency_key',
  });
  // Constants, because with parameters Postgres could not tell that its partial indexes serve them.
  narrow(query, p, given, {
    succeeded: sql.raw('status < 400'),
    failed: sql.raw('status >= 400'),
    clientError: sql.raw('status >= 400 and status < 500'),
    serverError: sql.raw('status >= 500'),
    withoutReads: sql.raw(`(method <> 'GET' or status >= 400)`),
    withoutListening: sql.raw(`(${IS_LISTENING}) is not true`),
    id: 'id',
    createdAt: 'created_at',
    createdAfter: ['created_at', '>='],
    createdBefore: ['created_at', '<='],
  });
  // Redundant with the page's own condition, but Postgres uses it to skip partitions.
  if (given.has('afterId')) query.where('created_at', '<=', p.afterTime);
  const after = given.has('afterId') ? ([p.afterTime, p.afterId] as const) : undefined;
  const order = { time: 'created_at', id: 'id', idType: 'uuid' } as const;
  return newestFirst(query.select(SUMMARY), order, after, p.limit);
});

interface LogKey {
  accountId: string;
  id: string;
  /** The time within the id, which selects the one partition. */
  createdAt: Date;
}

const find = query.first<LogKey, LoggedCall & { details: Buffer | null }>('request_logs.find', (p) =>
  sql('request_logs')
    .where({ account_id: p.accountId, created_at: p.createdAt, id: p.id })
    .select([...SUMMARY, ...DETAILS]),
);

export async function findLog(on: Queryable, key: LogKey): Promise<LoggedCall | undefined> {
  const found = await find(on, key);
  if (!found) return undefined;
  const { details, ...call } = found;
  return details ? { ...call, ...unpackDetails(details) } : call;
}

export interface FailureGroup {
  errorCode: string;
  /** The field or parameter that the error is about. */
  errorParam: string | null;
  operation: string | null;
  /** The numbers since `dayAgo`, and since `since`. */
  lastDay: number;
  total: number;
  firstAt: Date;
  firstId: string;
  lastAt: Date;
  lastId: string;
}

interface FailuresQuery {
  accountId: string;
  since: Date;
  dayAgo: Date;
  /** The number of calls to count, the latest ones. */
  limit: number;
  /** The number of causes to return. */
  causes: number;
}

/**
 * The account's failed calls by cause, which is the error code, parameter and operation. The most frequent ones of the
 * last day first.
 */
export const countFailures = query.all<FailuresQuery, FailureGroup>('request_logs.failures', (p) =>
  named(
    `select error_code, error_param, operation, count(*)::int as total,
            count(*) filter (where created_at >= :dayAgo)::int as last_day,
            min(created_at) as first_at, (array_agg(id order by created_at, id))[1] as first_id,
            max(created_at) as last_at, (array_agg(id order by created_at desc, id desc))[1] as last_id
       from (select error_code, error_param, operation, created_at, id from request_logs
              where account_id = :accountId and status >= 400 and error_code is not null and created_at >= :since
              order by created_at desc, id desc limit :limit) as failed
      group by error_code, error_param, operation
      order by last_day desc, total desc, error_code, error_param, operation limit :causes`,
    p,
  ),
);

export interface LastCall
  extends
    Pick<LoggedCallSummary, 'method' | 'path' | 'operation' | 'ip' | 'apiVersion'>,
    Pick<Tables['request_logs'], 'credentialId' | 'createdAt' | 'id'> {}

/**
 * The calls of a credential, latest first. As a range, because an equality would let Postgres look for them among all
 * calls of the account, by time, and a key that was never used would make it read the whole log.
 */
const OF_WANTED = `credential_id between wanted.id and wanted.id
                   order by credential_id desc, created_at desc, id desc`;

/**
 * The last call of each credential, if the log has one. It costs an index entry for each credential, and the calls
 * themselves nothing.
 */
export const listLastCalls = query.all<{ accountId: string; credentialIds: string[] }, LastCall>(
  'request_logs.last_calls',
  (p) =>
    named(
      `select call.* from unnest(:credentialIds::uuid[]) as wanted (id)
        cross join lateral (
          select credential_id, created_at, id, method, path, operation, ip, api_version from request_logs
           where account_id = :accountId and ${OF_WANTED} limit 1) as call`,
      p,
    ),
);

export interface VersionUse extends Pick<Tables['request_logs'], 'credentialId' | 'apiVersion'> {
  calls: number;
  lastAt: Date;
}

interface VersionsQuery {
  accountId: string;
  credentialIds: string[];
  since: Date;
  /** The number of each credential's calls, the latest ones. */
  limit: number;
}

/** The versions with which each of the credentials called. */
export const countVersions = query.all<VersionsQuery, VersionUse>('request_logs.versions', (p) =>
  named(
    `select wanted.id as credential_id, call.api_version, count(*)::int as calls, max(call.created_at) as last_at
       from unnest(:credentialIds::uuid[]) as wanted (id)
      cross join lateral (
        select api_version, created_at from request_logs
         where account_id = :accountId and created_at >= :since and ${OF_WANTED} limit :limit) as call
      group by wanted.id, call.api_version`,
    p,
  ),
);
