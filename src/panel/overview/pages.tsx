import type { JSX } from 'preact';
import type { BalanceRow, CollectedRow, MovementRow } from '../../ledger/index.ts';
import { money } from '../../lib/money.ts';
import { formatNumber } from '../../pages/index.ts';
import { FRAME } from '../frame/texts.ts';
import { Moment, Outcome } from '../frame/parts.tsx';
import { Amount, Table } from '../frame/tables.tsx';
import { isTechnical, pathTo, type MemberVisit, type Page, type UserVisit } from '../request/route.ts';
import { READERS } from '../request/readers.ts';
import { areShown, FirstSteps } from './first-steps.tsx';
import { Plot } from './plot.tsx';
import { MOST_COUNTED, type FirstStepsRow, type WaitingRow } from './repository.ts';
import { OVERVIEW } from './texts.ts';

export interface Overview {
  balances: readonly BalanceRow[];
  waiting: WaitingRow;
  /** The days of the plot, oldest first. */
  days: readonly string[];
  collected: readonly CollectedRow[];
  latest: readonly MovementRow[];
  steps: FirstStepsRow;
  isTest: boolean;
}

export function overviewPage(visit: MemberVisit, overview: Overview): Page {
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

function Balances({ visit, balances }: { visit: MemberVisit; balances: readonly BalanceRow[] }): JSX.Element {
  const texts = OVERVIEW[visit.language];
  return (
    <ul class="balances">
      {balances.map(({ asset, available, pending }) => (
        <li>
          <a href={pathTo(visit, `movements?asset=${asset}`)} aria-label={texts.movementsOf(asset)}>
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
    { count: waiting.unmatchedDeposits, text: texts.unmatchedDeposits, href: 'deposits' },
    {
      count: waiting.withdrawals,
      text: texts.withdrawals,
      href: READERS.includes(role) ? 'withdrawals' : undefined,
    },
    { count: waiting.refunds, text: texts.refunds, href: 'refunds' },
    { count: waiting.conversions, text: texts.conversions, href: 'conversions' },
    {
      count: waiting.failingEndpoints,
      text: texts.failingEndpoints,
      href: isTechnical(visit) ? 'webhooks' : undefined,
    },
    { count: waiting.expiringLinks, text: texts.expiringLinks, href: 'links?status=active' },
  ].filter(({ count }) => count > 0);
  if (items.length === 0) return <p>{texts.nothingWaits}</p>;
  return (
    <ul>
      {items.map(({ count, text, href }) => {
        const words = text(count < MOST_COUNTED ? String(count) : `${MOST_COUNTED}+`);
        return <li>{href === undefined ? words : <a href={pathTo(visit, href)}>{words}</a>}</li>;
      })}
    </ul>
  );
}

function Latest({ visit, latest }: { visit: MemberVisit; latest: readonly MovementRow[] }): JSX.Element {
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
            <td class="code">
              <a href={pathTo(visit, `links/${row.paymentLinkCode}`)}>{row.paymentLinkCode}</a>
            </td>
          </tr>
        ))}
      </Table>
      <p>
        <a href={pathTo(visit, 'movements')}>{texts.allMovements}</a>
      </p>
    </>
  );
}

/** The choice between the accounts of a user. */
export function accountsPage({ language, memberships }: UserVisit): Page {
  const texts = OVERVIEW[language];
  return {
    title: texts.accounts,
    body:
      memberships.length === 0 ? (
        <p>{texts.noAccount}</p>
      ) : (
        <ul>
          {memberships.map(({ accountId, accountName, role }) => (
            <li>
              <a href={`/panel/accounts/${accountId}`} dir="auto">
                {accountName}
              </a>{' '}
              <span class="muted">{FRAME[language].roles[role]}</span>
            </li>
          ))}
        </ul>
      ),
  };
}
