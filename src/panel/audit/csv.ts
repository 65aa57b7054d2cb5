import type { AuditEntry } from '../../audit-log/index.ts';
import { formatTimestamp } from '../../lib/timestamp.ts';
import type { Columns } from '../frame/csv.ts';

/** The columns of an export. */
export const AUDIT_COLUMNS: Columns<AuditEntry> = {
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
