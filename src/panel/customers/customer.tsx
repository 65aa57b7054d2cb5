import type { JSX } from 'preact';
import { recordAction } from '../../audit-log/index.ts';
import { changeCustomer, deleteCustomer, getCustomer } from '../../customers/index.ts';
import { withQuery } from '../../pages/index.ts';
import {
  customerTerm,
  type Owed,
  listLinks,
  type PaymentLinkSummary,
  readOwed,
} from '../../payment-links/index.ts';
import { actionOf, formOf } from '../frame/action.tsx';
import { useMemberVisit, useTexts } from '../frame/context.tsx';
import { detailOf } from '../frame/detail.tsx';
import { Copyable, Moment } from '../frame/parts.tsx';
import { Rows } from '../frame/rows.tsx';
import { linkColumns } from '../links/list.tsx';
import { LINK_MAKERS, mayMakeLinks } from '../links/parts.tsx';
import { readStandings, type StandingOf } from '../links/standing.ts';
import { pageOf } from '../request/area.ts';
import { objectPages, paths, pathTo } from '../request/paths.ts';
import { MEMBERS } from '../request/route.ts';
import { CustomerFields, FIELDS, OwedAmounts, PROBLEM_PLACES } from './parts.tsx';
import { CUSTOMERS } from './texts.ts';

export const editCustomer = formOf({
  path: paths.customers.edit,
  access: LINK_MAKERS,
  freshProof: false,
  texts: CUSTOMERS,
  page: paths.customers.edit,
  fields: FIELDS,
  places: PROBLEM_PLACES,
  act: async (trx, visit, _services, { tax_id: taxId, ...entered }) => {
    const { accountId, actor } = visit;
    const id = visit.param('customer');
    await changeCustomer(trx, accountId, id, { ...entered, taxId, metadata: undefined });
    await recordAction(trx, accountId, actor, { action: 'customer.changed', subject: id });
  },
  flash: 'changed',
  to: (visit) => objectPages.customer(visit, visit.param('customer')),
});

export const removeCustomer = actionOf({
  path: paths.customers.delete,
  access: LINK_MAKERS,
  freshProof: false,
  texts: CUSTOMERS,
  page: paths.customers.customer,
  act: async (trx, visit) => {
    const { accountId, actor } = visit;
    const id = visit.param('customer');
    await deleteCustomer(trx, accountId, id);
    await recordAction(trx, accountId, actor, { action: 'customer.deleted', subject: id });
  },
  flash: 'deleted',
  to: paths.customers.list,
});

/** The links that a customer's page lists. */
const NEWEST = {
  status: undefined,
  currency: undefined,
  createdAfter: undefined,
  createdBefore: undefined,
  afterTime: undefined,
  afterCode: undefined,
  limit: 10,
} as const;

/** The page of one customer, with the amounts that they owe, their newest links, and their details. */
export const showCustomer = pageOf(paths.customers.customer, MEMBERS, async (visit, { db }) => {
  const { accountId } = visit;
  const customer = await getCustomer(db.read, accountId, visit.param('customer'));
  const { id } = customer;
  const [owed, links] = await Promise.all([
    readOwed(db.read, accountId, [id]),
    listLinks(db.read, { accountId, ...NEWEST, terms: [customerTerm(id)] }),
  ]);
  const standingOf = await readStandings(db.read, accountId, links);
  const texts = CUSTOMERS[visit.language];
  const own = { customer: id };
  return {
    ...detailOf({
      title: customer.name,
      back: { href: pathTo(visit, paths.customers.list), label: texts.title },
      outcomes: texts,
      headline: <Owes of={owed.get(id) ?? []} />,
      facts: [
        [texts.email, customer.email],
        [texts.taxId, customer.taxId],
        [texts.reference, customer.reference && <span dir="auto">{customer.reference}</span>],
        [texts.language, customer.language && texts.languages[customer.language]],
        [texts.created, <Moment at={customer.createdAt} exact />],
        ['ID', <Copyable text={id} />],
      ],
      children: (
        <>
          <p class="row">
            <a href={pathTo(visit, paths.customers.statement, own)}>{texts.statement}</a>
            {mayMakeLinks(visit) && (
              <>
                <a href={withQuery(pathTo(visit, paths.links.new), { customer: id })}>{texts.createLink}</a>
                <a href={pathTo(visit, paths.customers.edit, own)}>{texts.edit}</a>
              </>
            )}
          </p>
          <Links customerId={id} links={links} standingOf={standingOf} />
          {mayMakeLinks(visit) && (
            <removeCustomer.Section of={own} folded title={texts.remove} hint={texts.removeHint} />
          )}
        </>
      ),
    }),
  };
});

function Owes({ of: owed }: { of: readonly Owed[] }): JSX.Element {
  const texts = useTexts(CUSTOMERS);
  if (owed.length === 0) return <strong>{texts.owesNothing}</strong>;
  const links = owed.reduce((sum, { count }) => sum + count, 0);
  return (
    <>
      <span>{texts.owes}</span>
      <strong>
        <OwedAmounts of={owed} />
      </strong>
      <span class="muted">{texts.openLinks(links)}</span>
    </>
  );
}

function Links(props: {
  customerId: string;
  links: readonly PaymentLinkSummary[];
  standingOf: StandingOf;
}): JSX.Element {
  const visit = useMemberVisit();
  const { customerId: customer, links, standingOf } = props;
  const texts = useTexts(CUSTOMERS);
  return (
    <>
      <h2>{texts.links}</h2>
      {links.length === 0 ? (
        <p>{texts.noLinks}</p>
      ) : (
        <>
          <Rows label={texts.links} of={links} columns={linkColumns(visit, standingOf)} />
          <p>
            <a href={pathTo(visit, paths.customers.links, { customer })}>{texts.allLinks}</a>
          </p>
        </>
      )}
    </>
  );
}

/** The page with a customer's fields. */
export const showEditCustomer = pageOf(paths.customers.edit, LINK_MAKERS, async (visit, { db }) => {
  const customer = await getCustomer(db.read, visit.accountId, visit.param('customer'));
  const texts = CUSTOMERS[visit.language];
  const own = { customer: customer.id };
  return {
    title: texts.editTitle(customer.name),
    back: { href: pathTo(visit, paths.customers.customer, own), label: customer.name },
    body: (
      <editCustomer.Form of={own} class="narrow">
        {(field) => (
          <>
            <CustomerFields field={field} of={customer} />
            <button type="submit">{texts.save}</button>
          </>
        )}
      </editCustomer.Form>
    ),
  };
});
