import type { Schemas } from '../contract/index.ts';
import { formatRequestId } from '../lib/ids.ts';
import { formatTimestamp } from '../lib/timestamp.ts';
import type { Query } from './redaction.ts';
import type { LogRow, LogSummaryRow } from './repository.ts';

export function viewLog(row: LogRow): Schemas['RequestLog'] {
  return {
    ...viewLogSummary(row),
    request_headers: headersOf(row),
    request_body: row.request_body,
    response_body: row.response_body,
  };
}

/** The kept request headers by name; null for calls before they were kept. */
export function headersOf({
  headers,
  idempotency_key: key,
}: Pick<LogRow, 'headers' | 'idempotency_key'>): Record<string, string> | null {
  return headers && { ...headers, ...(key !== null && { 'Idempotency-Key': key }) };
}

export function viewLogSummary(row: LogSummaryRow): Schemas['RequestLogSummary'] {
  return {
    object: 'request_log',
    request_id: formatRequestId(row.id),
    method: row.method,
    path: row.path,
    query: row.query && joined(row.query),
    operation: row.operation,
    status: row.status,
    error_code: row.error_code,
    duration_ms: row.duration_ms,
    ip: row.ip,
    credential: {
      id: row.credential_id,
      name: row.credential_name,
      last_four: row.credential_last_four,
    },
    idempotency_key: row.idempotency_key,
    api_version: row.api_version,
    created_at: formatTimestamp(row.created_at),
  };
}

function joined(query: Query): Record<string, string> {
  return Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]));
}
