import type { JSX } from 'preact';
import type { Page as ListPage } from '../../lib/cursor.ts';
import { formatMoney } from '../../pages/format.ts';
import type { TransferFilters } from '../../transfers/records.ts';
import type { AnyConversion } from '../../transfers/transfer.ts';
import { CONVERSION_STATUS_SHOWN } from '../../transfers/view.ts';
import { Moment, Outcome } from '../frame/parts.tsx';
import { Amount, Pages, Status, Table } from '../frame/tables.tsx';
import { paymentLink } from '../frame/trace.tsx';
import { TransferFilterForm } from '../frame/transfer-filters.tsx';
import { MONEY, pathTo, type MemberVisit, type Page } from '../route.ts';
import { CONVERSIONS } from './texts.ts';

export type ConversionStatus = keyof (typeof CONVERSIONS)['en']['statuses'];

const TONES: Readonly<Record<ConversionStatus, 'good' | 'waiting' | 'bad' | 'quiet'>> = {
  requested: 'waiting',
  expired: 'quiet',
  processing: 'quiet',
  completed: 'good',
  failed: 'bad',
};

/** What a list can be filtered by; whether a quote has expired depends on the time. */
const FILTERED_STATUSES = ['requested', 'processing', 'completed', 'failed'] as const;

export function statusOf({ status, quote_expires_at: end }: AnyConversion, now: Date): ConversionStatus {
  const hasEnded = end !== null && end <= now;
  return status === 'requested' && hasEnded ? 'expired' : CONVERSION_STATUS_SHOWN[status];
}

export interface ConversionList {
  conversions: ListPage<AnyConversion>;
  filters: TransferFilters;
  assets: readonly string[];
  now: Date;
}

export function conversionsPage(visit: MemberVisit, list: ConversionList): Page {
  const texts = CONVERSIONS[visit.language];
  const { conversions, now } = list;
  const isFiltered = Object.values(list.filters).some((value) => value !== undefined);
  return {
    title: texts.title,
    body: (
      <>
        <Outcome visit={visit} notices={texts.notices} problems={texts.problems} />
        {MONEY.includes(visit.membership.role) && (
          <p>
            <a href={pathTo(visit, 'conversions/new')} class="action">
              {texts.start}
            </a>
          </p>
        )}
        <TransferFilterForm
          visit={visit}
          page="conversions"
          statuses={FILTERED_STATUSES}
          assets={list.assets}
          texts={texts}
        />
        {conversions.data.length === 0 ? (
          <p>{isFiltered ? texts.noMatch : texts.none}</p>
        ) : (
          <Table
            label={texts.title}
            headings={[
              texts.when,
              { number: texts.from },
              { number: texts.to },
              texts.status,
              texts.origin,
              '',
            ]}
          >
            {conversions.data.map((conversion) => (
              <Row visit={visit} conversion={conversion} now={now} />
            ))}
          </Table>
        )}
        <Pages visit={visit} next={conversions.next_cursor} />
      </>
    ),
  };
}

function Row(props: { visit: MemberVisit; conversion: AnyConversion; now: Date }): JSX.Element {
  const { visit, conversion, now } = props;
  const texts = CONVERSIONS[visit.language];
  const { id, asset, amount, to_asset, to_amount, created_at, payment_link_code: code } = conversion;
  return (
    <tr>
      <td>
        <Moment visit={visit} at={created_at} />
      </td>
      <td class="number">
        <Amount visit={visit} of={amount} asset={asset} />
      </td>
      <td class="number">
        <Amount visit={visit} of={to_amount} asset={to_asset} />
      </td>
      <td>
        <ConversionState visit={visit} status={statusOf(conversion, now)} />
      </td>
      <td>{paymentLink(visit, code) ?? texts.ownMoney}</td>
      <td>
        <a
          href={pathTo(visit, `conversions/${id}`)}
          aria-label={texts.openWhich(formatMoney(visit.language, amount, asset))}
        >
          {texts.open}
        </a>
      </td>
    </tr>
  );
}

export function ConversionState(props: { visit: MemberVisit; status: ConversionStatus }): JSX.Element {
  const { visit, status } = props;
  return <Status tone={TONES[status]}>{CONVERSIONS[visit.language].statuses[status]}</Status>;
}
