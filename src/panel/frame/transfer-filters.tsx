import type { JSX } from 'preact';
import {
  STATUS_SHOWN,
  TRANSFER_STATUSES,
  type TransferFilters,
  type TransferStatus,
} from '../../transfers/index.ts';
import { readFilters } from '../request/filters.ts';
import { pathTo, paths } from '../request/paths.ts';
import type { MemberVisit } from '../request/route.ts';
import { useMemberVisit } from './context.tsx';
import { FilterBar } from './filter-bar.tsx';

/** The form above a list of refunds, conversions or withdrawals; without assets, these can't be chosen. */
export function TransferFilterForm<S extends string>(props: {
  page: 'refunds' | 'conversions' | 'withdrawals';
  statuses: readonly S[];
  assets: readonly string[];
  texts: { asset?: string; status: string; statuses: Readonly<Record<S, string>> };
}): JSX.Element {
  const visit = useMemberVisit();
  const { texts } = props;
  return (
    <FilterBar
      action={pathTo(visit, paths[props.page].list)}
      fields={[
        {
          kind: 'choice',
          name: 'status',
          label: texts.status,
          options: props.statuses.map((status) => [status, texts.statuses[status]]),
        },
        ...(texts.asset === undefined
          ? []
          : [
              {
                kind: 'choice' as const,
                name: 'asset',
                label: texts.asset,
                options: props.assets.map((asset) => [asset, asset] as const),
              },
            ]),
      ]}
    />
  );
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
