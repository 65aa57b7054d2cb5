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
import { Empty, formatCount, formatQuantity, Subject, Table } from '../../pages/index.ts';
import { useMemberVisit, useTexts } from '../frame/context.tsx';
import { csvFile, EXPORT_BATCH } from '../frame/csv.ts';
import { chosenKeys, Export, MetadataExport } from '../frame/export.tsx';
import { FilterBar } from '../frame/filter-bar.tsx';
import { Pages } from '../frame/paging.tsx';
import { Amount, Moment } from '../frame/parts.tsx';
import { readFilters } from '../request/filters.ts';
import { objectPages, paths, pathTo } from '../request/paths.ts';
import { READERS } from '../request/readers.ts';
import { MEMBERS, type MemberVisit, type Page, type Route } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { detailed, movementColumns } from './csv.ts';
import { listMetadataKeys } from './repository.ts';
import { MOVEMENTS, typeText } from './texts.ts';

const PAGE_SIZE = 50;
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
        <Filters assets={assets} />
        <Export path={pathTo(visit, paths.movements.csv)} />
        <MetadataExport path={pathTo(visit, paths.movements.csv)} keys={metadataKeys} />
        {page.data.length === 0 ? (
          <Empty>{isFiltered ? texts.none : texts.noneYet}</Empty>
        ) : (
          <Table
            label={texts.title}
            as="records"
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
            {page.data.map((row) => rowOf(visit, row))}
          </Table>
        )}
        <Pages next={page.next_cursor} />
        {sums.length > 0 && <Sums sums={sums} />}
      </>
    ),
  };
}

function rowOf(visit: MemberVisit, row: DetailedMovement): JSX.Element {
  const { language } = visit;
  const net = netOf(row);
  return (
    <tr>
      <Known row={row} />
      <td dir="auto">{row.payer && withChecksum(row.payer)}</td>
      <td>{row.method}</td>
      <td>{typeText(language, row.type)}</td>
      <td>
        <Moment at={row.createdAt} />
      </td>
      <td class="number aside">{row.fee && formatQuantity(language, row.fee, row.asset)}</td>
      <td class="number aside">{net && formatQuantity(language, net, row.asset)}</td>
      <td class="number">
        <Amount of={row.amount} asset={row.asset} signed />
        <br />
        <small class="muted">
          {MOVEMENTS[language].balanceAfter(formatQuantity(language, row.balanceAfter, row.asset))}
        </small>
      </td>
    </tr>
  );
}

/** What people know a movement by, with the page that says most about it; some may not open a withdrawal's. */
function Known({ row }: { row: DetailedMovement }): JSX.Element {
  const visit = useMemberVisit();
  const { type, paymentLinkCode: code, description, reference } = row;
  const name = description ?? typeText(visit.language, type);
  const detail = [reference, code].filter((one) => one !== null).join(' · ');
  const isPayment = type === 'payment' || type === 'fee';
  const href =
    isPayment && code !== null ? pathTo(visit, paths.links.link, { code }) : pageOfCause(visit, row);
  if (href !== undefined)
    return (
      <Subject href={href} detail={detail}>
        {name}
      </Subject>
    );
  return (
    <th scope="row" class="subject">
      {name} {detail !== '' && <small>{detail}</small>}
    </th>
  );
}

/** What all movements that the filters select sum to, by asset. */
function Sums({ sums }: { sums: readonly MovementSum[] }): JSX.Element {
  const { language } = useMemberVisit();
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
              <td class="number amount">{formatQuantity(language, amount, asset)}</td>
            ))}
          </tr>
        ))}
      </Table>
    </>
  );
}

/** The page of the record that caused a movement; undefined for who may not read it. */
function pageOfCause(
  visit: MemberVisit,
  { sourceObject: object, sourceId: id }: Movement,
): string | undefined {
  const mayRead = object !== 'withdrawal' || READERS.includes(visit.membership.role);
  return mayRead && isKeyOf(objectPages, object) ? objectPages[object](visit, id) : undefined;
}

function Filters({ assets }: { assets: readonly string[] }): JSX.Element {
  const visit = useMemberVisit();
  const texts = useTexts(MOVEMENTS);
  return (
    <FilterBar
      action={pathTo(visit, paths.movements.list)}
      fields={[
        { kind: 'choice', name: 'asset', label: texts.asset, options: assets.map((asset) => [asset, asset]) },
        { kind: 'choice', name: 'type', label: texts.type, options: Object.entries(texts.types) },
        { kind: 'days' },
        {
          kind: 'text',
          name: 'link',
          label: texts.link,
          maxlength: 17,
          placeholder: 'PL-XXXX-XXXX-XXXX',
        },
      ]}
    />
  );
}
