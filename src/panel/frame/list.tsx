import type { ComponentChildren, JSX } from 'preact';
import { inBatches, mapBatches, positionAfter, type Queryable } from '../../db/index.ts';
import type { PageRange } from '../../lib/cursor.ts';
import { dayOf } from '../../lib/time-zone.ts';
import { Empty, fillPath } from '../../pages/index.ts';
import type { Role } from '../../people/index.ts';
import type { AccountPath } from '../request/paths.ts';
import { pageOf, type Pages as PanelPages } from '../request/area.ts';
import { readFilters } from '../request/filters.ts';
import type { MemberVisit, Page, Reply } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { useMemberVisit } from './context.tsx';
import { type Columns, csvFile, EXPORT_BATCH, withLocalTimes } from './csv.ts';
import { chosenKeys, Export, MetadataExport } from './export.tsx';
import { FilterBar } from './filter-bar.tsx';
import { filterBarOf, type ListFilters } from './list-filters.ts';
import { Pages } from './paging.tsx';
import { type FlashMessages, Outcome } from './parts.tsx';
import { type Column, Rows } from './rows.tsx';
import { type ListTotals, SUMMED } from './totals.tsx';

/**
 * A list of an account's objects, or of those of one object (`S`), newest first, with how it is read and how it is
 * shown.
 */
export interface List<T extends { createdAt: Date }, F extends object, R, X, S, B> {
  path: AccountPath;
  access: readonly Role[];
  /** Its name in cursors, which are valid in no other list. */
  name: string;
  /** Rows on a page, if not as many as usual. */
  limit?: (filters: F) => number | undefined;
  /** Finds the object that the path names, once for its rows and its name. Throws if the account has none. */
  subject?: (visit: MemberVisit, services: PanelServices) => Promise<S>;
  /** Reads the filters from the URL, and so makes their bar; undefined for those that are not set. */
  filters?: (given: ListFilters, visit: MemberVisit, services: PanelServices, subject: S) => F | Promise<F>;
  read: (on: Queryable, query: F & PageRange & { accountId: string }) => Promise<T[]>;
  /** The key that orders rows of the same time. */
  idOf: (row: T) => string;
  /** All that it is filtered by as a file. */
  file?: ListFile<T, X>;
  totals?: ListTotals<F & PageRange & { accountId: string }>;
  /** Reads what its page shows besides the rows (`B`), at the same time as these. */
  beside?: (visit: MemberVisit, selected: Selected<F>, services: PanelServices) => Promise<B>;
  show: (
    visit: MemberVisit,
    listed: Listed<T, F, S, B>,
    services: PanelServices,
  ) => ListPage<R> | Promise<ListPage<R>>;
}

/** A file of a list's rows. Its name is without its days and its ending. */
type ListFile<T, X> = { path: AccountPath; name: string } & (
  | { columns: ColumnsOf<T> }
  /** Its rows have more than those of the page. */
  | { read: (on: Queryable, accountId: string, rows: readonly T[]) => Promise<X[]>; columns: ColumnsOf<X> }
);

type ColumnsOf<X> = (visit: MemberVisit, metadataKeys: readonly string[]) => Columns<X>;

/** The selection of the rows of a page. */
interface Selected<F> {
  filters: F;
  isFiltered: boolean;
  /** Whether it is the first page. */
  isFirst: boolean;
}

/** The rows of one page, and what selected them. */
export interface Listed<T, F, S, B> extends Selected<F> {
  subject: S;
  beside: B;
  rows: readonly T[];
  /** The cursor of the next page. */
  next: string | null;
}

type Bar = Pick<ReturnType<typeof filterBarOf>, 'fields' | 'keep'>;

/** The parts of a list around the rows of its page. */
interface Around {
  bar: Bar;
  totals: JSX.Element | undefined;
  /** The path of its file. */
  file: string | undefined;
}

/** A page of a list; its texts are those of the visit's language. */
export interface ListPage<R> {
  title: string;
  back?: Page['back'];
  /** The one thing that is mostly done here, if this person may do it. */
  action?: { href: string; text: string } | undefined;
  flashMessages?: FlashMessages;
  problems?: Readonly<Record<string, string>>;
  /** Before the filters. */
  above?: ComponentChildren;
  /** Keys of metadata that the file can have columns for. */
  metadataKeys?: readonly string[];
  /** The label of the table, if that is not the page's title. */
  label?: string;
  rows: readonly R[];
  next: string | null;
  columns: readonly Column<R>[];
  /** The text without rows; undefined where `above` explains it. */
  none: string | undefined;
  /** After the rows. */
  below?: ComponentChildren;
}

/**
 * Declares the page of a list and, if it has one, its file. Both read with the same filters. The page throws `invalid_cursor` for
 * a cursor of another list, account or choice of filters.
 */
export function listOf<
  T extends { createdAt: Date },
  F extends object = object,
  R = T,
  X = T,
  S = undefined,
  B = undefined,
