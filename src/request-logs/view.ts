import type { Schemas } from '../contract/index.ts';
import { formatRequestId } from '../lib/ids.ts';
import { formatTimestamp } from '../lib/timestamp.ts';
import type { Query } from './redaction.ts';
import type { LoggedCall, LoggedCallSummary } from './repository.ts';

export function viewLog(row: LoggedCall): Schemas['RequestLog'] {
  return {
    ...viewLogSummary(row),
    request_headers: headersOf(row),
    request_body: row.requestBody,
    response_body: row.responseBody,
  };
}

/** The kept request headers by name; null for calls before they were kept. */
export function headersOf({
  headers,
  idempotencyKey: key,
}: Pick<LoggedCall, 'headers' | 'idempotencyKey'>): Record<string, string> | null {
  return headers && { ...headers, ...(key !== null && { 'Idempotency-Key': key }) };
}

export function viewLogSummary(row: LoggedCallSummary): Schemas['RequestLogSummary'] {
  return {
    object: 'request_log',
    request_id: formatRequestId(row.id),
    method: row.method,
    path: row.path,
    query: row.query && joined(row.query),
    operation: row.operation,
    status: row.status,
    error_code: row.errorCode,
    duration_ms: row.durationMs,
    ip: row.ip,
    credential: {
      id: row.credentialId,
      name: row.credentialName,
      last_four: row.credentialLastFour,
    },
    idempotency_key: row.idempotencyKey,
    api_version: row.apiVersion,
    created_at: formatTimestamp(row.createdAt),
  };
}

function joined(query: Query): Record<string, string> {
  return Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]));
}
