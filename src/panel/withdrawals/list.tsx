import type { JSX } from 'preact';
import { inBatches, positionAfter } from '../../db/index.ts';
import type { Page as ListPage } from '../../lib/cursor.ts';
import { listAssets } from '../../methods/index.ts';
import { Empty, formatMoney, Subject, Table } from '../../pages/index.ts';
import { withdrawals as records, type TransferFilters, type Withdrawal } from '../../transfers/index.ts';
import { requesterOf } from '../approvals/parts.tsx';
import { readWaiting, type Requested, withRequests } from '../approvals/requested.ts';
import { APPROVALS } from '../approvals/texts.ts';
import { useMemberVisit, useTexts } from '../frame/context.tsx';
import { describeDestination } from '../frame/destination.ts';
import { csvFile, EXPORT_BATCH } from '../frame/csv.ts';
import { Export } from '../frame/export.tsx';
import { Pages } from '../frame/paging.tsx';
import { Amount, Moment, Outcome } from '../frame/parts.tsx';
import { WITHDRAWAL_COLUMNS } from '../frame/transfer-csv.ts';
import { TransferFilterForm, transferFiltersOf } from '../frame/transfer-filters.tsx';
import { paths, pathTo } from '../request/paths.ts';
import { READERS } from '../request/readers.ts';
import { type MemberVisit, MONEY, type Page, type Route } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { State } from './state.tsx';
import { WITHDRAWALS } from './texts.ts';

/** What the list can be filtered by; the rest is told apart by who decided. */
const FILTERED_STATUSES = ['processing', 'completed', 'failed', 'returned'] as const;

interface WithdrawalList {
  withdrawals: ListPage<Requested<Withdrawal>>;
  waiting: readonly Requested<Withdrawal>[];
  filters: TransferFilters;
  assets: readonly string[];
}

/** The withdrawals, and which of them wait. */
export function showWithdrawals({ db, cursors }: PanelServices): Route[] {
  return [
    {
      method: 'get',
      path: paths.withdrawals.list,
      access: READERS,
      handle: async (visit) => {
        const { accountId } = visit;
        const assets = await listAssets(db.read);
        const filters = transferFiltersOf(visit, assets);
        const [page, waiting] = await Promise.all([
          cursors.list(
            { accountId, list: 'withdrawals', filters },
            { cursor: visit.query('cursor') },
            {
              read: (range) =>
                records.list(db.listRead(accountId, filters), { accountId, ...filters, ...range }),
              idOf: ({ id }) => id,
              view: (withdrawal) => withdrawal,
            },
          ),
          readWaiting(db.read, accountId, 'withdrawal'),
        ]);
        return {
          page: withdrawalsPage(visit, {
            withdrawals: { ...page, data: await withRequests(db.read, accountId, page.data) },
            waiting,
            filters,
            assets,
          }),
        };
      },
    },
    {
      method: 'get',
      path: paths.withdrawals.csv,
      access: READERS,
      handle: async (visit) => {
        const { accountId } = visit;
        const filters = transferFiltersOf(visit, await listAssets(db.read));
        const batches = inBatches<Withdrawal>(
          (work) => db.snapshot(work),
          EXPORT_BATCH,
          (on, after, limit) => records.list(on, { accountId, ...filters, ...positionAfter(after), limit }),
        );
        return csvFile('withdrawals', WITHDRAWAL_COLUMNS, batches);
      },
    },
  ];
}

function withdrawalsPage(visit: MemberVisit, list: WithdrawalList): Page {
  const texts = WITHDRAWALS[visit.language];
  const { withdrawals, waiting, filters } = list;
  const { waiting: waitingTitle, waitingHint } = APPROVALS[visit.language];
  const isFiltered = Object.values(filters).some((value) => value !== undefined);
  return {
    title: texts.title,
    action: MONEY.includes(visit.membership.role) ? (
      <a href={pathTo(visit, paths.withdrawals.new)} role="button">
        {texts.start}
      </a>
    ) : undefined,
    body: (
      <>
        <Outcome notices={texts.notices} problems={texts.problems} />
        <p class="row">
          <a href={pathTo(visit, paths.destinations.list)}>{texts.destinations}</a>
          <a href={pathTo(visit, paths.withdrawals.limits)}>{texts.limits}</a>
        </p>
        {waiting.length > 0 && (
          <>
            <h2>{waitingTitle}</h2>
            <p class="muted">{waitingHint}</p>
            <Rows label={waitingTitle} of={waiting} link="review" />
          </>
        )}
        <h2>{texts.all}</h2>
        <TransferFilterForm
          page="withdrawals"
          statuses={FILTERED_STATUSES}
          assets={list.assets}
          texts={texts}
        />
        <p>
          <Export path={pathTo(visit, paths.withdrawals.csv)} />
        </p>
        {withdrawals.data.length === 0 ? (
          <Empty>{isFiltered ? texts.noMatch : texts.none}</Empty>
        ) : (
          <Rows label={texts.all} of={withdrawals.data} link="open" />
        )}
        <Pages next={withdrawals.next_cursor} />
      </>
    ),
  };
}

function Rows(props: {
  label: string;
  of: readonly Requested<Withdrawal>[];
  link: 'open' | 'review';
}): JSX.Element {
  const visit = useMemberVisit();
  const { label, of, link } = props;
  const texts = useTexts(WITHDRAWALS);
  return (
    <Table
      label={label}
      as="records"
      headings={[
        texts.destination,
        useTexts(APPROVALS).requestedBy,
        texts.status,
        texts.when,
        { number: texts.amount },
      ]}
    >
      {of.map((requested) => {
        const { id, asset, amount, destination, createdAt } = requested.transfer;
        const place = describeDestination(destination);
        const label = requested.request?.destinationLabel;
        return (
          <tr>
            <Subject
              href={pathTo(visit, paths.withdrawals.withdrawal, { withdrawal: id })}
              detail={label === undefined ? undefined : place}
              label={texts[link](formatMoney(visit.language, amount, asset), label ?? place)}
            >
              {label ?? place}
            </Subject>
            <td>{requesterOf(visit, requested.request)}</td>
            <td>
              <State of={requested} />
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
