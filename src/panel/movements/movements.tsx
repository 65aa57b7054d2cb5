import type { JSX } from 'preact';
import {
  type DetailedMovement,
  findHeld,
  listMovements,
  type Movement,
  type MovementFilters,
  type MovementSum,
  netOf,
  readMovements,
  sumMovements,
  withDetails,
} from '../../ledger/index.ts';
import type { Page as ListPage } from '../../lib/cursor.ts';
import { isKeyOf } from '../../lib/is-key-of.ts';
import { withChecksum } from '../../methods/index.ts';
import { formatCount, formatNumber } from '../../pages/index.ts';
import { csvFile } from '../frame/csv.ts';
import { chosenKeys, Export, MetadataExport } from '../frame/export.tsx';
import { Choice } from '../frame/filter-fields.tsx';
import { Moment } from '../frame/parts.tsx';
import { Amount, Pages, Table } from '../frame/tables.tsx';
import { readFilters } from '../request/filters.ts';
import { objectPages, paths, pathTo } from '../request/paths.ts';
import { READERS } from '../request/readers.ts';
import { MEMBERS, type MemberVisit, type Page, type Route } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { detailed, movementColumns } from './csv.ts';
import { listMetadataKeys } from './repository.ts';
import { MOVEMENTS, typeText } from './texts.ts';

const PAGE_SIZE = 50;
const EXPORT_BATCH = 1_000;
/** More movements than these are not summed below the list. */
const MOST_SUMMED = 10_000;

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
        const cursor = visit.query('cursor');
        const [{ assets }, metadataKeys, sums, page] = await Promise.all([
          findHeld(db.read, accountId),
          listMetadataKeys(db.read, accountId),
          cursor === undefined
            ? sumMovements(db.listRead(accountId, filters), { accountId, ...filters, limit: MOST_SUMMED })
            : [],
          cursors.list(
            { accountId, list: 'panel_movements', filters },
            { limit: PAGE_SIZE, cursor },
            {
              read: (range) =>
                listMovements(db.listRead(accountId, filters), { accountId, ...filters, ...range }),
              idOf: (row) => row.id,
              view: (row) => row,
            },
          ),
        ]);
        const data = await withDetails(db.read, accountId, page.data);
        return { page: movementsPage(visit, { form, assets, metadataKeys, sums, page: { ...page, data } }) };
      },
    },
    {
      method: 'get',
      path: paths.movements.csv,
      access: MEMBERS,
      handle: (visit) => {
        const range = { accountId: visit.accountId, ...filtersOf(visit) };
        const batches = readMovements((work) => db.snapshot(work), range, EXPORT_BATCH);
        const columns = movementColumns(visit.timeZone, chosenKeys(visit));
        return Promise.resolve(csvFile('movements', columns, detailed(db, visit.accountId, batches)));
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

interface MovementList {
  form: FilterForm;
  assets: readonly string[];
  metadataKeys: readonly string[];
  /** Of all that the filters select, on the first page. */
  sums: readonly MovementSum[];
  page: ListPage<DetailedMovement>;
}

function movementsPage(visit: MemberVisit, list: MovementList): Page {
  const texts = MOVEMENTS[visit.language];
  const { form, assets, metadataKeys, sums, page } = list;
  const isFiltered = Object.values(form).some((value) => value !== '');
  return {
    title: texts.title,
    body: (
      <>
        <Filters visit={visit} form={form} assets={assets} />
        <Export visit={visit} path={pathTo(visit, paths.movements.csv)} />
        <MetadataExport visit={visit} path={pathTo(visit, paths.movements.csv)} keys={metadataKeys} />
        {page.data.length === 0 ? (
          <p>{isFiltered ? texts.none : texts.noneYet}</p>
        ) : (
          <Table
            label={texts.title}
            headings={[
              texts.description,
              texts.payer,
              texts.method,
              texts.type,
              texts.when,
              { number: texts.fee },
              { number: texts.net },
              { number: texts.amount },
            ]}
          >
            {page.data.map((row) => (
              <Row visit={visit} row={row} />
            ))}
          </Table>
        )}
        <Pages visit={visit} next={page.next_cursor} />
        {sums.length > 0 && <Sums visit={visit} sums={sums} />}
      </>
    ),
  };
}

function Row({ visit, row }: { visit: MemberVisit; row: DetailedMovement }): JSX.Element {
  const { language } = visit;
  const net = netOf(row);
  return (
    <tr>
      <td>
        <Known visit={visit} row={row} />
      </td>
      <td dir="auto">{row.payer && withChecksum(row.payer)}</td>
      <td>{row.method}</td>
      <td>{typeText(language, row.type)}</td>
      <td>
        <Moment visit={visit} at={row.createdAt} />
      </td>
      <td class="number">{row.fee && formatNumber(language, row.fee)}</td>
      <td class="number">{net && formatNumber(language, net)}</td>
      <td class="number">
        <Amount visit={visit} of={row.amount} asset={row.asset} />
        <br />
        <small class="muted">
          {MOVEMENTS[language].balanceAfter(formatNumber(language, row.balanceAfter))}
        </small>
      </td>
    </tr>
  );
}

/** What a person knows a movement by: the description, and below it the reference, the link and the cause. */
function Known({ visit, row }: { visit: MemberVisit; row: DetailedMovement }): JSX.Element {
  return (
    <>
      {row.description !== null && (
        <>
          <span dir="auto">{row.description}</span>
          <br />
        </>
      )}
      <small class="muted">
        {row.reference !== null && (
          <>
            <span dir="auto">{row.reference}</span>
            {' · '}
          </>
        )}
        <Cause visit={visit} row={row} />
      </small>
    </>
  );
}

/** What all movements that the filters select sum to, by asset. */
function Sums({ visit, sums }: { visit: MemberVisit; sums: readonly MovementSum[] }): JSX.Element {
  const { language } = visit;
  const texts = MOVEMENTS[language];
  const summed = sums.reduce((total, { movements }) => total + movements, 0);
  return (
    <>
      <h2>{texts.totals}</h2>
      {summed === MOST_SUMMED && <p class="muted">{texts.newestOnly(formatCount(MOST_SUMMED))}</p>}
      <Table
        label={texts.totals}
        headings={[
          texts.asset,
          { number: texts.count },
          { number: texts.moneyIn },
          { number: texts.moneyOut },
          { number: texts.netChange },
        ]}
      >
        {sums.map(({ asset, movements, moneyIn, moneyOut, net }) => (
          <tr>
            <th scope="row">{asset}</th>
            <td class="number">{formatCount(movements)}</td>
            {[moneyIn, moneyOut, net].map((amount) => (
              <td class="number amount">{formatNumber(language, amount)}</td>
            ))}
          </tr>
        ))}
      </Table>
    </>
  );
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

function Filters(props: { visit: MemberVisit; form: FilterForm; assets: readonly string[] }): JSX.Element {
  const { visit, form, assets } = props;
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
        <input type="date" name="from" value={form.from} />
      </label>
      <label>
        {texts.until}
        <input type="date" name="until" value={form.until} />
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
    </form>
  );
}
