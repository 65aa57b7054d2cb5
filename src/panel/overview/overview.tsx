import type { JSX } from 'preact';
import type { Queryable } from '../../db/index.ts';
import { type DepositRecord, listDepositRecords } from '../../deposits/index.ts';
import { type Estimate, estimateTotal } from '../../fx/index.ts';
import {
  type Balance,
  findBalances,
  findHeld,
  type HeldMoney,
  listHeldMoney,
  listSpans,
  startOf,
} from '../../ledger/index.ts';
import { formatAmount, money } from '../../lib/money.ts';
import { dayOf } from '../../lib/time-zone.ts';
import { Empty, formatMoney, formatQuantity, withQuery } from '../../pages/index.ts';
import type { LinkName } from '../../payment-links/index.ts';
import { useMemberVisit, useTexts } from '../frame/context.tsx';
import { Moment, Outcome } from '../frame/parts.tsx';
import { readLinkNames, referenceOf } from '../frame/trace.tsx';
import { DepositState } from '../deposits/state.tsx';
import { mayMakeLinks } from '../links/parts.tsx';
import { readFilters } from '../request/filters.ts';
import { Rows } from '../frame/rows.tsx';
import { pageOf } from '../request/area.ts';
import { objectPages, paths, pathTo } from '../request/paths.ts';
import { isTechnical, MEMBERS, type MemberVisit, type Page, READERS } from '../request/route.ts';
import { areShown, FirstSteps } from './first-steps.tsx';
import { FlowChart, type Flows } from './flows.tsx';
import { HeldCard } from './held.tsx';
import { DIRECTIONS, type FlowChoice, RANGES, stretchesOf } from './period.ts';
import {
  countOutcomes,
  countWaiting,
  type FirstStepsRow,
  MOST_COUNTED,
  readFirstSteps,
  type WaitingRow,
} from './repository.ts';
import { OVERVIEW } from './texts.ts';

const PAYMENTS_SHOWN = 5;

interface Overview {
  balances: readonly Balance[];
  /** The estimate of all balances. Undefined without a base currency or balances. */
  estimate: Estimate | undefined;
  /** The money held from unmatched deposits. */
  held: readonly HeldMoney[];
  waiting: WaitingRow;
  /** Undefined as long as nothing has moved. */
  flows: Flows | undefined;
  latest: readonly DepositRecord[];
  names: ReadonlyMap<string, LinkName>;
  steps: FirstStepsRow;
  isTest: boolean;
}

/** The first page of an account. */
export const showOverview = pageOf(paths.overview.page, MEMBERS, async (visit, { db, isTest }) => {
  const { accountId } = visit;
  const payments = {
    accountId,
    status: undefined,
    asset: undefined,
    method: undefined,
    paymentLinkCode: undefined,
    amount: undefined,
    createdAfter: undefined,
    createdBefore: undefined,
    afterTime: undefined,
    afterId: undefined,
    limit: PAYMENTS_SHOWN,
  };
  // Each reads few rows, however much the account has.
  const [{ balances }, held, waiting, moved, latest, steps] = await Promise.all([
    findBalances(db.read, accountId),
    listHeldMoney(db.read, { accountId }),
    countWaiting(db.read, accountId),
    findHeld(db.read, accountId),
    listDepositRecords(db.read, payments),
    readFirstSteps(db.read, accountId),
  ]);
  const [names, estimate] = await Promise.all([
    readLinkNames(db.read, accountId, latest),
    estimateOf(db.read, visit, balances),
  ]);
  const choice = choiceOf(visit, moved.assets, names.get(latest[0]?.paymentLinkCode ?? '')?.currency);
  const flows = choice && (await readFlows(db.read, visit, choice, moved.assets));
  return {
    page: overviewPage(visit, { balances, estimate, held, waiting, flows, latest, names, steps, isTest }),
  };
});

/** From the query; without one, the currency of the link that was paid last. */
function choiceOf(
  visit: MemberVisit,
  assets: readonly string[],
  latest: string | undefined,
): FlowChoice | undefined {
  const given = readFilters(visit);
  const asset = given.choice('asset', assets) ?? assets.find((one) => one === latest) ?? assets[0];
  if (asset === undefined) return undefined;
  return {
    asset,
    range: given.choice('range', RANGES) ?? '30d',
    show: given.choice('show', DIRECTIONS) ?? 'in',
  };
}

async function readFlows(
  on: Queryable,
  { accountId, timeZone, now: at }: MemberVisit,
  choice: FlowChoice,
  assets: readonly string[],
): Promise<Flows> {
  const { asset } = choice;
  const today = dayOf(timeZone, at);
  const { now, before } = stretchesOf(choice.range, today);
  const from = now[0]?.from ?? today;
  const until = now.at(-1)?.until ?? today;
  const bounds = [...[...before, ...now].map((stretch) => stretch.from), until];
  const [rows, links] = await Promise.all([
    listSpans(on, { accountId, asset, timeZone, bounds }),
    countOutcomes(on, {
      accountId,
      asset,
      from: startOf(timeZone, from),
      until: startOf(timeZone, until),
    }),
  ]);
  return { choice, assets, today, rows, links };
}

async function estimateOf(
  on: Queryable,
  { membership: { baseCurrency } }: MemberVisit,
  balances: readonly Balance[],
): Promise<Estimate | undefined> {
  if (baseCurrency === null || balances.length === 0) return undefined;
  const amounts = balances.map(({ asset, available, pending }) => ({
    asset,
    amount: money(available).plus(pending),
  }));
  return estimateTotal(on, amounts, baseCurrency);
}

