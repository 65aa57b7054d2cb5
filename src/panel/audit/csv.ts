import type { AuditEntry } from '../../audit-log/index.ts';
import { spreadsheetLine } from '../../http/index.ts';
import { formatTimestamp } from '../../lib/timestamp.ts';

const COLUMNS: Readonly<Record<string, (row: AuditEntry) => string | null>> = {
  created_at: (row) => formatTimestamp(row.createdAt),
  action: (row) => row.action,
  subject: (row) => row.subject,
  user_email: (row) => row.userEmail,
  user_id: (row) => row.userId,
  session_id: (row) => row.sessionId,
  address: (row) => row.address,
  request_id: (row) => row.requestId,
  details: (row) => JSON.stringify(row.details),
};

/** The entries as CSV (RFC 4180), with a first line of names. */
export async function* toCsv(batches: AsyncIterable<AuditEntry[]>): AsyncGenerator<string> {
  yield spreadsheetLine(Object.keys(COLUMNS));
  for await (const rows of batches) yield rows.map(lineOf).join('');
}

function lineOf(row: AuditEntry): string {
  return spreadsheetLine(Object.values(COLUMNS).map((valueOf) => valueOf(row) ?? ''));
}
