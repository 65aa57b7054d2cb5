import type { JSX } from 'preact';
import {
  CUSTOMER_STATEMENTS,
  type CustomerStatement,
  draftStatementMail,
  type Period,
  readCustomerStatement,
  sendStatementMail,
  type StatementEntry,
  type StatementTotal,
  statementPdf,
} from '../../customer-statements/index.ts';
import { type Customer, getCustomer } from '../../customers/index.ts';
import { formatStored } from '../../lib/money.ts';
import { formatTimestamp } from '../../lib/timestamp.ts';
import { dayOf } from '../../lib/time-zone.ts';
import { formatDay, Refusal, withQuery } from '../../pages/index.ts';
import { actionOf } from '../frame/action.tsx';
import { useMemberVisit, useTexts } from '../frame/context.tsx';
import { type Columns, csvFile, withLocalTimes } from '../frame/csv.ts';
import { FilterBar } from '../frame/filter-bar.tsx';
import { Outcome } from '../frame/parts.tsx';
import { Rows } from '../frame/rows.tsx';
import { pageOf } from '../request/area.ts';
import { objectPages, paths, pathTo } from '../request/paths.ts';
import { reasonOf } from '../request/refusal.ts';
import { MEMBERS, MONEY, type MemberVisit, type Page } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { CUSTOMERS } from './texts.ts';

const COLUMNS: Columns<StatementEntry> = {
  created_at: ({ at }) => formatTimestamp(at),
  kind: ({ kind }) => kind,
  amount: ({ amount }) => formatStored(amount),
  asset: ({ asset }) => asset,
  payment_link_code: ({ linkCode }) => linkCode,
  status: ({ status }) => status,
  description: ({ description }) => description,
  reference: ({ reference }) => reference,
};

/** Mails the statement to the address that the page showed. */
export const mailStatement = actionOf({
  path: paths.customers.mailStatement,
  access: MONEY,
  freshProof: false,
  texts: {
    en: { ...CUSTOMERS.en, problems: CUSTOMERS.en.mailProblems },
    es: { ...CUSTOMERS.es, problems: CUSTOMERS.es.mailProblems },
  },
  page: paths.customers.statement,
  prepare: async (visit, { db, isTest }) => {
    const { accountId, membership, timeZone, language, actor, now } = visit;
    const period = { timeZone, from: visit.field('from'), until: visit.field('until') };
    const of = { accountId, accountName: membership.accountName, customerId: visit.param('customer') };
    const draft = await draftStatementMail(db.read, { ...of, period, language, isTest }, now);
    return async (trx) => {
      await sendStatementMail(trx, draft, { confirmedAddress: visit.field('address'), actor });
      return {};
    };
  },
  flash: 'mailed',
});

/** A customer's statement, on a page, as CSV and as PDF. */
export const showStatement = pageOf(paths.customers.statement, MEMBERS, async (visit, services) => {
  const customer = await getCustomer(services.db.read, visit.accountId, visit.param('customer'));
  const period = periodOf(visit);
  const texts = CUSTOMERS[visit.language];
  try {
    const statement = await readStatement(services, visit, period);
    return statementPage(visit, customer, <Statement of={statement} customer={customer} />);
  } catch (error) {
    const problem = texts.mailProblems[reasonOf(error, texts.mailProblems)];
    return statementPage(visit, customer, <Refusal>{problem}</Refusal>);
  }
});

export const downloadCsv = pageOf(paths.customers.statementCsv, MEMBERS, async (visit, services) => {
  const { id } = await getCustomer(services.db.read, visit.accountId, visit.param('customer'));
  const period = periodOf(visit);
  const { entries } = await readStatement(services, visit, period);
  const columns = withLocalTimes(visit.timeZone, COLUMNS);
  return csvFile(fileNameOf(id, period), columns, inOnePart(entries));
});

export const downloadPdf = pageOf(paths.customers.statementPdf, MEMBERS, async (visit, services) => {
  const { id, name } = await getCustomer(services.db.read, visit.accountId, visit.param('customer'));
  const { language, now } = visit;
  const period = periodOf(visit);
  const statement = await readStatement(services, visit, period);
  const parties = { accountName: visit.membership.accountName, customerName: name };
  const file = await statementPdf(statement, parties, { language, at: now });
  return { file: inOnePart(file), name: `${fileNameOf(id, period)}.pdf`, type: 'application/pdf' };
});

async function* inOnePart<T>(part: T): AsyncGenerator<T> {
  yield await Promise.resolve(part);
}

