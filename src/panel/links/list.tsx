import type { JSX } from 'preact';
import { inBatches } from '../../db/index.ts';
import { Chips, Empty, Subject, Table } from '../../pages/index.ts';
import {
  countLinks,
  LINK_STATUSES,
  type LinkStatus,
  type PaymentLinkSummary,
  listLinks,
  searchLinks,
} from '../../payment-links/index.ts';
import { useMemberVisit, useTexts } from '../frame/context.tsx';
import { Pages } from '../frame/paging.tsx';
import { Amount, Moment, Outcome } from '../frame/parts.tsx';
import { csvFile, EXPORT_BATCH } from '../frame/csv.ts';
import { chosenKeys, Export, MetadataExport } from '../frame/export.tsx';
import { FilterBar } from '../frame/filter-bar.tsx';
import { readFilters } from '../request/filters.ts';
import { paths, pathTo } from '../request/paths.ts';
import { MEMBERS, type MemberVisit, type Page, type Route } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { listMetadataKeys } from '../movements/repository.ts';
import { linkColumns } from './csv.ts';
import { LinkState, mayMakeLinks } from './parts.tsx';
import { LINKS } from './texts.ts';

/** What a search shows at most. */
const MOST_FOUND = 100;

const MAX_SEARCH_LENGTH = 200;

type Found = Pick<LinkListing, 'links' | 'next' | 'foundMore'>;

/** The filters of the list, as in the URL. */
interface LinkChoice {
  q: string;
  status: LinkStatus | undefined;
  from: string;
  until: string;
}

interface LinkListing {
  choice: LinkChoice;
  counts: ReadonlyMap<LinkStatus, number>;
  metadataKeys: readonly string[];
  links: readonly PaymentLinkSummary[];
  /** The cursor of the next page. */
  next: string | null;
  /** Whether a search found more than it shows. */
  foundMore: boolean;
}

/** The payment links, with filters and a search. */
export function showLinks(services: PanelServices): Route[] {
  return [
    {
      method: 'get',
      path: paths.links.list,
      access: MEMBERS,
      handle: async (visit) => {
        const choice = choiceOf(visit);
        const [counts, metadataKeys, found] = await Promise.all([
          countLinks(services.db.read, { accountId: visit.accountId }),
          listMetadataKeys(services.db.read, visit.accountId),
          choice.q === '' ? listed(services, visit, choice) : searched(services, visit, choice),
        ]);
        const byStatus = new Map(counts.map(({ status, count }) => [status, count]));
        return { page: listPage(visit, { choice, counts: byStatus, metadataKeys, ...found }) };
      },
    },
    {
      method: 'get',
      path: paths.links.csv,
      access: MEMBERS,
      handle: (visit) => {
        const batches = readLinks(services, visit, choiceOf(visit));
        return Promise.resolve(csvFile('payment-links', linkColumns(chosenKeys(visit)), batches));
      },
    },
  ];
}

/** All links that the choice selects, or as many as a search finds. */
function readLinks(
  { db }: PanelServices,
  visit: MemberVisit,
  choice: LinkChoice,
): AsyncGenerator<PaymentLinkSummary[]> {
  const { accountId } = visit;
  const { q: text, status } = choice;
  const time = timeOf(visit);
  return inBatches<PaymentLinkSummary>(
    (work) => db.snapshot(work),
    EXPORT_BATCH,
    async (on, after, limit) => {
      // A search is one batch.
      if (text !== '' && after) return [];
      if (text !== '') return searchLinks(on, { accountId, text, status, ...time, limit });
      const filters = { status, currency: undefined, terms: undefined, ...time };
      const position = { afterTime: after?.createdAt, afterCode: after?.code };
      return listLinks(on, { accountId, ...filters, ...position, limit });
    },
  );
}

async function listed(
  { db, cursors }: PanelServices,
  visit: MemberVisit,
  choice: LinkChoice,
): Promise<Found> {
  const { accountId } = visit;
  const filters = { status: choice.status, currency: undefined, terms: undefined, ...timeOf(visit) };
  const { data, next_cursor: nextCursor } = await cursors.list(
    { accountId, list: 'panel_links', filters },
    { cursor: visit.query('cursor') },
    {
      read: ({ afterId: afterCode, ...range }) =>
        listLinks(db.listRead(accountId, filters), { accountId, ...filters, ...range, afterCode }),
      idOf: ({ code }) => code,
      view: (link) => link,
    },
  );
  return { links: data, next: nextCursor, foundMore: false };
}

