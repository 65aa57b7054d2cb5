import { findActing, listEntries, type ListedEntry } from '../../audit-log/index.ts';
import type { Foundation } from '../../composition/index.ts';
import { formatTimestamp } from '../../lib/timestamp.ts';
import { pageOf } from '../frame/index.ts';
import { requireAccount } from './account.ts';

export interface AuditOptions {
  account: string;
  person?: string;
  action?: string;
  record?: string;
  from?: Date;
  until?: Date;
  limit: number;
}

export async function list(
  { db }: Foundation,
  { account: accountId, person, action, record, from, until, limit }: AuditOptions,
): Promise<object> {
  await requireAccount(db.read, accountId);
  const filters = {
    userIds: person === undefined ? undefined : await findActing(db.read, accountId, person),
    actions: action === undefined ? undefined : [action],
    record,
    createdAfter: from,
    createdBefore: until,
  };
  const start = { afterTime: undefined, afterId: undefined };
  return pageOf(
    limit,
    (count) => listEntries(db.read, { accountId, ...filters, ...start, limit: count }),
    view,
  );
}

function view({ createdAt, action, subject, userEmail, address, requestId, details }: ListedEntry): object {
  return {
    created_at: formatTimestamp(createdAt),
    action,
    subject,
    user_email: userEmail,
    address,
    request_id: requestId,
    details,
  };
}
