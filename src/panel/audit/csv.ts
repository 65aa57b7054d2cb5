import type { AuditRow } from '../../audit-log/index.ts';
import { spreadsheetLine } from '../../http/index.ts';
import { formatTimestamp } from '../../lib/timestamp.ts';

const COLUMNS = [
  'created_at',
  'action',
  'subject',
  'user_email',
  'user_id',
  'session_id',
  'address',
  'request_id',
  'details',
] as const;

/** The entries as CSV (RFC 4180), with a first line of names. */
export async function* toCsv(batches: AsyncIterable<AuditRow[]>): AsyncGenerator<string> {
  yield spreadsheetLine(COLUMNS);
  for await (const rows of batches) yield rows.map(lineOf).join('');
}

function lineOf(row: AuditRow): string {
  const values = COLUMNS.map((column) => {
    if (column === 'created_at') return formatTimestamp(row.created_at);
    return column === 'details' ? JSON.stringify(row.details) : (row[column] ?? '');
  });
  return spreadsheetLine(values);
}
