import type { JSX } from 'preact';
import type { Queryable } from '../../db/index.ts';
import type { PageRange } from '../../lib/cursor.ts';
import { Chips, withQuery } from '../../pages/index.ts';
import {
  countLinks,
  findPartlyPaid,
  type LinkStatus,
  listLinks,
  type PaymentLinkSummary,
  searchLinks,
  sumFoundLinks,
  sumLinks,
  viewLinkSummary,
} from '../../payment-links/index.ts';
import { useMemberVisit, useTexts } from '../frame/context.tsx';
import { apiColumns, type Columns, metadataColumns } from '../frame/csv.ts';
import { listOf } from '../frame/list.tsx';
import type { Column } from '../frame/rows.tsx';
import { totalsOf } from '../frame/totals.tsx';
import { listMetadataKeys } from '../movements/repository.ts';
import { paths, pathTo } from '../request/paths.ts';
import { MEMBERS, type MemberVisit } from '../request/route.ts';
import { LinkState, mayMakeLinks } from './parts.tsx';
import {
  LINK_STANDINGS,
  type LinkStanding,
  readStandings,
  type StandingOf,
  standingsWith,
} from './standing.ts';
import { LINKS } from './texts.ts';

/** The most links that a search shows. */
const MOST_FOUND = 100;

const MAX_SEARCH_LENGTH = 200;

type Exported = PaymentLinkSummary & { standing: LinkStanding };

const COLUMNS = apiColumns<Exported>(viewLinkSummary, [
  'created_at',
  'code',
  'status',
  'description',
  'reference',
  'amount',
  'currency',
  'amount_received',
  'difference',
  'paid_at',
  'paid_with_method',
  'fee_bearer',
  'accepted_methods',
  'expires_at',
  'checkout_url',
  'customer_id',
]);

/** The columns of a list of links on a page. */
export function linkColumns(visit: MemberVisit, standingOf: StandingOf): Column<PaymentLinkSummary>[] {
  const { list } = LINKS[visit.language];
  return [
    {
      heading: list.description,
      subject: ({ code, description, reference }) => ({
        href: pathTo(visit, paths.links.link, { code }),
        title: description,
        detail: [reference, code].filter((part) => part !== null).join(' · '),
      }),
    },
    { heading: list.status, cell: (link) => <LinkState status={standingOf(link)} /> },
    { heading: list.paidWith, cell: ({ paidWithMethod }) => paidWithMethod },
    { heading: list.created, moment: ({ createdAt }) => createdAt },
    { heading: list.amount, amount: ({ amount, currency }) => [amount, currency] },
  ];
}

/** The columns of a list of links as a file, and how its rows are read. */
export const LINK_FILE = {
  read: async (
    on: Queryable,
    accountId: string,
    links: readonly PaymentLinkSummary[],
  ): Promise<Exported[]> => {
    const standingOf = await readStandings(on, accountId, links);
    return links.map((link) => ({ ...link, standing: standingOf(link) }));
  },
  columns: (_visit: MemberVisit, metadataKeys: readonly string[]): Columns<Exported> => ({
    ...COLUMNS,
    standing: ({ standing }) => standing,
    ...metadataColumns<Exported>(metadataKeys, ({ metadata }) => metadata),
  }),
};

