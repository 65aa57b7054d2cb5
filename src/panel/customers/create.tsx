import { recordAction } from '../../audit-log/index.ts';
import { createCustomer } from '../../customers/index.ts';
import { formOf } from '../frame/action.tsx';
import { LINK_MAKERS } from '../links/parts.tsx';
import { pageOf } from '../request/area.ts';
import { objectPages, paths, pathTo } from '../request/paths.ts';
import { CustomerFields, FIELDS, PROBLEM_PLACES } from './parts.tsx';
import { CUSTOMERS } from './texts.ts';

/** The audit log names a customer by the id alone, because it keeps what is written there for good. */
export const addCustomer = formOf({
  path: paths.customers.new,
  access: LINK_MAKERS,
  freshProof: false,
  once: true,
  texts: CUSTOMERS,
  page: paths.customers.new,
  fields: FIELDS,
  places: PROBLEM_PLACES,
  act: async (trx, { accountId, actor }, _services, { tax_id: taxId, ...entered }) => {
    const { id } = await createCustomer(trx, accountId, { ...entered, taxId, metadata: {} });
    await recordAction(trx, accountId, actor, { action: 'customer.created', subject: id });
    return { id };
  },
  flash: 'created',
  to: (visit, { id }) => objectPages.customer(visit, id),
});

/** The page for a new customer. */
export const showNewCustomer = pageOf(paths.customers.new, LINK_MAKERS, (visit) => {
  const texts = CUSTOMERS[visit.language];
  return Promise.resolve({
    title: texts.create,
    back: { href: pathTo(visit, paths.customers.list), label: texts.title },
    body: (
      <addCustomer.Form class="narrow">
        {(field) => (
          <>
            <CustomerFields field={field} />
            <button type="submit">{texts.createButton}</button>
          </>
        )}
      </addCustomer.Form>
    ),
  });
});
