import { listCredentials, type ListedCredential } from '../../credentials/index.ts';
import type { Queryable } from '../../db/index.ts';
import type { MemberVisit } from '../request/route.ts';

const DAY_MS = 24 * 3600_000;
const MAX_KEYS = 100;

/** The keys of the account, as far as a page shows them. */
export function listKeys(on: Queryable, { accountId }: MemberVisit): Promise<ListedCredential[]> {
  return listCredentials(on, { accountId, afterTime: undefined, afterId: undefined, limit: MAX_KEYS });
}

export function daysAgo(days: number): Date {
  return new Date(Date.now() - days * DAY_MS);
}
