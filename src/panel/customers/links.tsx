import { getCustomer } from '../../customers/index.ts';
import { customerTerm, listLinks, sumLinks } from '../../payment-links/index.ts';
import type { PageRange } from '../../lib/cursor.ts';
import { listOf } from '../frame/list.tsx';
import { totalsOf } from '../frame/totals.tsx';
import { LINK_FILE, linkColumns } from '../links/list.tsx';
import { LINK_STANDINGS, readStandings } from '../links/standing.ts';
import { LINKS } from '../links/texts.ts';
import { paths, pathTo } from '../request/paths.ts';
import { MEMBERS } from '../request/route.ts';
import { CUSTOMERS } from './texts.ts';

/** A partly paid link is listed with its status in the API. */
const STATUSES = LINK_STANDINGS.filter((standing) => standing !== 'partly_paid');

interface Filters {
  status: (typeof STATUSES)[number] | undefined;
  currency: undefined;
  terms: readonly string[];
  createdAfter: Date | undefined;
  createdBefore: Date | undefined;
}

/** All links of a customer, with their sums. */
export const showLinksOfCustomer = listOf({
  path: paths.customers.links,
  access: MEMBERS,
  name: 'panel_customer_links',
  subject: (visit, { db }) => getCustomer(db.read, visit.accountId, visit.param('customer')),
  filters: (given, _visit, _services, { id }): Filters => ({
    status: given.choice(
      'status',
      LINKS[given.language].list.status,
      STATUSES,
      LINKS[given.language].statuses,
    ),
    currency: undefined,
    terms: [customerTerm(id)],
    ...given.days('included'),
  }),
  read: (on, { afterId: afterCode, ...query }) => listLinks(on, { ...query, afterCode }),
  idOf: ({ code }) => code,
  totals: totalsOf({
    read: (on, { afterId: afterCode, ...query }: Filters & PageRange & { accountId: string }) =>
      sumLinks(on, { ...query, afterCode }),
    nameOf: ({ currency }) => currency,
    columns: ({ language }) => [
      { heading: LINKS[language].list.amount, amount: ({ amount, currency }) => [amount, currency] },
    ],
  }),
  file: { path: paths.customers.linksCsv, name: 'customer-links', ...LINK_FILE },
  show: async (visit, { rows, next, subject: { id, name } }, { db }) => {
    const texts = CUSTOMERS[visit.language];
    return {
      title: texts.linksOf(name),
      back: { href: pathTo(visit, paths.customers.customer, { customer: id }), label: name },
      rows,
      next,
      columns: linkColumns(visit, await readStandings(db.read, visit.accountId, rows)),
      none: texts.noLinks,
    };
  },
});