>(list: List<T, F, R, X, S, B>): PanelPages {
  const { path, access, file } = list;
  const page = pageOf(path, access, async (visit, services) => {
    const { bar, listed, totals } = await readPage(list, visit, services);
    const shown = await list.show(visit, listed, services);
    const params = visit.request.params as Record<string, string>;
    return toPage(shown, { bar, totals, file: file && fillPath<string>(file.path, params) });
  });
  if (!file) return page;
  const download = pageOf(file.path, access, (visit, services) => readFile(list, file, visit, services));
  return (services) => [...page(services), ...download(services)];
}

async function readPage<T extends { createdAt: Date }, F extends object, R, X, S, B>(
  list: List<T, F, R, X, S, B>,
  visit: MemberVisit,
  services: PanelServices,
): Promise<Pick<Around, 'bar' | 'totals'> & { listed: Listed<T, F, S, B> }> {
  const { accountId } = visit;
  const { db, cursors } = services;
  const { subject, filters, ...bar } = await selectionOf(list, visit, services);
  const cursor = visit.query('cursor');
  const isFirst = cursor === undefined;
  const isFiltered = Object.values(filters).some((value) => value !== undefined);
  const selected = { filters, isFiltered, isFirst };
  const on = db.listRead(accountId, filters);
  const [{ data, next_cursor: next }, totals, beside] = await Promise.all([
    cursors.list(
      { accountId, list: list.name, filters },
      { limit: list.limit?.(filters), cursor },
      {
        read: (range) => list.read(on, { ...filters, ...range, accountId }),
        idOf: list.idOf,
        view: (row) => row,
      },
    ),
    isFirst ? list.totals?.(on, { ...filters, ...SUMMED, accountId }) : undefined,
    // Undefined is the type of what a list that declares none reads besides.
    list.beside?.(visit, selected, services) as Promise<B>,
  ]);
  return { bar, totals, listed: { ...selected, subject, beside, rows: data, next } };
}

async function readFile<T extends { createdAt: Date }, F extends object, R, X, S, B>(
  list: List<T, F, R, X, S, B>,
  file: ListFile<T, X>,
  visit: MemberVisit,
  services: PanelServices,
): Promise<Reply> {
  const { accountId } = visit;
  const { filters } = await selectionOf(list, visit, services);
  const batches = inBatches<T>(
    (work) => services.db.snapshot(work),
    EXPORT_BATCH,
    (on, after, limit) => {
      const position = positionAfter(after && { createdAt: after.createdAt, id: list.idOf(after) });
      return list.read(on, { ...filters, ...position, limit, accountId });
    },
  );
  const name = fileNameOf(visit, file.name);
  const columnsOf = <Row,>(columns: ColumnsOf<Row>) =>
    withLocalTimes(visit.timeZone, columns(visit, chosenKeys(visit)));
  if (!('read' in file)) return csvFile(name, columnsOf(file.columns), batches);
  const { read } = file;
  const rows = mapBatches(batches, (batch) => services.db.snapshot((on) => read(on, accountId, batch)));
  return csvFile(name, columnsOf(file.columns), rows);
}

/** With the days that it is filtered by, or the day on which it is made. */
function fileNameOf(visit: MemberVisit, name: string): string {
  const given = readFilters(visit);
  const until = given.day('until') ?? dayOf(visit.timeZone, visit.now);
  return [name, given.day('from'), until].filter((part) => part !== undefined).join('-');
}

async function selectionOf<T extends { createdAt: Date }, F extends object, R, X, S, B>(
  list: List<T, F, R, X, S, B>,
  visit: MemberVisit,
  services: PanelServices,
): Promise<Bar & { subject: S; filters: F }> {
  // Undefined is the type of the subject of a list that declares none.
  const subject = (await list.subject?.(visit, services)) as S;
  const { given, ...bar } = filterBarOf(visit);
  const filters = list.filters ? await list.filters(given, visit, services, subject) : ({} as F);
  return { subject, filters, ...bar };
}

function toPage<R>(list: ListPage<R>, around: Around): Page {
  const { title, back, action } = list;
  return {
    title,
    ...(back && { back }),
    action: action && (
      <a href={action.href} role="button">
        {action.text}
      </a>
    ),
    body: <Body list={list} {...around} />,
  };
}

function Body<R>(props: Around & { list: ListPage<R> }): JSX.Element {
  const { list, bar, totals, file } = props;
  const { pathname } = new URL(useMemberVisit().request.originalUrl, 'http://panel');
  return (
    <>
      <Outcome flashMessages={list.flashMessages ?? {}} problems={list.problems ?? {}} />
      {list.above}
      {bar.fields.length > 0 && <FilterBar action={pathname} {...bar} />}
      {file !== undefined && (
        <>
          <p>
            <Export path={file} />
          </p>
          <MetadataExport path={file} keys={list.metadataKeys ?? []} />
        </>
      )}
      {list.rows.length === 0 ? (
        list.none !== undefined && <Empty>{list.none}</Empty>
      ) : (
        <Rows label={list.label ?? list.title} of={list.rows} columns={list.columns} />
      )}
      <Pages next={list.next} />
      {list.below}
      {totals}
    </>
  );
}
