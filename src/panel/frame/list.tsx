import type { ComponentChildren, JSX } from 'preact';
import { inBatches, positionAfter, type Queryable } from '../../db/index.ts';
import type { PageRange } from '../../lib/cursor.ts';
import { Empty, fillPath } from '../../pages/index.ts';
import type { Role } from '../../people/index.ts';
import type { AccountPath } from '../request/paths.ts';
import type { MemberVisit, Page, Route } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { useMemberVisit } from './context.tsx';
import { type Columns, csvFile, EXPORT_BATCH } from './csv.ts';
import { chosenKeys, Export, MetadataExport } from './export.tsx';
import { FilterBar, type FilterField } from './filter-bar.tsx';
import { Pages } from './paging.tsx';
import { Outcome } from './parts.tsx';
import { type Column, Rows } from './rows.tsx';

/** A list of an account's objects, newest first: how it is read, and how it is shown. */
export interface List<T extends { createdAt: Date }, F extends object, R> {
  path: AccountPath;
  access: readonly Role[];
  /** Its name in cursors, which are valid in no other list. */
  name: string;
  /** Rows on a page, if not as many as usual. */
  limit?: (filters: F) => number | undefined;
  /** The filters in the URL; undefined for those that are not set. */
  filters?: (visit: MemberVisit) => F | Promise<F>;
  read: (on: Queryable, query: F & PageRange & { accountId: string }) => Promise<T[]>;
  /** The key that orders rows of the same time. */
  idOf: (row: T) => string;
  /** All that it is filtered by as a file. */
  file?: {
    path: AccountPath;
    name: string;
    columns: (visit: MemberVisit, metadataKeys: readonly string[]) => Columns<T>;
  };
  show: (visit: MemberVisit, listed: Listed<T, F>) => ListPage<R> | Promise<ListPage<R>>;
}

/** The rows of one page, and the filters that selected them. */
export interface Listed<T, F> {
  rows: readonly T[];
  /** The cursor of the next page. */
  next: string | null;
  filters: F;
  isFiltered: boolean;
  /** Whether it is the first page. */
  isFirst: boolean;
}

/** A page of a list; its texts are those of the visit's language. */
export interface ListPage<R> {
  title: string;
  back?: Page['back'];
  /** The one thing that is mostly done here, if this person may do it. */
  action?: { href: string; text: string } | undefined;
  notices?: Readonly<Record<string, string>>;
  problems?: Readonly<Record<string, string>>;
  /** Before the filters. */
  above?: ComponentChildren;
  filters?: readonly FilterField[];
  /** Parameters of the URL that the form of the filters only passes on. */
  keep?: readonly string[];
  /** Keys of metadata that the file can have columns for. */
  metadataKeys?: readonly string[];
  /** Of the table, if that is not the page's title. */
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
 * The route of a list's page and, if it has one, that of its file. Both read with the same filters. Throws `invalid_cursor` for a
 * cursor of another list, account or choice of filters.
 */
export function listOf<T extends { createdAt: Date }, F extends object = object, R = T>(
  { db, cursors }: PanelServices,
  list: List<T, F, R>,
): Route[] {
  const { path, access, name, limit, read, idOf, file } = list;
  const filtersOf = (visit: MemberVisit) => list.filters?.(visit) ?? ({} as F);
  const page: Route = {
    method: 'get',
    path,
    access,
    handle: async (visit) => {
      const { accountId } = visit;
      const filters = await filtersOf(visit);
      const cursor = visit.query('cursor');
      const { data: rows, next_cursor: next } = await cursors.list(
        { accountId, list: name, filters },
        { limit: limit?.(filters), cursor },
        {
          read: (range) => read(db.listRead(accountId, filters), { ...filters, ...range, accountId }),
          idOf,
          view: (row) => row,
        },
      );
      const isFiltered = Object.values(filters).some((value) => value !== undefined);
      const isFirst = cursor === undefined;
      const shown = await list.show(visit, { rows, next, filters, isFiltered, isFirst });
      return { page: pageOf(shown, file && fillPath<string>(file.path, { account: accountId })) };
    },
  };
  if (!file) return [page];
  const download: Route = {
    method: 'get',
    path: file.path,
    access,
    handle: async (visit) => {
      const filters = await filtersOf(visit);
      const batches = inBatches<T>(
        (work) => db.snapshot(work),
        EXPORT_BATCH,
        (on, after, batch) =>
          read(on, {
            ...filters,
            ...positionAfter(after && { createdAt: after.createdAt, id: idOf(after) }),
            limit: batch,
            accountId: visit.accountId,
          }),
      );
      return csvFile(file.name, file.columns(visit, chosenKeys(visit)), batches);
    },
  };
  return [page, download];
}

function pageOf<R>(list: ListPage<R>, file: string | undefined): Page {
  const { title, back, action } = list;
  return {
    title,
    ...(back && { back }),
    action: action && (
      <a href={action.href} role="button">
        {action.text}
      </a>
    ),
    body: <Body list={list} file={file} />,
  };
}

function Body<R>({ list, file }: { list: ListPage<R>; file: string | undefined }): JSX.Element {
  const { pathname } = new URL(useMemberVisit().request.originalUrl, 'http://panel');
  return (
    <>
      <Outcome notices={list.notices ?? {}} problems={list.problems ?? {}} />
      {list.above}
      {list.filters && <FilterBar action={pathname} fields={list.filters} keep={list.keep ?? []} />}
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
    </>
  );
}
