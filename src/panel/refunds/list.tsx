import type { JSX } from 'preact';
import { readClock } from '../../clock/index.ts';
import { inBatches, positionAfter } from '../../db/index.ts';
import type { Page as ListPage } from '../../lib/cursor.ts';
import { Empty, formatMoney, Subject, Table } from '../../pages/index.ts';
import type { LinkName } from '../../payment-links/index.ts';
import { type Refund, refunds as records } from '../../transfers/index.ts';
import { readWaiting } from '../approvals/requested.ts';
import { APPROVALS } from '../approvals/texts.ts';
import { useMemberVisit, useTexts } from '../frame/context.tsx';
import { csvFile, EXPORT_BATCH } from '../frame/csv.ts';
import { Export } from '../frame/export.tsx';
import { Pages } from '../frame/paging.tsx';
import { Amount, Moment, Outcome } from '../frame/parts.tsx';
import { readLinkNames, referenceOf } from '../frame/trace.tsx';
import { REFUND_COLUMNS } from '../frame/transfer-csv.ts';
import { TransferFilterForm, transferFiltersOf } from '../frame/transfer-filters.tsx';
import { paths, pathTo } from '../request/paths.ts';
import { MEMBERS, type MemberVisit, type Page, type Route } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { API_REFUNDS } from './api-texts.ts';
import { RefundState, type RequestedRefund, withPurchases } from './state.tsx';
import { REFUNDS } from './texts.ts';

/** What the list can be filtered by; the rest is told apart by quotes and decisions. */
const FILTERED_STATUSES = ['processing', 'completed', 'failed', 'returned'] as const;

interface RefundList {
  refunds: ListPage<RequestedRefund>;
  waiting: readonly RequestedRefund[];
  /** Of the links whose payments they return. */
  names: ReadonlyMap<string, LinkName>;
  isFiltered: boolean;
  now: Date;
}

/** The refunds, and which of them wait. */
export function showRefunds({ db, cursors }: PanelServices): Route[] {
  return [
    {
      method: 'get',
      path: paths.refunds.list,
      access: MEMBERS,
      handle: async (visit) => {
        const { accountId } = visit;
        const filters = transferFiltersOf(visit, []);
        const [page, waiting, now] = await Promise.all([
          cursors.list(
            { accountId, list: 'refunds', filters },
            { cursor: visit.query('cursor') },
            {
              read: (range) =>
                records.list(db.listRead(accountId, filters), { accountId, ...filters, ...range }),
              idOf: ({ id }) => id,
              view: (refund) => refund,
            },
          ),
          readWaiting(db.read, accountId, 'refund'),
          readClock(db.read),
        ]);
        const transfers = [...page.data, ...waiting.map(({ transfer }) => transfer)];
        const [data, shown, names] = await Promise.all([
          withPurchases(db.read, accountId, page.data),
          withPurchases(
            db.read,
            accountId,
            waiting.map(({ transfer }) => transfer),
          ),
          readLinkNames(db.read, accountId, transfers),
        ]);
        const isFiltered = filters.statuses !== undefined;
        return {
          page: refundsPage(visit, { refunds: { ...page, data }, waiting: shown, names, isFiltered, now }),
        };
      },
    },
    {
      method: 'get',
      path: paths.refunds.csv,
      access: MEMBERS,
      handle: (visit) => {
        const { accountId } = visit;
        const filters = transferFiltersOf(visit, []);
        const batches = inBatches<Refund>(
          (work) => db.snapshot(work),
          EXPORT_BATCH,
          (on, after, limit) => records.list(on, { accountId, ...filters, ...positionAfter(after), limit }),
        );
        return Promise.resolve(csvFile('refunds', REFUND_COLUMNS, batches));
      },
    },
  ];
}

function refundsPage(visit: MemberVisit, { refunds, waiting, names, isFiltered, now }: RefundList): Page {
  const texts = REFUNDS[visit.language];
  const { waiting: waitingTitle, waitingHint } = APPROVALS[visit.language];
  return {
    title: texts.title,
    body: (
      <>
        <Outcome problems={texts.problems} />
        {waiting.length > 0 && (
          <>
            <h2>{waitingTitle}</h2>
            <p class="muted">{waitingHint}</p>
            <Rows label={waitingTitle} of={waiting} names={names} now={now} />
            <h2>{texts.all}</h2>
          </>
        )}
        <TransferFilterForm page="refunds" statuses={FILTERED_STATUSES} assets={[]} texts={texts} />
        <p>
          <Export path={pathTo(visit, paths.refunds.csv)} />
        </p>
        {refunds.data.length === 0 ? (
          <Empty>{isFiltered ? texts.noMatch : texts.none}</Empty>
        ) : (
          <Rows label={texts.all} of={refunds.data} names={names} now={now} />
        )}
        <Pages next={refunds.next_cursor} />
        {visit.membership.accountKind === 'company' && (
          <p>
            <a href={pathTo(visit, paths.refunds.api)}>{API_REFUNDS[visit.language].title}</a>
          </p>
        )}
      </>
    ),
  };
}

function Rows(props: {
  label: string;
  of: readonly RequestedRefund[];
  names: RefundList['names'];
  now: Date;
}): JSX.Element {
  const visit = useMemberVisit();
  const { label, of, names, now } = props;
  const texts = useTexts(REFUNDS);
  return (
    <Table
      label={label}
      as="records"
      headings={[texts.what, texts.status, texts.when, { number: texts.amount }]}
    >
      {of.map((refund) => {
        const { id, amount, asset, createdAt, paymentLinkCode: code } = refund.transfer;
        const name = code === null ? undefined : names.get(code);
        return (
          <tr>
            <Subject
              href={pathTo(visit, paths.refunds.refund, { refund: id })}
              detail={referenceOf(code, name)}
              label={texts.openWhich(formatMoney(visit.language, amount, asset))}
            >
              {name?.description ?? texts.ofDeposit}
            </Subject>
            <td>
              <RefundState of={refund} now={now} />
            </td>
            <td>
              <Moment at={createdAt} />
            </td>
            <td class="number">
              <Amount of={amount} asset={asset} />
            </td>
          </tr>
        );
      })}
    </Table>
  );
}