async function searched({ db }: PanelServices, visit: MemberVisit, choice: LinkChoice): Promise<Found> {
  const { accountId } = visit;
  const search = { accountId, text: choice.q, status: choice.status, ...timeOf(visit) };
  const links = await searchLinks(db.read, { ...search, limit: MOST_FOUND + 1 });
  return { links: links.slice(0, MOST_FOUND), next: null, foundMore: links.length > MOST_FOUND };
}

function choiceOf(visit: MemberVisit): LinkChoice {
  const given = readFilters(visit);
  return {
    q: given.words('q', MAX_SEARCH_LENGTH),
    status: given.choice('status', LINK_STATUSES),
    from: visit.query('from') ?? '',
    until: visit.query('until') ?? '',
  };
}

/** Whole days, the last one included. */
function timeOf(visit: MemberVisit) {
  const given = readFilters(visit);
  return { createdAfter: given.dayStart('from'), createdBefore: given.dayEnd('until') };
}

function listPage(visit: MemberVisit, listing: LinkListing): Page {
  const texts = LINKS[visit.language];
  const { choice, counts, metadataKeys, links, next, foundMore } = listing;
  const create = mayMakeLinks(visit) ? (
    <a href={pathTo(visit, paths.links.new)} role="button">
      {texts.list.create}
    </a>
  ) : undefined;
  const isNarrowed = Object.values(choice).some((value) => value !== undefined && value !== '');
  return {
    title: texts.title,
    action: create,
    body: (
      <>
        <Outcome notices={texts.notices} />
        <States choice={choice} counts={counts} />
        <FilterBar
          action={pathTo(visit, paths.links.list)}
          keep={['status']}
          fields={[
            {
              kind: 'text',
              name: 'q',
              label: texts.list.search,
              maxlength: MAX_SEARCH_LENGTH,
              hint: texts.list.searchHint,
            },
            { kind: 'days' },
          ]}
        />
        <p>
          <Export path={pathTo(visit, paths.links.csv)} />
        </p>
        <MetadataExport path={pathTo(visit, paths.links.csv)} keys={metadataKeys} />
        {links.length === 0 ? (
          <Empty>{isNarrowed ? texts.list.noneFound : texts.list.none}</Empty>
        ) : (
          <Links links={links} />
        )}
        {foundMore && <p class="muted">{texts.list.moreFound(links.length)}</p>}
        <Pages next={next} />
      </>
    ),
  };
}

function States({ choice, counts }: Pick<LinkListing, 'choice' | 'counts'>): JSX.Element {
  const visit = useMemberVisit();
  const texts = useTexts(LINKS);
  const numbers = new Intl.NumberFormat(visit.language);

  const given = (['q', 'from', 'until'] as const).flatMap((name) =>
    choice[name] === '' ? [] : [[name, choice[name]]],
  );
  const at = (status: LinkStatus | undefined): string => {
    const query = new URLSearchParams([...given, ...(status ? [['status', status]] : [])]).toString();
    return pathTo(visit, paths.links.list) + (query === '' ? '' : `?${query}`);
  };
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return (
    <Chips
      label={texts.list.byState}
      of={[undefined, ...LINK_STATUSES].map((status) => ({
        href: at(status),
        isCurrent: status === choice.status,
        children: (
          <>
            {status === undefined ? texts.list.all : texts.statuses[status]}{' '}
            <span class="count">
              {numbers.format(status === undefined ? all : (counts.get(status) ?? 0))}
            </span>
          </>
        ),
      }))}
    />
  );
}

function Links({ links }: { links: readonly PaymentLinkSummary[] }): JSX.Element {
  const visit = useMemberVisit();
  const texts = useTexts(LINKS);
  const { list } = texts;
  return (
    <Table
      label={texts.title}
      as="records"
      headings={[list.description, list.state, list.paidWith, list.created, { number: list.amount }]}
    >
      {links.map((link) => (
        <tr>
          <Subject
            href={pathTo(visit, paths.links.link, { code: link.code })}
            detail={[link.reference, link.code].filter((part) => part !== null).join(' · ')}
          >
            {link.description}
          </Subject>
          <td>
            <LinkState status={link.status} />
          </td>
          <td>{link.paidWithMethod}</td>
          <td>
            <Moment at={link.createdAt} />
          </td>
          <td class="number">
            <Amount of={link.amount} asset={link.currency} />
          </td>
        </tr>
      ))}
    </Table>
  );
}
