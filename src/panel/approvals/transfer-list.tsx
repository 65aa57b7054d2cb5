import type { ComponentType, JSX } from 'preact';
import type { Queryable } from '../../db/index.ts';
import { listAssets } from '../../methods/index.ts';
import { formatMoney, type Language } from '../../pages/index.ts';
import type { Role } from '../../people/index.ts';
import {
  listUndecided,
  STATUS_SHOWN,
  TRANSFER_STATUSES,
  type Transfer,
  type TransferFilters,
  type TransferRecords,
  type TransferStatus,
} from '../../transfers/index.ts';
import { useTexts } from '../frame/context.tsx';
import type { Columns } from '../frame/csv.ts';
import { listOf } from '../frame/list.tsx';
import { totalsOf } from '../frame/totals.tsx';
import type { ListFilters } from '../frame/list-filters.ts';
import type { FlashMessages } from '../frame/parts.tsx';
import { type Column, Rows, type RowSubject } from '../frame/rows.tsx';
import type { Pages } from '../request/area.ts';
import { paths, pathTo } from '../request/paths.ts';
import { type MemberVisit, MONEY } from '../request/route.ts';
import { APPROVALS } from './texts.ts';

/** The texts of every list. */
interface ListTexts {
  title: string;
  all: string;
  none: string;
  noMatch: string;
  when: string;
  status: string;
  statuses: Readonly<Record<string, string>>;
  start?: string;
  flashMessages: FlashMessages;
  problems: Readonly<Record<string, string>>;
}

interface AmountColumn<A, X> {
  heading: (texts: X) => string;
  of: (transfer: A) => readonly [amount: string, asset: string];
}

/** The list of one kind of transfer, with what it has that the lists of the others do not. */
interface TransferList<
  T extends Transfer & A,
  R extends { transfer: T },
  X extends ListTexts,
  A extends object,
> {
  page: 'withdrawals' | 'refunds' | 'conversions';
  access: readonly Role[];
  texts: Readonly<Record<Language, X>>;
  records: TransferRecords<T, A>;
  /** The kind that people decide on; an account's payments may bring others into the list. */
  decided: T['kind'];
  /** The statuses to filter by; others are distinguished by times and decisions. */
  filteredStatuses: readonly (keyof X['statuses'] & string)[];
  /** Names the assets that it can be filtered by, if it can. */
  asset?: (texts: X) => string;
  /** The label of a transfer's status, where this list has its own. */
  statusShown?: Record<TransferStatus, string>;
  file: Columns<R>;
  /** The columns of a row besides the transfer's. */
  read: (on: Queryable, accountId: string, transfers: readonly T[]) => Promise<R[]>;
  subjectHeading: (texts: X) => string;
  /** Its label is read out with the amount. */
  subject: (
    row: R,
    texts: X,
    visit: MemberVisit,
  ) => Omit<RowSubject, 'label'> & { label: (amount: string) => string };
  /** Beside the subject. */
  columns?: (visit: MemberVisit) => readonly Column<R>[];
  status: (row: R, visit: MemberVisit) => JSX.Element;
  /** The columns that the totals below the list are grouped by. */
  nameOfSum: (sum: A) => string;
  /** Summed below the list; the last one is what a phone shows. */
  amounts: readonly [AmountColumn<A, X>, ...AmountColumn<A, X>[]];
  /** Where one is started, by those who may move money. */
  start?: typeof paths.withdrawals.new | typeof paths.conversions.new;
  /** Leads to other pages about such transfers. */
  Beside?: ComponentType;
}

/** The list of such transfers, below those that wait for a decision. */
export function listTransfers<
  T extends Transfer & A,
  R extends { transfer: T },
  X extends ListTexts,
  A extends object,
