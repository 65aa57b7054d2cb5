import type { JSX } from 'preact';
import { formatMoney, Subject } from '../../pages/index.ts';
import { type AnyConversion, CONVERSION_STATUS_SHOWN, conversions } from '../../transfers/index.ts';
import { type Requested, withRequests } from '../approvals/requested.ts';
import { listOf } from '../approvals/transfer-list.tsx';
import { useMemberVisit, useTexts } from '../frame/context.tsx';
import { Amount, Moment } from '../frame/parts.tsx';
import { CONVERSION_COLUMNS } from '../frame/transfer-csv.ts';
import { paths, pathTo } from '../request/paths.ts';
import { MEMBERS, type Route } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { ConversionState, statusOf } from './state.tsx';
import { CONVERSIONS } from './texts.ts';

/** The conversions, and which of them wait. */
export function showConversions(services: PanelServices): Route[] {
  return listOf(services, {
    page: 'conversions',
    access: MEMBERS,
    texts: CONVERSIONS,
    records: conversions,
    decided: 'conversion',
    // Whether a quote has expired depends on the time.
    filteredStatuses: ['requested', 'processing', 'completed', 'failed'],
    statusShown: CONVERSION_STATUS_SHOWN,
    file: CONVERSION_COLUMNS,
    read: withRequests<AnyConversion>,
    headings: (texts) => [texts.what, texts.status, texts.when, { number: texts.from }, { number: texts.to }],
    Row: ConversionRow,
    start: paths.conversions.new,
  });
}

function ConversionRow({ of }: { of: Requested<AnyConversion> }): JSX.Element {
  const visit = useMemberVisit();
  const texts = useTexts(CONVERSIONS);
  const { id, asset, amount, toAsset, toAmount, createdAt, paymentLinkCode } = of.transfer;
  return (
    <tr>
      <Subject
        href={pathTo(visit, paths.conversions.conversion, { conversion: id })}
        detail={paymentLinkCode ?? texts.ownMoney}
        label={texts.openWhich(formatMoney(visit.language, amount, asset))}
      >
        {`${asset} → ${toAsset}`}
      </Subject>
      <td>
        <ConversionState status={statusOf(of, visit.now)} />
      </td>
      <td>
        <Moment at={createdAt} />
      </td>
      <td class="number aside">
        <Amount of={amount} asset={asset} />
      </td>
      <td class="number">
        <Amount of={toAmount} asset={toAsset} />
      </td>
    </tr>
  );
}
