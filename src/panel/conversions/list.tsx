import type { JSX } from 'preact';
import { readClock } from '../../clock/index.ts';
import { inBatches, positionAfter } from '../../db/index.ts';
import type { Page as ListPage } from '../../lib/cursor.ts';
import { listAssets } from '../../methods/index.ts';
import { Empty, formatMoney, Subject, Table } from '../../pages/index.ts';
import {
  type AnyConversion,
  CONVERSION_STATUS_SHOWN,
  conversions as records,
  type TransferFilters,
} from '../../transfers/index.ts';
import { readWaiting, type Requested, withRequests } from '../approvals/requested.ts';
import { APPROVALS } from '../approvals/texts.ts';
import { useMemberVisit, useTexts } from '../frame/context.tsx';
import { csvFile, EXPORT_BATCH } from '../frame/csv.ts';
import { Export } from '../frame/export.tsx';
import { Pages } from '../frame/paging.tsx';
import { Amount, Moment, Outcome } from '../frame/parts.tsx';
import { CONVERSION_COLUMNS } from '../frame/transfer-csv.ts';
import { TransferFilterForm, transferFiltersOf } from '../frame/transfer-filters.tsx';
import { paths, pathTo } from '../request/paths.ts';
import { MEMBERS, type MemberVisit, MONEY, type Page, type Route } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { ConversionState, statusOf } from './state.tsx';
import { CONVERSIONS } from './texts.ts';

/** What a list can be filtered by; whether a quote has expired depends on the time. */
const FILTERED_STATUSES = ['requested', 'processing', 'completed', 'failed'] as const;

interface ConversionList {
  conversions: ListPage<Requested<AnyConversion>>;
  waiting: readonly Requested<AnyConversion>[];
  filters: TransferFilters;
  assets: readonly string[];
  now: Date;
}

/** The conversions, and which of them wait. */
export function showConversions({ db, cursors }: PanelServices): Route[] {
  return [
    {
      method: 'get',
      path: paths.conversions.list,
      access: MEMBERS,
      handle: async (visit) => {
        const { accountId } = visit;
        const assets = await listAssets(db.read);
        const filters = transferFiltersOf(visit, assets, CONVERSION_STATUS_SHOWN);
        const [page, waiting, now] = await Promise.all([
          cursors.list(
            { accountId, list: 'conversions', filters },
            { cursor: visit.query('cursor') },
            {
              read: (range) =>
                records.list(db.listRead(accountId, filters), { accountId, ...filters, ...range }),
              idOf: ({ id }) => id,
              view: (conversion) => conversion,
            },
          ),
          readWaiting(db.read, accountId, 'conversion'),
          readClock(db.read),
        ]);
        const rows = { ...page, data: await withRequests(db.read, accountId, page.data) };
        return { page: conversionsPage(visit, { conversions: rows, waiting, filters, assets, now }) };
      },
    },
    {
      method: 'get',
      path: paths.conversions.csv,
      access: MEMBERS,
      handle: async (visit) => {
        const { accountId } = visit;
        const filters = transferFiltersOf(visit, await listAssets(db.read), CONVERSION_STATUS_SHOWN);
        const batches = inBatches<AnyConversion>(
          (work) => db.snapshot(work),
          EXPORT_BATCH,
          (on, after, limit) => records.list(on, { accountId, ...filters, ...positionAfter(after), limit }),
        );
        return csvFile('conversions', CONVERSION_COLUMNS, batches);
      },
    },
  ];
}

function conversionsPage(visit: MemberVisit, list: ConversionList): Page {
  const texts = CONVERSIONS[visit.language];
  const { conversions, waiting, now } = list;
  const { waiting: waitingTitle, waitingHint } = APPROVALS[visit.language];
  const isFiltered = Object.values(list.filters).some((value) => value !== undefined);
  return {
    title: texts.title,
    action: MONEY.includes(visit.membership.role) ? (
      <a href={pathTo(visit, paths.conversions.new)} role="button">
        {texts.start}
      </a>
    ) : undefined,
    body: (
      <>
        <Outcome notices={texts.notices} problems={texts.problems} />
        {waiting.length > 0 && (
          <>
            <h2>{waitingTitle}</h2>
            <p class="muted">{waitingHint}</p>
            <Rows label={waitingTitle} of={waiting} now={now} />
            <h2>{texts.all}</h2>
          </>
        )}
        <TransferFilterForm
          page="conversions"
          statuses={FILTERED_STATUSES}
          assets={list.assets}
          texts={texts}
        />
        <p>
          <Export path={pathTo(visit, paths.conversions.csv)} />
        </p>
        {conversions.data.length === 0 ? (
          <Empty>{isFiltered ? texts.noMatch : texts.none}</Empty>
        ) : (
          <Rows label={texts.all} of={conversions.data} now={now} />
        )}
        <Pages next={conversions.next_cursor} />
      </>
    ),
  };
}

function Rows(props: { label: string; of: readonly Requested<AnyConversion>[]; now: Date }): JSX.Element {
  const visit = useMemberVisit();
  const { label, of, now } = props;
  const texts = useTexts(CONVERSIONS);
  return (
    <Table
      label={label}
      as="records"
      headings={[texts.what, texts.status, texts.when, { number: texts.from }, { number: texts.to }]}
    >
      {of.map((requested) => {
        const { id, asset, amount, toAsset, toAmount, createdAt, paymentLinkCode } = requested.transfer;
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
              <ConversionState status={statusOf(requested, now)} />
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
      })}
    </Table>
  );
}
