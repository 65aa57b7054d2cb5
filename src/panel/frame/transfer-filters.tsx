import {
  STATUS_SHOWN,
  TRANSFER_STATUSES,
  type TransferFilters,
  type TransferStatus,
} from '../../transfers/index.ts';
import { readFilters } from '../request/filters.ts';
import type { MemberVisit } from '../request/route.ts';
import type { FilterField } from './filter-bar.tsx';

/** The filters of a list of refunds, conversions or withdrawals. */
export function transferFields<S extends string>(
  texts: { status: string; statuses: Readonly<Record<S, string>> },
  statuses: readonly S[],
  byAsset: readonly [label: string, assets: readonly string[]] | undefined,
): FilterField[] {
  const status: FilterField = {
    kind: 'choice',
    name: 'status',
    label: texts.status,
    options: statuses.map((one) => [one, texts.statuses[one]]),
  };
  if (!byAsset) return [status];
  const [label, assets] = byAsset;
  return [status, { kind: 'choice', name: 'asset', label, options: assets.map((one) => [one, one]) }];
}

/** From the query; invalid values count as not given. */
export function transferFiltersOf(
  visit: MemberVisit,
  assets: readonly string[],
  shown: Record<TransferStatus, string> = STATUS_SHOWN,
): TransferFilters {
  const given = readFilters(visit);
  const chosen = given.choice('status', Object.values(shown));
  const statuses = TRANSFER_STATUSES.filter((status) => shown[status] === chosen);
  return {
    statuses: statuses.length === 0 ? undefined : statuses,
    asset: given.choice('asset', assets),
    method: undefined,
    paymentLinkCode: undefined,
    amount: undefined,
    createdAfter: undefined,
    createdBefore: undefined,
  };
}