/** Without the customer's name, which may contain anything. */
function fileNameOf(customerId: string, { from, until }: Period): string {
  return `customer-${customerId.slice(-12)}-${from}-${until}`;
}

function readStatement(
  { db }: PanelServices,
  visit: MemberVisit,
  period: Period,
): Promise<CustomerStatement> {
  const { accountId } = visit;
  return readCustomerStatement(db.read, { accountId, customerId: visit.param('customer') }, period);
}

/** The days in the URL; without them, this month so far. */
function periodOf(visit: MemberVisit): Period {
  const { timeZone } = visit;
  const today = dayOf(timeZone, visit.now);
  return {
    timeZone,
    from: visit.query('from') ?? `${today.slice(0, 7)}-01`,
    until: visit.query('until') ?? today,
  };
}

function statementPage(visit: MemberVisit, customer: Customer, body: JSX.Element): Page {
  const texts = CUSTOMERS[visit.language];
  const own = { customer: customer.id };
  return {
    title: CUSTOMER_STATEMENTS[visit.language].statementOf(customer.name),
    back: { href: objectPages.customer(visit, customer.id), label: customer.name },
    body: (
      <>
        <Outcome flashMessages={texts.flashMessages} problems={texts.mailProblems} />
        <FilterBar action={pathTo(visit, paths.customers.statement, own)} fields={[{ kind: 'days' }]} />
        {body}
      </>
    ),
  };
}

function Statement(props: { of: CustomerStatement; customer: Customer }): JSX.Element {
  const visit = useMemberVisit();
  const { of: statement, customer } = props;
  const { period, totals, entries } = statement;
  const texts = useTexts(CUSTOMERS);
  const words = useTexts(CUSTOMER_STATEMENTS);
  const { from, until } = period;
  const file = (path: typeof paths.customers.statementCsv | typeof paths.customers.statementPdf): string =>
    withQuery(pathTo(visit, path, { customer: customer.id }), { from, until });
  const figure = (heading: string, of: 'asked' | 'paid' | 'refunded' | 'owed') =>
    ({ heading, amount: (total: StatementTotal) => [total[of], total.asset] as const }) as const;
  return (
    <>
      <p>{words.days(formatDay(visit.language, from), formatDay(visit.language, until))}</p>
      {totals.length > 0 && (
        <Rows
          label={words.totals}
          of={totals}
          columns={[
            { heading: words.asset, name: ({ asset }) => asset },
            figure(words.asked, 'asked'),
            figure(words.paid, 'paid'),
            figure(words.refunded, 'refunded'),
            figure(words.owed, 'owed'),
          ]}
        />
      )}
      <h2>{words.entries}</h2>
      {entries.length === 0 ? (
        <p>{words.none}</p>
      ) : (
        <Rows
          label={words.entries}
          of={entries}
          columns={[
            {
              heading: texts.description,
              subject: ({ linkCode, description, reference }) => ({
                href: objectPages.payment_link(visit, linkCode),
                title: description,
                detail: [reference, linkCode].filter((part) => part !== null).join(' · '),
              }),
            },
            {
              heading: words.entry,
              cell: ({ kind, status }) =>
                kind === 'request' ? `${words.kinds[kind]}, ${words.statuses[status]}` : words.kinds[kind],
            },
            { heading: texts.when, moment: ({ at }) => at },
            { heading: texts.amount, amount: ({ amount, asset }) => [amount, asset] },
          ]}
        />
      )}
      <p>
        {texts.download} <a href={file(paths.customers.statementPdf)}>PDF</a>{' '}
        <a href={file(paths.customers.statementCsv)}>CSV</a>
      </p>
      {MONEY.includes(visit.membership.role) && <Send customer={customer} period={period} />}
    </>
  );
}

/** The form that mails the statement, or why it cannot be mailed. */
function Send({ customer, period }: { customer: Customer; period: Period }): JSX.Element {
  const { sendsMail } = useMemberVisit();
  const texts = useTexts(CUSTOMERS);
  const { id, email } = customer;
  if (!sendsMail || email === null) return <p class="muted">{texts.noAddress}</p>;
  return (
    <mailStatement.Section
      of={{ customer: id }}
      title={texts.send}
      hint={texts.sendHint(email)}
      button={texts.sendTo(email)}
    >
      <input type="hidden" name="from" value={period.from} />
      <input type="hidden" name="until" value={period.until} />
      <input type="hidden" name="address" value={email} />
    </mailStatement.Section>
  );
}
