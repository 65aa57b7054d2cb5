import {
  STATUS_SHOWN,
  TRANSFER_STATUSES,
  type TransferFilters,
  type TransferStatus,
} from '../../transfers/index.ts';
import { readFilters } from '../request/filters.ts';
import type { MemberVisit } from '../request/route.ts';
import type { FilterField } from './filter-bar.tsx';

/** What a list of refunds, conversions or withdrawals is filtered by; without assets to choose, not by those. */
export function transferFields<S extends string>(
  texts: { asset?: string; status: string; statuses: Readonly<Record<S, string>> },
  statuses: readonly S[],
  assets: readonly string[],
): FilterField[] {
  const status = statuses.map((one) => [one, texts.statuses[one]] as const);
  const asset = assets.map((one) => [one, one] as const);
  return [
    { kind: 'choice', name: 'status', label: texts.status, options: status },
    ...(texts.asset === undefined
      ? []
      : [{ kind: 'choice' as const, name: 'asset', label: texts.asset, options: asset }]),
  ];
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
