import type { JSX } from 'preact';
import type { Page as ListPage } from '../../lib/cursor.ts';
import { formatMoney } from '../../pages/index.ts';
import { type AnyConversion, CONVERSION_STATUS_SHOWN, type TransferFilters } from '../../transfers/index.ts';
import { REQUEST_TONES } from '../approvals/parts.tsx';
import { requestStateOf, type Requested, type RequestState } from '../approvals/requested.ts';
import { APPROVALS } from '../approvals/texts.ts';
import { Moment, Outcome } from '../frame/parts.tsx';
import { Amount, Pages, Status, Table } from '../frame/tables.tsx';
import { paymentLink } from '../frame/trace.tsx';
import { TransferFilterForm } from '../frame/transfer-filters.tsx';
import { MONEY, pathTo, type MemberVisit, type Page } from '../request/route.ts';
import { CONVERSIONS } from './texts.ts';

export type ConversionStatus = keyof (typeof CONVERSIONS)['en']['statuses'] | RequestState;

const TONES: Readonly<Record<ConversionStatus, 'good' | 'waiting' | 'bad' | 'quiet'>> = {
  ...REQUEST_TONES,
  requested: 'waiting',
  quote_expired: 'quiet',
  processing: 'quiet',
  completed: 'good',
  failed: 'bad',
};

/** What a list can be filtered by; whether a quote has expired depends on the time. */
const FILTERED_STATUSES = ['requested', 'processing', 'completed', 'failed'] as const;

export function statusOf(requested: Requested<AnyConversion>, now: Date): ConversionStatus {
  const { status, quoteExpiresAt: end } = requested.transfer;
  const hasEnded = end !== null && end <= now;
  if (status === 'requested' && hasEnded) return 'quote_expired';
  return requestStateOf(requested) ?? CONVERSION_STATUS_SHOWN[status];
}

export interface ConversionList {
  conversions: ListPage<Requested<AnyConversion>>;
  waiting: readonly Requested<AnyConversion>[];
  filters: TransferFilters;
  assets: readonly string[];
  now: Date;
}

export function conversionsPage(visit: MemberVisit, list: ConversionList): Page {
  const texts = CONVERSIONS[visit.language];
  const { conversions, waiting, now } = list;
  const { waiting: waitingTitle, waitingHint } = APPROVALS[visit.language];
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
        {waiting.length > 0 && (
          <>
            <h2>{waitingTitle}</h2>
            <p class="muted">{waitingHint}</p>
            <Rows visit={visit} label={waitingTitle} of={waiting} now={now} />
            <h2>{texts.all}</h2>
          </>
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
          <Rows visit={visit} label={texts.all} of={conversions.data} now={now} />
        )}
        <Pages visit={visit} next={conversions.next_cursor} />
      </>
    ),
  };
}

function Rows(props: {
  visit: MemberVisit;
  label: string;
  of: readonly Requested<AnyConversion>[];
  now: Date;
}): JSX.Element {
  const { visit, label, of, now } = props;
  const texts = CONVERSIONS[visit.language];
  return (
    <Table
      label={label}
      headings={[texts.when, { number: texts.from }, { number: texts.to }, texts.status, texts.origin, '']}
    >
      {of.map((requested) => (
        <Row visit={visit} requested={requested} now={now} />
      ))}
    </Table>
  );
}

function Row(props: { visit: MemberVisit; requested: Requested<AnyConversion>; now: Date }): JSX.Element {
  const { visit, requested, now } = props;
  const texts = CONVERSIONS[visit.language];
  const { id, asset, amount, toAsset, toAmount, createdAt, paymentLinkCode: code } = requested.transfer;
  return (
    <tr>
      <td>
        <Moment visit={visit} at={createdAt} />
      </td>
      <td class="number">
        <Amount visit={visit} of={amount} asset={asset} />
      </td>
      <td class="number">
        <Amount visit={visit} of={toAmount} asset={toAsset} />
      </td>
      <td>
        <ConversionState visit={visit} status={statusOf(requested, now)} />
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
  const texts = { ...CONVERSIONS[visit.language].statuses, ...APPROVALS[visit.language].states };
  return <Status tone={TONES[status]}>{texts[status]}</Status>;
}
