import { named, query } from '../../db/index.ts';
import type { LogSummaryRow } from '../repository.ts';

export interface FailureGroup {
  error_code: string;
  operation: string | null;
  /** How many since `dayAgo`, and since `since`. */
  last_day: number;
  total: number;
  last_at: Date;
  /** Of the last one. */
  last_id: string;
}

interface FailuresQuery {
  accountId: string;
  since: Date;
  dayAgo: Date;
  /** Of the calls that are counted: the latest ones. */
  limit: number;
}

/** The account's failed calls by error code and operation, the most frequent ones of the last day first. */
export const countFailures = query.all<FailuresQuery, FailureGroup>('request_logs.failures', (p) =>
  named(
    `select error_code, operation, count(*)::int as total,
            count(*) filter (where created_at >= :dayAgo)::int as last_day, max(created_at) as last_at,
            (array_agg(id order by created_at desc, id desc))[1] as last_id
       from (select error_code, operation, created_at, id from request_logs
              where account_id = :accountId and status >= 400 and error_code is not null and created_at >= :since
              order by created_at desc, id desc limit :limit) as failed
      group by error_code, operation order by last_day desc, total desc, error_code, operation`,
    p,
  ),
);

export interface LastCall extends Pick<
  LogSummaryRow,
  'method' | 'path' | 'operation' | 'ip' | 'api_version'
> {
  credential_id: string;
  created_at: Date;
  id: string;
}

/**
 * The calls of a credential, latest first. As a range, because an equality would let Postgres look for them among all
 * calls of the account, by time: a key that was never used would have it read the whole log.
 */
const OF_WANTED = `credential_id between wanted.id and wanted.id
                   order by credential_id desc, created_at desc, id desc`;

/**
 * The last call of each credential, if the log has one: it costs an index entry for each credential, and the calls
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

export interface VersionUse {
  credential_id: string;
  api_version: string;
  calls: number;
  last_at: Date;
}

interface VersionsQuery {
  accountId: string;
  credentialIds: string[];
  since: Date;
  /** Of each credential's calls: the latest ones. */
  limit: number;
}

/** With which versions each of the credentials called. */
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
