import type { JSX } from 'preact';
import { Chips, withQuery } from '../../pages/index.ts';
import {
  countLinks,
  LINK_STATUSES,
  type LinkStatus,
  listLinks,
  type PaymentLinkSummary,
  searchLinks,
  viewLinkSummary,
} from '../../payment-links/index.ts';
import { useMemberVisit, useTexts } from '../frame/context.tsx';
import { apiColumns, metadataColumns } from '../frame/csv.ts';
import { listOf } from '../frame/list.tsx';
import { listMetadataKeys } from '../movements/repository.ts';
import { paths, pathTo } from '../request/paths.ts';
import { MEMBERS } from '../request/route.ts';
import { LinkState, mayMakeLinks } from './parts.tsx';
import { LINKS } from './texts.ts';

/** What a search shows at most. */
const MOST_FOUND = 100;

const MAX_SEARCH_LENGTH = 200;

/** Of the export. */
const COLUMNS = apiColumns<PaymentLinkSummary>(viewLinkSummary, [
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
]);

/** The payment links, with filters and a search. */
export const showLinks = listOf({
  path: paths.links.list,
  access: MEMBERS,
  name: 'panel_links',
  filters: (given) => {
    const { search: label, searchHint: hint } = LINKS[given.language].list;
    return {
      text: given.words({ name: 'q', label, hint, maxlength: MAX_SEARCH_LENGTH }),
      status: given.passedOn('status', LINK_STATUSES),
      ...given.days('included'),
    };
  },
  limit: ({ text }) => (text === undefined ? undefined : MOST_FOUND),
  read: async (on, { text, afterId: afterCode, ...query }) => {
    if (text === undefined)
      return listLinks(on, { ...query, afterCode, currency: undefined, terms: undefined });
    // A search has no further pages.
    return afterCode === undefined ? searchLinks(on, { ...query, text }) : [];
  },
  idOf: ({ code }) => code,
  file: {
    path: paths.links.csv,
    name: 'payment-links',
    columns: (_visit, metadataKeys) => ({
      ...COLUMNS,
      ...metadataColumns<PaymentLinkSummary>(metadataKeys, ({ metadata }) => metadata),
    }),
  },
  show: async (visit, { rows, next, filters, isFiltered }, { db }) => {
    const texts = LINKS[visit.language];
    const { list } = texts;
    const [counts, metadataKeys] = await Promise.all([
      countLinks(db.read, { accountId: visit.accountId }),
      listMetadataKeys(db.read, visit.accountId),
    ]);
    const isSearch = filters.text !== undefined;
    return {
      title: texts.title,
      action: mayMakeLinks(visit) ? { href: pathTo(visit, paths.links.new), text: list.create } : undefined,
      notices: texts.notices,
      above: (
        <States
          chosen={filters.status}
          counts={new Map(counts.map(({ status, count }) => [status, count]))}
        />
      ),
      metadataKeys,
      rows,
      next: isSearch ? null : next,
      columns: [
        {
          heading: list.description,
          subject: ({ code, description, reference }) => ({
            href: pathTo(visit, paths.links.link, { code }),
            title: description,
            detail: [reference, code].filter((part) => part !== null).join(' · '),
          }),
        },
        { heading: list.status, cell: ({ status }) => <LinkState status={status} /> },
        { heading: list.paidWith, cell: ({ paidWithMethod }) => paidWithMethod },
        { heading: list.created, moment: ({ createdAt }) => createdAt },
        { heading: list.amount, amount: ({ amount, currency }) => [amount, currency] },
      ],
      none: isFiltered ? list.noneFound : list.none,
      below: isSearch && next !== null && <p class="muted">{list.moreFound(rows.length)}</p>,
    };
  },
});

/** A filter for each status, with the number of links in it. */
function States(props: {
  chosen: LinkStatus | undefined;
  counts: ReadonlyMap<LinkStatus, number>;
}): JSX.Element {
  const { chosen, counts } = props;
  const visit = useMemberVisit();
  const texts = useTexts(LINKS);
  const numbers = new Intl.NumberFormat(visit.language);
  const given = Object.fromEntries(
    ['q', 'from', 'until'].map((name) => [name, visit.query(name) || undefined]),
  );
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return (
    <Chips
      label={texts.list.byState}
      of={[undefined, ...LINK_STATUSES].map((status) => ({
        href: withQuery(pathTo(visit, paths.links.list), { ...given, status }),
        isCurrent: status === chosen,
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
