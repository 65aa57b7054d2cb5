import type { JSX } from 'preact';
import {
  countLinks,
  LINK_STATUSES,
  type LinkStatus,
  type PaymentLinkSummary,
  listLinks,
  searchLinks,
} from '../../payment-links/index.ts';
import { Moment, Outcome } from '../frame/parts.tsx';
import { Amount, Pages, Table } from '../frame/tables.tsx';
import { readFilters } from '../request/filters.ts';
import { paths, pathTo } from '../request/paths.ts';
import { MEMBERS, type MemberVisit, type Page, type Route } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
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
        const [counts, found] = await Promise.all([
          countLinks(services.db.read, { accountId: visit.accountId }),
          choice.q === '' ? listed(services, visit, choice) : searched(services, visit, choice),
        ]);
        const byStatus = new Map(counts.map(({ status, count }) => [status, count]));
        return { page: listPage(visit, { choice, counts: byStatus, ...found }) };
      },
    },
  ];
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

/** Whole days in UTC, the last one included. */
function timeOf(visit: MemberVisit) {
  const given = readFilters(visit);
  return { createdAfter: given.dayStart('from'), createdBefore: given.dayEnd('until') };
}

function listPage(visit: MemberVisit, listing: LinkListing): Page {
  const texts = LINKS[visit.language];
  const { choice, counts, links, next, foundMore } = listing;
  const isNarrowed = Object.values(choice).some((value) => value !== undefined && value !== '');
  return {
    title: texts.title,
    body: (
      <>
        <Outcome visit={visit} notices={texts.notices} />
        {mayMakeLinks(visit) && (
          <p>
            <a href={pathTo(visit, paths.links.new)} role="button">
              {texts.list.create}
            </a>
          </p>
        )}
        <States visit={visit} choice={choice} counts={counts} />
        <search>
          <Search visit={visit} choice={choice} />
        </search>
        {links.length === 0 ? (
          <p>{isNarrowed ? texts.list.noneFound : texts.list.none}</p>
        ) : (
          <Links visit={visit} links={links} />
        )}
        {foundMore && <p class="muted">{texts.list.moreFound(links.length)}</p>}
        <Pages visit={visit} next={next} />
      </>
    ),
  };
}

function States({
  visit,
  choice,
  counts,
}: Pick<LinkListing, 'choice' | 'counts'> & { visit: MemberVisit }): JSX.Element {
  const texts = LINKS[visit.language];
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
    <nav class="states" aria-label={texts.list.byState}>
      <ul>
        {[undefined, ...LINK_STATUSES].map((status) => (
          <li>
            <a href={at(status)} aria-current={status === choice.status ? 'true' : undefined}>
              {status === undefined ? texts.list.all : texts.statuses[status]}{' '}
              <span class="count">
                {numbers.format(status === undefined ? all : (counts.get(status) ?? 0))}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Search({ visit, choice }: { visit: MemberVisit; choice: LinkChoice }): JSX.Element {
  const texts = LINKS[visit.language].list;
  return (
    <form method="get" action={pathTo(visit, paths.links.list)} class="link-search">
      <label class="words">
        {texts.search}
        <input type="search" name="q" value={choice.q} maxLength={200} aria-describedby="search-hint" />
      </label>
      <label>
        {texts.from}
        <input type="date" name="from" value={choice.from} />
      </label>
      <label>
        {texts.until}
        <input type="date" name="until" value={choice.until} />
      </label>
      {choice.status && <input type="hidden" name="status" value={choice.status} />}
      <button type="submit">{texts.show}</button>
      <small id="search-hint">{texts.searchHint}</small>
    </form>
  );
}

function Links({ visit, links }: { visit: MemberVisit; links: readonly PaymentLinkSummary[] }): JSX.Element {
  const texts = LINKS[visit.language];
  const { list } = texts;
  return (
    <Table
      label={texts.title}
      headings={[
        list.code,
        { number: list.amount },
        list.state,
        list.description,
        list.paidWith,
        list.created,
      ]}
    >
      {links.map((link) => (
        <tr>
          <th scope="row">
            <a href={pathTo(visit, paths.links.link, { code: link.code })} class="code">
              {link.code}
            </a>
          </th>
          <td class="number">
            <Amount visit={visit} of={link.amount} asset={link.currency} />
          </td>
          <td>
            <LinkState visit={visit} status={link.status} />
          </td>
          <td class="words" dir="auto">
            <span>{link.description}</span>
          </td>
          <td>{link.paidWithMethod}</td>
          <td>
            <Moment visit={visit} at={link.createdAt} />
          </td>
        </tr>
      ))}
    </Table>
  );
}