/** The payment links, with filters and a search. */
export const showLinks = listOf({
  path: paths.links.list,
  access: MEMBERS,
  name: 'panel_links',
  filters: (given): LinkFilters => {
    const { search: label, searchHint: hint } = LINKS[given.language].list;
    return {
      text: given.words({ name: 'q', label, hint, maxlength: MAX_SEARCH_LENGTH }),
      standing: given.passedOn('status', LINK_STANDINGS),
      ...given.days('included'),
    };
  },
  limit: ({ text }) => (text === undefined ? undefined : MOST_FOUND),
  read: async (on, query) => {
    const { text, ...selected } = selectionOf(query);
    if (text === undefined) return listLinks(on, selected);
    // A search has no further pages.
    return selected.afterCode === undefined ? searchLinks(on, { ...selected, text }) : [];
  },
  idOf: ({ code }) => code,
  totals: totalsOf({
    read: (on, query: LinkListQuery) => {
      const { text, ...selected } = selectionOf(query);
      return text === undefined
        ? sumLinks(on, selected)
        : sumFoundLinks(on, { ...selected, text, limit: MOST_FOUND });
    },
    nameOf: ({ currency }) => currency,
    columns: ({ language }) => [
      { heading: LINKS[language].list.amount, amount: ({ amount, currency }) => [amount, currency] },
    ],
  }),
  file: {
    path: paths.links.csv,
    name: 'payment-links',
    ...LINK_FILE,
  },
  beside: async ({ accountId }, _selected, { db }) => {
    const [counts, partlyPaid, metadataKeys] = await Promise.all([
      countLinks(db.read, { accountId }),
      findPartlyPaid(db.read, { accountId, codes: null }),
      listMetadataKeys(db.read, accountId),
    ]);
    return { counts, partlyPaid, metadataKeys };
  },
  show: (visit, { rows, next, filters, isFiltered, beside: { counts, partlyPaid, metadataKeys } }) => {
    const texts = LINKS[visit.language];
    const { list } = texts;
    const standingOf = standingsWith(partlyPaid);
    const isSearch = filters.text !== undefined;
    return {
      title: texts.title,
      action: mayMakeLinks(visit) ? { href: pathTo(visit, paths.links.new), text: list.create } : undefined,
      flashMessages: texts.flashMessages,
      above: (
        <States
          chosen={filters.standing}
          counts={new Map(counts.map(({ status, count }) => [status, count]))}
          partlyPaid={partlyPaid.length}
        />
      ),
      metadataKeys,
      rows,
      next: isSearch ? null : next,
      columns: linkColumns(visit, standingOf),
      none: isFiltered ? list.noneFound : list.none,
      below: isSearch && next !== null && <p class="muted">{list.moreFound(rows.length)}</p>,
    };
  },
});

interface LinkFilters {
  text: string | undefined;
  standing: LinkStanding | undefined;
  createdAfter: Date | undefined;
  createdBefore: Date | undefined;
}

type LinkListQuery = LinkFilters & PageRange & { accountId: string };

/** The links that the filters select, in the words of the API. */
function selectionOf({ standing, afterId, ...query }: LinkListQuery) {
  const isPartlyPaid = standing === 'partly_paid';
  return {
    ...query,
    afterCode: afterId,
    status: isPartlyPaid ? undefined : standing,
    partlyPaid: isPartlyPaid || undefined,
    currency: undefined,
    terms: undefined,
  };
}

/**
 * A filter for each status, with the number of links in it. Partly paid ones, of which there are none most of the time,
 * are counted under their status too, as in the API.
 */
function States(props: {
  chosen: LinkStanding | undefined;
  counts: ReadonlyMap<LinkStatus, number>;
  partlyPaid: number;
}): JSX.Element {
  const { chosen, counts, partlyPaid } = props;
  const visit = useMemberVisit();
  const texts = useTexts(LINKS);
  const numbers = new Intl.NumberFormat(visit.language);
  const given = Object.fromEntries(
    ['q', 'from', 'until'].map((name) => [name, visit.query(name) || undefined]),
  );
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const countOf = (standing: LinkStanding): number =>
    standing === 'partly_paid' ? partlyPaid : (counts.get(standing) ?? 0);
  const shown = LINK_STANDINGS.filter(
    (standing) => standing !== 'partly_paid' || partlyPaid > 0 || chosen === standing,
  );
  return (
    <Chips
      label={texts.list.byState}
      of={[undefined, ...shown].map((status) => ({
        href: withQuery(pathTo(visit, paths.links.list), { ...given, status }),
        isCurrent: status === chosen,
        children: (
          <>
            {status === undefined ? texts.list.all : texts.statuses[status]}{' '}
            <span class="count">{numbers.format(status === undefined ? all : countOf(status))}</span>
          </>
        ),
      }))}
    />
  );
}
