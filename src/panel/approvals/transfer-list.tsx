import type { ComponentChildren, ComponentType, JSX } from 'preact';
import { inBatches, positionAfter, type Queryable } from '../../db/index.ts';
import { listAssets } from '../../methods/index.ts';
import { Empty, formatMoney, type Language, Subject, Table } from '../../pages/index.ts';
import type { Role } from '../../people/index.ts';
import {
  listUndecided,
  type Transfer,
  type TransferFilters,
  type TransferRecords,
  type TransferStatus,
} from '../../transfers/index.ts';
import { useMemberVisit, useTexts } from '../frame/context.tsx';
import { type Columns, csvFile, EXPORT_BATCH } from '../frame/csv.ts';
import { Export } from '../frame/export.tsx';
import { Pages } from '../frame/paging.tsx';
import { Amount, Moment, Outcome } from '../frame/parts.tsx';
import { TransferFilterForm, transferFiltersOf } from '../frame/transfer-filters.tsx';
import { paths, pathTo } from '../request/paths.ts';
import { type MemberVisit, MONEY, type Page, type Route } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { APPROVALS } from './texts.ts';

/** What every list says; without `asset`, it cannot be filtered by one. */
interface ListTexts {
  title: string;
  all: string;
  none: string;
  noMatch: string;
  when: string;
  status: string;
  statuses: Readonly<Record<string, string>>;
  asset?: string;
  start?: string;
  notices: Readonly<Record<string, string>>;
  problems: Readonly<Record<string, string>>;
}

/** What a row is about, which leads to its page; `label` is read out with its amount. */
interface RowSubject {
  href: string;
  title: string;
  detail: string | null | undefined;
  label: (amount: string) => string;
}

interface Column<R> {
  heading: (language: Language) => string;
  cell: (row: R, visit: MemberVisit) => ComponentChildren;
}

interface AmountColumn<R, X> {
  heading: (texts: X) => string;
  of: (row: R) => readonly [amount: string, asset: string];
}

/** The list of one kind of transfer: what it has that those of the others do not. */
interface TransferList<T extends Transfer, R extends { transfer: T }, X extends ListTexts> {
  page: 'withdrawals' | 'refunds' | 'conversions';
  access: readonly Role[];
  texts: Readonly<Record<Language, X>>;
  records: TransferRecords<T>;
  /** The kind that people decide on; an account's payments may bring others into the list. */
  decided: T['kind'];
  /** What it can be filtered by; the rest is told apart by times and decisions. */
  filteredStatuses: readonly (keyof X['statuses'] & string)[];
  /** What a transfer's status is called here, if not as usual. */
  statusShown?: Record<TransferStatus, string>;
  file: Columns<T>;
  /** What a row shows besides the transfer. */
  read: (on: Queryable, accountId: string, transfers: readonly T[]) => Promise<readonly R[]>;
  subjectHeading: (texts: X) => string;
  subject: (row: R, texts: X, visit: MemberVisit) => RowSubject;
  /** Beside the subject. */
  columns?: readonly Column<R>[];
  status: (row: R, visit: MemberVisit) => JSX.Element;
  /** The last one is what a phone shows. */
  amounts: readonly AmountColumn<R, X>[];
  /** Where one is started, by those who may move money. */
  start?: typeof paths.withdrawals.new | typeof paths.conversions.new;
  /** Leads to other pages about such transfers. */
  Beside?: ComponentType;
}

interface Shown<R> {
  waiting: readonly R[];
  rows: readonly R[];
  next: string | null;
  filters: TransferFilters;
  assets: readonly string[];
}

