import type { ListedEntry } from '../../audit-log/index.ts';
import { formatTimestamp } from '../../lib/timestamp.ts';
import type { Role } from '../../people/index.ts';
import type { Columns } from '../frame/csv.ts';
import { readsAll } from './readers.ts';

/** The columns of an export. Only owners see addresses and sessions. */
export function auditColumns(role: Role): Columns<ListedEntry> {
  return {
    created_at: (row) => formatTimestamp(row.createdAt),
    action: (row) => row.action,
    subject: (row) => row.subject,
    user_email: (row) => row.userEmail,
    user_id: (row) => row.userId,
    ...(readsAll(role) && { session_id: (row) => row.sessionId, address: (row) => row.address }),
    request_id: (row) => row.requestId,
    details: (row) => JSON.stringify(row.details),
    user_name: (row) => row.userName,
  };
}