function overviewPage(visit: MemberVisit, overview: Overview): Page {
  const texts = OVERVIEW[visit.language];
  const { balances, estimate, flows, latest, names, steps, isTest } = overview;
  return {
    title: texts.title,
    action: mayMakeLinks(visit) ? (
      <a href={pathTo(visit, paths.links.new)} role="button">
        {texts.create}
      </a>
    ) : undefined,
    body: (
      <>
        <Outcome flashMessages={texts.flashMessages} />
        {areShown(visit, steps) && <FirstSteps steps={steps} isTest={isTest} />}
        <Waiting waiting={overview.waiting} />
        {balances.length === 0 ? (
          <p>{texts.noBalances}</p>
        ) : (
          <Balances balances={balances} first={estimate?.atPar ?? []} />
        )}
        {estimate && <Total estimate={estimate} />}
        <HeldCard held={overview.held} />
        {flows && <FlowChart flows={flows} />}
        <h2>{texts.latest}</h2>
        {latest.length === 0 ? <Empty>{texts.noPayments}</Empty> : <Latest latest={latest} names={names} />}
      </>
    ),
  };
}

/** By asset, those in the base currency first. */
function Balances(props: { balances: readonly Balance[]; first: readonly string[] }): JSX.Element {
  const visit = useMemberVisit();
  const texts = useTexts(OVERVIEW);
  const isFirst = ({ asset }: Balance) => Number(props.first.includes(asset));
  const balances = props.balances.toSorted((one, other) => isFirst(other) - isFirst(one));
  return (
    <ul class="balances">
      {balances.map(({ asset, available, pending }) => (
        <li>
          <a
            href={withQuery(pathTo(visit, paths.movements.list), { asset })}
            aria-label={texts.movementsOf(asset)}
          >
            {asset}
          </a>
          <p class="amount">{formatQuantity(visit.language, available, asset)}</p>
          <p class="muted">{texts.available}</p>
          {!money(pending).isZero() && (
            <p class="muted">
              {formatQuantity(visit.language, pending, asset)} {texts.pending}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

/** The sum of all balances in the base currency, and how reliable it is. */
function Total({ estimate }: { estimate: Estimate }): JSX.Element {
  const { language } = useMemberVisit();
  const texts = OVERVIEW[language];
  const { currency, total, ratesSetAt, notIncluded } = estimate;
  return (
    <p>
      <strong>{texts.totalAbout(formatMoney(language, formatAmount(total), currency))}</strong>{' '}
      <small class="muted">
        {texts.estimate}{' '}
        {ratesSetAt && (
          <>
            {texts.ratesOf} <Moment at={ratesSetAt} inSentence />.
          </>
        )}{' '}
        {notIncluded.length > 0 && texts.notIncluded(notIncluded.join(', '))}
      </small>
    </p>
  );
}

function Waiting({ waiting }: { waiting: WaitingRow }): JSX.Element {
  const visit = useMemberVisit();
  const texts = useTexts(OVERVIEW);
  const { role } = visit.membership;
  const items = [
    {
      count: waiting.unmatchedDeposits,
      text: texts.unmatchedDeposits,
      href: pathTo(visit, paths.deposits.list),
    },
    {
      count: waiting.withdrawals,
      text: texts.withdrawals,
      href: READERS.includes(role) ? pathTo(visit, paths.withdrawals.list) : undefined,
    },
    { count: waiting.refunds, text: texts.refunds, href: pathTo(visit, paths.refunds.list) },
    { count: waiting.conversions, text: texts.conversions, href: pathTo(visit, paths.conversions.list) },
    {
      count: waiting.failingEndpoints,
      text: texts.failingEndpoints,
      href: isTechnical(visit) ? pathTo(visit, paths.webhooks.list) : undefined,
    },
    {
      count: waiting.expiringLinks,
      text: texts.expiringLinks,
      href: withQuery(pathTo(visit, paths.links.list), { status: 'active' }),
    },
  ].filter(({ count }) => count > 0);
  if (items.length === 0) return <p class="muted">{texts.nothingWaits}</p>;
  return (
    <ul class="attention" aria-label={texts.waiting}>
      {items.map(({ count, text, href }) => {
        const words = text(count < MOST_COUNTED ? String(count) : `${MOST_COUNTED}+`);
        return <li>{href === undefined ? words : <a href={href}>{words}</a>}</li>;
      })}
    </ul>
  );
}

function Latest(props: { latest: readonly DepositRecord[]; names: Overview['names'] }): JSX.Element {
  const visit = useMemberVisit();
  const { latest, names } = props;
  const texts = useTexts(OVERVIEW);
  return (
    <>
      <Rows
        label={texts.latest}
        of={latest}
        columns={[
          {
            heading: texts.paidFor,
            subject: ({ id, paymentLinkCode: code }) => {
              const name = code === null ? undefined : names.get(code);
              return {
                href:
                  code === null ? objectPages.deposit(visit, id) : pathTo(visit, paths.links.link, { code }),
                title: name?.description ?? code ?? texts.depositWithoutLink,
                detail: referenceOf(code, name),
              };
            },
          },
          { heading: texts.payer, said: ({ payer }) => payer['name'] },
          { heading: texts.method, cell: ({ method }) => method },
          { heading: texts.status, cell: (deposit) => <DepositState deposit={deposit} /> },
          { heading: texts.when, moment: ({ createdAt }) => createdAt },
          {
            heading: texts.amount,
            amount: ({ exactAmount, amount, asset }) => [exactAmount ?? amount, asset],
          },
        ]}
      />
      <p>
        <a href={pathTo(visit, paths.deposits.list)}>{texts.allDeposits}</a>
      </p>
    </>
  );
}
