import type { JSX } from 'preact';
import {
  type Balance,
  type Collected,
  findBalances,
  listCollected,
  listMovements,
  type Movement,
} from '../../ledger/index.ts';
import { money } from '../../lib/money.ts';
import { formatNumber, withQuery } from '../../pages/index.ts';
import { Moment, Outcome } from '../frame/parts.tsx';
import { Amount, Table } from '../frame/tables.tsx';
import { paymentLink } from '../frame/trace.tsx';
import { paths, pathTo } from '../request/paths.ts';
import { READERS } from '../request/readers.ts';
import { isTechnical, MEMBERS, type MemberVisit, type Page, type Route } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { areShown, FirstSteps } from './first-steps.tsx';
import { Plot } from './plot.tsx';
import {
  countWaiting,
  type FirstStepsRow,
  MOST_COUNTED,
  readFirstSteps,
  type WaitingRow,
} from './repository.ts';
import { OVERVIEW } from './texts.ts';

const DAYS_PLOTTED = 30;
const PAYMENTS_SHOWN = 5;
const A_DAY_MS = 24 * 3600_000;

interface Overview {
  balances: readonly Balance[];
  waiting: WaitingRow;
  /** The days of the plot, oldest first. */
  days: readonly string[];
  collected: readonly Collected[];
  latest: readonly Movement[];
  steps: FirstStepsRow;
  isTest: boolean;
}

/** The first page of an account. */
export function showOverview({ db, isTest }: PanelServices): Route[] {
  return [
    {
      method: 'get',
      path: paths.overview.page,
      access: MEMBERS,
      handle: async (visit) => {
        const { accountId } = visit;
        const latest = {
          accountId,
          type: 'payment',
          asset: undefined,
          createdAfter: undefined,
          createdBefore: undefined,
          paymentLinkCode: undefined,
          afterTime: undefined,
          afterId: undefined,
          limit: PAYMENTS_SHOWN,
        };
        // Each reads few rows, however much the account has.
        const [{ asOf, balances }, waiting, collected, payments, steps] = await Promise.all([
          findBalances(db.read, accountId),
          countWaiting(db.read, accountId),
          listCollected(db.read, { accountId, days: DAYS_PLOTTED }),
          listMovements(db.read, latest),
          readFirstSteps(db.read, accountId),
        ]);
        const days = lastDays(asOf, DAYS_PLOTTED);
        return {
          page: overviewPage(visit, { balances, waiting, days, collected, latest: payments, steps, isTest }),
        };
      },
    },
  ];
}

/** Days in UTC, like 2026-11-20, oldest first; the last one is the day of `now`. */
function lastDays(now: Date, count: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    new Date(now.getTime() - (count - 1 - index) * A_DAY_MS).toISOString().slice(0, 10),
  );
}

function overviewPage(visit: MemberVisit, overview: Overview): Page {
  const texts = OVERVIEW[visit.language];
  const { balances, days, collected, latest, steps, isTest } = overview;
  const assets = [...new Set(collected.map(({ asset }) => asset))].sort();
  return {
    title: texts.title,
    body: (
      <>
        <Outcome visit={visit} notices={texts.notices} />
        {areShown(visit, steps) && <FirstSteps visit={visit} steps={steps} isTest={isTest} />}
        <h2>{texts.balances}</h2>
        {balances.length === 0 ? <p>{texts.noBalances}</p> : <Balances visit={visit} balances={balances} />}
        <h2>{texts.waiting}</h2>
        <Waiting visit={visit} waiting={overview.waiting} />
        <h2>{texts.collected}</h2>
        {assets.length === 0 ? (
          <p>{texts.nothingCollected}</p>
        ) : (
          <>
            <p class="muted">{texts.collectedHint}</p>
            {assets.map((asset) => (
              <Plot
                visit={visit}
                asset={asset}
                days={days}
                rows={collected.filter((row) => row.asset === asset)}
              />
            ))}
          </>
        )}
        <h2>{texts.latest}</h2>
        {latest.length === 0 ? <p>{texts.noPayments}</p> : <Latest visit={visit} latest={latest} />}
      </>
    ),
  };
}

function Balances({ visit, balances }: { visit: MemberVisit; balances: readonly Balance[] }): JSX.Element {
  const texts = OVERVIEW[visit.language];
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
          <p class="amount">{formatNumber(visit.language, available)}</p>
          <p class="muted">{texts.available}</p>
          {!money(pending).isZero() && (
            <p class="muted">
              {formatNumber(visit.language, pending)} {texts.pending}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

function Waiting({ visit, waiting }: { visit: MemberVisit; waiting: WaitingRow }): JSX.Element {
  const texts = OVERVIEW[visit.language];
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
  if (items.length === 0) return <p>{texts.nothingWaits}</p>;
  return (
    <ul>
      {items.map(({ count, text, href }) => {
        const words = text(count < MOST_COUNTED ? String(count) : `${MOST_COUNTED}+`);
        return <li>{href === undefined ? words : <a href={href}>{words}</a>}</li>;
      })}
    </ul>
  );
}

function Latest({ visit, latest }: { visit: MemberVisit; latest: readonly Movement[] }): JSX.Element {
  const texts = OVERVIEW[visit.language];
  return (
    <>
      <Table label={texts.latest} headings={[texts.when, { number: texts.amount }, texts.link]}>
        {latest.map((row) => (
          <tr>
            <td>
              <Moment visit={visit} at={row.createdAt} />
            </td>
            <td class="number">
              <Amount visit={visit} of={row.amount} asset={row.asset} />
            </td>
            <td class="code">{paymentLink(visit, row.paymentLinkCode)}</td>
          </tr>
        ))}
      </Table>
      <p>
        <a href={pathTo(visit, paths.movements.list)}>{texts.allMovements}</a>
      </p>
    </>
  );
}
