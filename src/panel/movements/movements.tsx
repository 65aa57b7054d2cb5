import type { JSX } from 'preact';
import {
  findHeld,
  listMovements,
  type MovementFilters,
  type Movement,
  readMovements,
} from '../../ledger/index.ts';
import type { Page as ListPage } from '../../lib/cursor.ts';
import { isKeyOf } from '../../lib/is-key-of.ts';
import { Choice } from '../frame/filter-fields.tsx';
import { Moment } from '../frame/parts.tsx';
import { Amount, Pages, Table } from '../frame/tables.tsx';
import { readFilters } from '../request/filters.ts';
import { objectPages, paths, pathTo } from '../request/paths.ts';
import { READERS } from '../request/readers.ts';
import { MEMBERS, type MemberVisit, type Page, type Route } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { movementsToCsv } from './csv.ts';
import { MOVEMENTS, typeText } from './texts.ts';

const PAGE_SIZE = 50;
const EXPORT_BATCH = 1_000;

/** The filters as their form sends them; empty texts where none is set. */
type FilterForm = Readonly<Record<'asset' | 'type' | 'from' | 'until' | 'link', string>>;

/** Every change of the account's available balances, as the API lists them (D11), as pages and as a file. */
export function movementRoutes({ db, cursors }: PanelServices): Route[] {
  return [
    {
      method: 'get',
      path: paths.movements.list,
      access: MEMBERS,
      handle: async (visit) => {
        const { accountId } = visit;
        const form = formOf(visit);
        const filters = filtersOf(visit);
        const [{ assets }, page] = await Promise.all([
          findHeld(db.read, accountId),
          cursors.list(
            { accountId, list: 'panel_movements', filters },
            { limit: PAGE_SIZE, cursor: visit.query('cursor') },
            {
              read: (range) =>
                listMovements(db.listRead(accountId, filters), { accountId, ...filters, ...range }),
              idOf: (row) => row.id,
              view: (row) => row,
            },
          ),
        ]);
        return { page: movementsPage(visit, form, assets, page) };
      },
    },
    {
      method: 'get',
      path: paths.movements.csv,
      access: MEMBERS,
      handle: (visit) => {
        const range = { accountId: visit.accountId, ...filtersOf(visit) };
        const batches = readMovements((work) => db.snapshot(work), range, EXPORT_BATCH);
        return Promise.resolve({
          file: movementsToCsv(batches),
          name: 'movements.csv',
          type: 'text/csv; charset=utf-8',
        });
      },
    },
  ];
}

/** The filters, as the form shows them: invalid ones as not set. */
function formOf(visit: MemberVisit): FilterForm {
  const given = readFilters(visit);
  return {
    asset: given.matching('asset', /^[A-Z]{2,10}$/) ?? '',
    type: given.choice('type', Object.keys(MOVEMENTS.en.types)) ?? '',
    from: given.day('from') ?? '',
    until: given.day('until') ?? '',
    link: given.matching('link', /^PL(-[A-Z0-9]{4}){3}$/i)?.toUpperCase() ?? '',
  };
}

function filtersOf(visit: MemberVisit): MovementFilters {
  const given = readFilters(visit);
  const { asset, type, link } = formOf(visit);
  return {
    asset: asset || undefined,
    type: type || undefined,
    paymentLinkCode: link || undefined,
    createdAfter: given.dayStart('from'),
    createdBefore: given.dayLast('until'),
  };
}

function movementsPage(
  visit: MemberVisit,
  form: FilterForm,
  assets: readonly string[],
  { data, next_cursor: nextCursor }: ListPage<Movement>,
): Page {
  const texts = MOVEMENTS[visit.language];
  const query = new URLSearchParams(Object.entries(form).filter(([, value]) => value !== '')).toString();
  return {
    title: texts.title,
    body: (
      <>
        <Filters visit={visit} form={form} assets={assets} query={query} />
        {data.length === 0 ? (
          <p>{query === '' ? texts.noneYet : texts.none}</p>
        ) : (
          <Table
            label={texts.title}
            headings={[
              texts.when,
              texts.type,
              { number: texts.amount },
              { number: texts.balance },
              texts.cause,
            ]}
          >
            {data.map((row) => (
              <tr>
                <td>
                  <Moment visit={visit} at={row.createdAt} />
                </td>
                <td>{typeText(visit.language, row.type)}</td>
                <td class="number">
                  <Amount visit={visit} of={row.amount} asset={row.asset} />
                </td>
                <td class="number">
                  <Amount visit={visit} of={row.balanceAfter} asset={row.asset} />
                </td>
                <td class="code">
                  <Cause visit={visit} row={row} />
                </td>
              </tr>
            ))}
          </Table>
        )}
        <Pages visit={visit} next={nextCursor} />
      </>
    ),
  };
}

/** A movement's cause: its record, and its payment link. */
export function Cause({ visit, row }: { visit: MemberVisit; row: Movement }): JSX.Element {
  const { sourceObject: object, sourceId: id, paymentLinkCode: code } = row;
  const { causes } = MOVEMENTS[visit.language];
  const name = isKeyOf(causes, object) ? causes[object] : object;
  const mayRead = object !== 'withdrawal' || READERS.includes(visit.membership.role);
  const page = mayRead && isKeyOf(objectPages, object) ? objectPages[object](visit, id) : undefined;
  return (
    <>
      {page === undefined ? name : <a href={page}>{name}</a>}
      {code !== null && (
        <>
          {' · '}
          <a href={pathTo(visit, paths.links.link, { code })}>{code}</a>
        </>
      )}
    </>
  );
}

function Filters(props: {
  visit: MemberVisit;
  form: FilterForm;
  assets: readonly string[];
  query: string;
}): JSX.Element {
  const { visit, form, assets, query } = props;
  const texts = MOVEMENTS[visit.language];
  return (
    <form method="get" action={pathTo(visit, paths.movements.list)} class="filters">
      <Choice
        visit={visit}
        name="asset"
        label={texts.asset}
        any={texts.all}
        options={assets.map((asset) => [asset, asset])}
      />
      <Choice
        visit={visit}
        name="type"
        label={texts.type}
        any={texts.all}
        options={Object.entries(texts.types)}
      />
      <label>
        {texts.from}
        <input type="date" name="from" value={form.from} aria-describedby="days" />
      </label>
      <label>
        {texts.until}
        <input type="date" name="until" value={form.until} aria-describedby="days" />
      </label>
      <label>
        {texts.link}
        <input
          name="link"
          value={form.link}
          maxlength={17}
          placeholder="PL-XXXX-XXXX-XXXX"
          autocomplete="off"
        />
      </label>
      <button type="submit">{texts.show}</button>
      <a href={`${pathTo(visit, paths.movements.csv)}${query === '' ? '' : `?${query}`}`}>{texts.download}</a>
      <small id="days" class="muted">
        {texts.daysInUtc}
      </small>
    </form>
  );
}