/** A page of transfers, newest first, below those that wait for a decision, and all that it is filtered by as a file. */
export function listOf<T extends Transfer, R extends { transfer: T }, X extends ListTexts>(
  { db, cursors }: PanelServices,
  list: TransferList<T, R, X>,
): Route[] {
  const { page: name, access, records } = list;
  const isDecided = (transfer: Transfer): transfer is T => transfer.kind === list.decided;
  const filterBy = async (visit: MemberVisit) => {
    const assets = list.texts.en.asset === undefined ? [] : await listAssets(db.read);
    return { assets, filters: transferFiltersOf(visit, assets, list.statusShown) };
  };
  return [
    {
      method: 'get',
      path: paths[name].list,
      access,
      handle: async (visit) => {
        const { accountId } = visit;
        const { assets, filters } = await filterBy(visit);
        const [page, undecided] = await Promise.all([
          cursors.list(
            { accountId, list: name, filters },
            { cursor: visit.query('cursor') },
            {
              read: (range) =>
                records.list(db.listRead(accountId, filters), { accountId, ...filters, ...range }),
              idOf: ({ id }) => id,
              view: (transfer) => transfer,
            },
          ),
          listUndecided(db.read, { accountId }),
        ]);
        const decided = undecided.filter(isDecided);
        const read = await list.read(db.read, accountId, [...decided, ...page.data]);
        const [waiting, rows] = [read.slice(0, decided.length), read.slice(decided.length)];
        return { page: listPage(visit, list, { waiting, rows, next: page.next_cursor, filters, assets }) };
      },
    },
    {
      method: 'get',
      path: paths[name].csv,
      access,
      handle: async (visit) => {
        const { accountId } = visit;
        const { filters } = await filterBy(visit);
        const batches = inBatches<T>(
          (work) => db.snapshot(work),
          EXPORT_BATCH,
          (on, after, limit) => records.list(on, { accountId, ...filters, ...positionAfter(after), limit }),
        );
        return csvFile(name, list.file, batches);
      },
    },
  ];
}

function listPage<T extends Transfer, R extends { transfer: T }, X extends ListTexts>(
  visit: MemberVisit,
  list: TransferList<T, R, X>,
  { waiting, rows, next, filters, assets }: Shown<R>,
): Page {
  const { page, start, Beside } = list;
  const texts = list.texts[visit.language];
  const { waiting: waitingTitle, waitingHint } = APPROVALS[visit.language];
  const isFiltered = Object.values(filters).some((value) => value !== undefined);
  return {
    title: texts.title,
    action:
      start !== undefined && MONEY.includes(visit.membership.role) ? (
        <a href={pathTo(visit, start)} role="button">
          {texts.start}
        </a>
      ) : undefined,
    body: (
      <>
        <Outcome notices={texts.notices} problems={texts.problems} />
        {Beside && <Beside />}
        {waiting.length > 0 && (
          <>
            <h2>{waitingTitle}</h2>
            <p class="muted">{waitingHint}</p>
            <Rows list={list} label={waitingTitle} of={waiting} />
            <h2>{texts.all}</h2>
          </>
        )}
        <TransferFilterForm<string>
          page={page}
          statuses={list.filteredStatuses}
          assets={assets}
          texts={texts}
        />
        <p>
          <Export path={pathTo(visit, paths[page].csv)} />
        </p>
        {rows.length === 0 ? (
          <Empty>{isFiltered ? texts.noMatch : texts.none}</Empty>
        ) : (
          <Rows list={list} label={texts.all} of={rows} />
        )}
        <Pages next={next} />
      </>
    ),
  };
}

function Rows<T extends Transfer, R extends { transfer: T }, X extends ListTexts>(props: {
  list: TransferList<T, R, X>;
  label: string;
  of: readonly R[];
}): JSX.Element {
  const visit = useMemberVisit();
  const { list, label, of } = props;
  const texts = useTexts(list.texts);
  const { columns = [] } = list;
  const headings = [
    list.subjectHeading(texts),
    ...columns.map(({ heading }) => heading(visit.language)),
    texts.status,
    texts.when,
    ...list.amounts.map(({ heading }) => ({ number: heading(texts) })),
  ];
  return (
    <Table label={label} as="records" headings={headings}>
      {of.map((row) => {
        const { href, title, detail, label: labelOf } = list.subject(row, texts, visit);
        const amounts = list.amounts.map(({ of: amountOf }) => amountOf(row));
        const [[amount, asset] = ['0', '']] = amounts;
        return (
          <tr>
            <Subject href={href} detail={detail} label={labelOf(formatMoney(visit.language, amount, asset))}>
              {title}
            </Subject>
            {columns.map(({ cell }) => (
              <td>{cell(row, visit)}</td>
            ))}
            <td>{list.status(row, visit)}</td>
            <td>
              <Moment at={row.transfer.createdAt} />
            </td>
            {amounts.map(([amount, asset], at) => (
              <td class={at === amounts.length - 1 ? 'number' : 'number aside'}>
                <Amount of={amount} asset={asset} />
              </td>
            ))}
          </tr>
        );
      })}
    </Table>
  );
}