>(list: TransferList<T, R, X, A>): Pages {
  const { page: name, access, records, Beside } = list;
  const isDecided = (transfer: Transfer): transfer is T => transfer.kind === list.decided;
  return listOf<T, TransferFilters, R, R, undefined, Transfer[]>({
    path: paths[name].list,
    access,
    name,
    filters: (given, _visit, { db }) => filtersOf(given, db.read, list),
    read: (on, query) => records.list(on, query),
    idOf: ({ id }) => id,
    totals: totalsOf({
      read: records.sum,
      nameOf: list.nameOfSum,
      columns: ({ language }) =>
        list.amounts.map(({ heading, of }) => ({ heading: heading(list.texts[language]), amount: of })),
    }),
    file: { path: paths[name].csv, name, read: list.read, columns: () => list.file },
    beside: ({ accountId }, _selected, { db }) => listUndecided(db.read, { accountId }),
    show: async (visit, { rows: transfers, next, isFiltered, beside: undecided }, { db: { read } }) => {
      const { accountId } = visit;
      const texts = list.texts[visit.language];
      const decided = undecided.filter(isDecided);
      const all = await list.read(read, accountId, [...decided, ...transfers]);
      const [waiting, rows] = [all.slice(0, decided.length), all.slice(decided.length)];
      const columns = columnsOf(visit, list);
      return {
        title: texts.title,
        action:
          list.start !== undefined && MONEY.includes(visit.membership.role)
            ? { href: pathTo(visit, list.start), text: texts.start ?? '' }
            : undefined,
        flashMessages: texts.flashMessages,
        problems: texts.problems,
        above: (
          <>
            {Beside && <Beside />}
            <Waiting of={waiting} columns={columns} all={texts.all} />
          </>
        ),
        label: texts.all,
        rows,
        next,
        columns,
        none: isFiltered ? texts.noMatch : texts.none,
      };
    },
  });
}

async function filtersOf<
  T extends Transfer & A,
  R extends { transfer: T },
  X extends ListTexts,
  A extends object,
>(
  given: ListFilters,
  on: Queryable,
  {
    texts: { [given.language]: texts },
    filteredStatuses,
    statusShown: shown = STATUS_SHOWN,
    asset,
  }: TransferList<T, R, X, A>,
): Promise<TransferFilters> {
  const chosen = given.choice('status', texts.status, filteredStatuses, texts.statuses);
  const statuses = TRANSFER_STATUSES.filter((status) => shown[status] === chosen);
  return {
    statuses: statuses.length === 0 ? undefined : statuses,
    asset: asset && given.choice('asset', asset(texts), await listAssets(on)),
    method: undefined,
    paymentLinkCode: undefined,
    amount: undefined,
    createdAfter: undefined,
    createdBefore: undefined,
  };
}

/** The transfers that wait for a decision, with the heading of the list that they stand above. */
function Waiting<R>(props: {
  of: readonly R[];
  columns: readonly Column<R>[];
  all: string;
}): JSX.Element | null {
  const { waiting, waitingHint } = useTexts(APPROVALS);
  if (props.of.length === 0) return null;
  return (
    <>
      <h2>{waiting}</h2>
      <p class="muted">{waitingHint}</p>
      <Rows label={waiting} of={props.of} columns={props.columns} />
      <h2>{props.all}</h2>
    </>
  );
}

function columnsOf<T extends Transfer & A, R extends { transfer: T }, X extends ListTexts, A extends object>(
  visit: MemberVisit,
  list: TransferList<T, R, X, A>,
): Column<R>[] {
  const texts = list.texts[visit.language];
  return [
    {
      heading: list.subjectHeading(texts),
      subject: (row) => {
        const { label, ...subject } = list.subject(row, texts, visit);
        const [amount, asset] = list.amounts[0].of(row.transfer);
        return { ...subject, label: label(formatMoney(visit.language, amount, asset)) };
      },
    },
    ...(list.columns?.(visit) ?? []),
    { heading: texts.status, cell: (row) => list.status(row, visit) },
    { heading: texts.when, moment: ({ transfer }) => transfer.createdAt },
    ...list.amounts.map(({ heading, of }, at) => ({
      heading: heading(texts),
      amount: ({ transfer }: R) => of(transfer),
      aside: at < list.amounts.length - 1,
    })),
  ];
}
