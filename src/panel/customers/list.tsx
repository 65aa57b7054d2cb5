import { type CustomerFilters, listCustomers, viewCustomer } from '../../customers/index.ts';
import { readOwed } from '../../payment-links/index.ts';
import { apiColumns } from '../frame/csv.ts';
import { listOf } from '../frame/list.tsx';
import { mayMakeLinks } from '../links/parts.tsx';
import { paths, pathTo } from '../request/paths.ts';
import { MEMBERS, WRITERS } from '../request/route.ts';
import { OwedAmounts } from './parts.tsx';
import { CUSTOMERS } from './texts.ts';

const MAX_SEARCH_LENGTH = 200;

/** The customers, with a search. */
export const showCustomers = listOf({
  path: paths.customers.list,
  access: MEMBERS,
  name: 'panel_customers',
  views: { save: paths.customers.saveView, remove: paths.customers.removeView, access: WRITERS },
  filters: (given): CustomerFilters => {
    const { search: label, searchHint: hint } = CUSTOMERS[given.language];
    return {
      text: given.words({ name: 'q', label, hint, maxlength: MAX_SEARCH_LENGTH }),
      email: undefined,
      reference: undefined,
      taxId: undefined,
      ...given.days('included'),
    };
  },
  read: listCustomers,
  idOf: ({ id }) => id,
  file: {
    path: paths.customers.csv,
    name: 'customers',
    ofColumns: {
      '': ['id', 'name', 'email', 'reference', 'language', 'updated_at'],
      tax_id: ['tax_id'],
      created_at: ['created_at'],
    },
    columns: () =>
      apiColumns(viewCustomer, [
        'created_at',
        'id',
        'name',
        'email',
        'tax_id',
        'reference',
        'language',
        'updated_at',
      ]),
  },
  show: async (visit, { rows, next, isFiltered }, { db }) => {
    const texts = CUSTOMERS[visit.language];
    const owed = await readOwed(
      db.read,
      visit.accountId,
      rows.map(({ id }) => id),
    );
    return {
      title: texts.title,
      action: mayMakeLinks(visit)
        ? { href: pathTo(visit, paths.customers.new), text: texts.create }
        : undefined,
      flashMessages: texts.flashMessages,
      above: <p>{texts.intro}</p>,
      rows,
      next,
      columns: [
        {
          heading: texts.name,
          subject: ({ id, name, email, reference }) => ({
            href: pathTo(visit, paths.customers.customer, { customer: id }),
            title: name,
            detail: [email, reference].filter((part) => part !== null).join(' · '),
          }),
        },
        { key: 'tax_id', heading: texts.taxId, cell: ({ taxId }) => taxId },
        { key: 'created_at', heading: texts.created, moment: ({ createdAt }) => createdAt },
        { heading: texts.owes, number: ({ id }) => <OwedAmounts of={owed.get(id) ?? []} /> },
      ],
      none: isFiltered ? texts.noneFound : texts.none,
    };
  },
});
