import type { JSX } from 'preact';
import { money } from '../../lib/money.ts';
import {
  Chart,
  Chips,
  Empty,
  Facts,
  Field,
  methodColor,
  Refusal,
  Select,
  Status,
  Subject,
  Table,
} from '../../pages/index.ts';
import { useMemberVisit, useTexts } from '../frame/context.tsx';
import { Amount, Moment } from '../frame/parts.tsx';
import { Detail } from '../frame/detail.tsx';
import { FilterBar } from '../frame/filter-bar.tsx';
import { paths, pathTo } from '../request/paths.ts';
import { MEMBERS, type MemberVisit, type Page, type Route } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { COMPONENTS } from './texts.ts';

const METHODS = ['SPEI', 'USDC', 'MXNB', 'BREB', 'WIRE', 'USDT'] as const;
const TONES = ['good', 'busy', 'waiting', 'bad', 'quiet'] as const;
const EXAMPLE_TIME = new Date('2026-01-05T16:56:00Z');
const WEEK = ['600', '250', '900', '400', '1050', '700', '300'];

/** All components on one page, to see what a change of one does to all; in the test environment only. */
export function componentRoutes({ isTest }: Pick<PanelServices, 'isTest'>): Route[] {
  if (!isTest) return [];
  return [
    {
      method: 'get',
      path: paths.components,
      access: MEMBERS,
      handle: (visit) => Promise.resolve({ page: componentsPage(visit) }),
    },
  ];
}

function componentsPage(visit: MemberVisit): Page {
  const texts = COMPONENTS[visit.language];
  return {
    title: texts.title,
    back: { href: pathTo(visit, paths.overview.page), label: visit.membership.accountName },
    action: (
      <a href={pathTo(visit, paths.components)} role="button">
        {texts.main}
      </a>
    ),
    body: (
      <>
        <p class="muted">{texts.why}</p>
        <Colors />
        <h2>{texts.states}</h2>
        <p class="row">
          {TONES.map((tone) => (
            <Status tone={tone}>{texts.tones[tone]}</Status>
          ))}
        </p>
        <h2>{texts.buttons}</h2>
        <p class="row">
          <button type="button">{texts.main}</button>
          <button type="button" class="secondary">
            {texts.cancel}
          </button>
          <button type="button" class="plain">
            {texts.link}
          </button>
        </p>
        <Lists />
        <PlainTable />
        <ExampleDetail />
        <h2>{texts.messages}</h2>
        <p class="flash">{texts.done}</p>
        <Refusal>{texts.wrong}</Refusal>
        <Empty>{texts.empty}</Empty>
        <h2>{texts.form}</h2>
        <form class="narrow" method="get" action={pathTo(visit, paths.components)}>
          <Field name="email" type="email" label={texts.email} hint={texts.emailHint} />
          <Field name="amount" label={texts.amount} value="12.5.0" error={texts.notAnAmount} />
          <Select name="status" label={texts.status} value="paid" options={[['paid', texts.paid]]} />
          <button type="submit">{texts.main}</button>
        </form>
        <Week />
      </>
    ),
  };
}

function Colors(): JSX.Element {
  const texts = useTexts(COMPONENTS);
  return (
    <>
      <h2>{texts.colors}</h2>
      <ul class="legend">
        {METHODS.map((method) => (
          <li>
            <svg viewBox="0 0 10 10" aria-hidden="true">
              <rect width="10" height="10" rx="2" data-color={methodColor(method)} />
            </svg>
            {method}
          </li>
        ))}
      </ul>
    </>
  );
}

function Lists(): JSX.Element {
  const visit = useMemberVisit();
  const texts = useTexts(COMPONENTS);
  const here = pathTo(visit, paths.components);
  return (
    <>
      <h2>{texts.choices}</h2>
      <Chips
        label={texts.choices}
        of={[
          { href: here, isCurrent: true, children: texts.all },
          { href: `${here}?status=paid`, isCurrent: false, children: texts.paid },
        ]}
      />
      <FilterBar
        action={here}
        fields={[
          { kind: 'choice', name: 'status', label: texts.status, options: [['paid', texts.paid]] },
          { kind: 'days' },
        ]}
      />
      <h2>{texts.list}</h2>
      <Table
        label={texts.list}
        as="records"
        headings={[texts.paidFor, texts.status, texts.when, { number: texts.amount }]}
      >
        <tr>
          <Subject href={here} detail="ORD-1042">
            {texts.example}
          </Subject>
          <td>
            <Status tone="good">{texts.paid}</Status>
          </td>
          <td>
            <Moment at={EXAMPLE_TIME} />
          </td>
          <td class="number">
            <Amount of="640" asset="MXNB" signed />
          </td>
        </tr>
      </Table>
    </>
  );
}

function PlainTable(): JSX.Element {
  const texts = useTexts(COMPONENTS);
  return (
    <>
      <h2>{texts.table}</h2>
      <Table label={texts.table} headings={[texts.name, texts.scopes, texts.when]}>
        <tr>
          <th scope="row">{texts.example}</th>
          <td>
            <code>links:read</code>
          </td>
          <td>
            <Moment at={EXAMPLE_TIME} />
          </td>
        </tr>
      </Table>
    </>
  );
}

function ExampleDetail(): JSX.Element {
  const texts = useTexts(COMPONENTS);
  return (
    <>
      <h2>{texts.facts}</h2>
      <Detail
        headline={
          <>
            <strong>
              <Amount of="640" asset="MXNB" />
            </strong>{' '}
            <Status tone="good">{texts.paid}</Status>
          </>
        }
        facts={
          <Facts
            of={[
              [texts.reference, 'ORD-1042'],
              [texts.amount, <Amount of="640" asset="MXNB" />],
            ]}
          />
        }
      >
        <p>{texts.example}</p>
      </Detail>
    </>
  );
}

function Week(): JSX.Element {
  const texts = useTexts(COMPONENTS);
  return (
    <>
      <h2>{texts.chart}</h2>
      <figure>
        <Chart
          columns={WEEK.map((amount, index) => ({
            label: String(index + 1),
            title: `${index + 1}: ${amount}.00 MXNB`,
            parts: [
              { amount: money(amount).times('0.75'), color: methodColor('SPEI') },
              { amount: money(amount).times('0.25'), color: methodColor('USDC') },
            ],
            before: money(WEEK.at(-1 - index) ?? '0'),
          }))}
          summary={texts.chartSummary}
          short={(amount) => amount.toFixed(0)}
        />
      </figure>
    </>
  );
}
