import type { Month, Period } from '../../ledger/index.ts';
import { withQuery } from '../../pages/index.ts';
import { paths, pathTo } from '../request/paths.ts';
import type { MemberVisit } from '../request/route.ts';

/** Where a statement is, as a page or as a file. */
export function addressOf(
  visit: MemberVisit,
  what: 'month' | 'csv' | 'camt' | 'pdf',
  asset: string,
  month: Month,
  more: Record<string, string> = {},
): string {
  return withQuery(pathTo(visit, paths.statements[what]), { month, asset, ...more });
}

export function monthOf({ from }: Period): Month {
  return from.slice(0, 7);
}
