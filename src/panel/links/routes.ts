import { countLinks, LINK_STATUSES, listLinks, searchLinks } from '../../payment-links/index.ts';
import { endOfDay, startOfDay } from '../request/days.ts';
import { MEMBERS, type MemberVisit, type Route } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { createLinkRoutes } from './create-routes.ts';
import { linkRoutesOf } from './detail-routes.ts';
import { listPage, type LinkChoice, type LinkListing } from './list.tsx';

/** What a search shows at most. */
const MOST_FOUND = 100;
const MAX_SEARCH_LENGTH = 200;

/** The account's payment links: search, creation, and details with their history. */
export function linkRoutes(services: PanelServices): Route[] {
  return [
    {
      method: 'get',
      path: '/panel/accounts/:account/links',
      access: MEMBERS,
      handle: async (visit) => {
        const choice = choiceOf(visit);
        const [counts, found] = await Promise.all([
          countLinks(services.db.read, { accountId: visit.accountId }),
          choice.q === '' ? listed(services, visit, choice) : searched(services, visit, choice),
        ]);
        const byStatus = new Map(counts.map(({ status, count }) => [status, count]));
        return { page: listPage(visit, { ...found, choice, counts: byStatus }) };
      },
    },
    ...createLinkRoutes(services),
    ...linkRoutesOf(services),
  ];
}

type Found = Pick<LinkListing, 'links' | 'next' | 'foundMore'>;

async function listed(
  { db, cursors }: PanelServices,
  visit: MemberVisit,
  choice: LinkChoice,
): Promise<Found> {
  const { accountId } = visit;
  const filters = { ...timeOf(choice), status: choice.status, currency: undefined, terms: undefined };
  const { data, next_cursor } = await cursors.list(
    { accountId, list: 'panel_links', filters },
    { cursor: visit.query('cursor') },
    {
      read: ({ afterId: afterCode, ...range }) =>
        listLinks(db.listRead(accountId, filters), { ...filters, ...range, accountId, afterCode }),
      idOf: ({ code }) => code,
      view: (link) => link,
    },
  );
  return { links: data, next: next_cursor, foundMore: false };
}

async function searched(
  { db }: PanelServices,
  { accountId }: MemberVisit,
  choice: LinkChoice,
): Promise<Found> {
  const search = { ...timeOf(choice), accountId, text: choice.q, status: choice.status };
  const links = await searchLinks(db.read, { ...search, limit: MOST_FOUND + 1 });
  return { links: links.slice(0, MOST_FOUND), next: null, foundMore: links.length > MOST_FOUND };
}

function choiceOf(visit: MemberVisit): LinkChoice {
  const status = visit.query('status');
  return {
    q: (visit.query('q') ?? '').replaceAll('\0', '').slice(0, MAX_SEARCH_LENGTH).trim(),
    status: LINK_STATUSES.find((known) => known === status),
    from: visit.query('from') ?? '',
    until: visit.query('until') ?? '',
  };
}

/** Whole days in UTC, the last one included. */
function timeOf({ from, until }: LinkChoice) {
  return { createdAfter: startOfDay(from), createdBefore: endOfDay(until) };
}
