import type { JSX } from 'preact';
import type { Collected } from '../../ledger/index.ts';
import { formatAmount, money, ZERO, type Money } from '../../lib/money.ts';
import { formatDay, formatMoney, formatNumber } from '../../pages/index.ts';
import { Table } from '../frame/tables.tsx';
import type { MemberVisit } from '../request/route.ts';
import { OVERVIEW } from './texts.ts';

/** The size of a day and of the highest bar; the drawing is stretched to the width of the page. */
const DAY_WIDTH = 10;
const GAP = 1.5;
const HEIGHT = 100;

/** What was collected of one asset, on each of the days (like 2026-11-20). */
export function Plot(props: {
  visit: MemberVisit;
  asset: string;
  days: readonly string[];
  rows: readonly Collected[];
}): JSX.Element {
  const { visit, asset, days, rows } = props;
  const { language } = visit;
  const texts = OVERVIEW[language];
  const methods = [...new Set(rows.map(({ method }) => method))].sort();
  const totals = days.map((day) => ({ day, total: sum(rows.filter((row) => row.day === day)) }));
  const best = totals.reduce((most, one) => (one.total.gt(most.total) ? one : most));
  const format = (amount: Money): string => formatMoney(language, formatAmount(amount), asset);
  const payments = rows.reduce((count, row) => count + row.payments, 0);
  const summary = texts.summary(
    format(sum(rows)),
    payments,
    formatDay(language, best.day),
    format(best.total),
  );
  return (
    <figure class="plot">
      <figcaption>
        <strong>{asset}</strong> {summary}
      </figcaption>
      <p class="axis">{format(best.total)}</p>
      <svg
        viewBox={`0 0 ${days.length * DAY_WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${asset}: ${summary}`}
      >
        {days.map((day, index) => (
          <Bar
            rows={rows.filter((row) => row.day === day)}
            methods={methods}
            x={index * DAY_WIDTH + GAP}
            most={best.total}
            titleOf={({ method, amount }) =>
              `${formatDay(language, day)} · ${method}: ${formatMoney(language, amount, asset)}`
            }
          />
        ))}
      </svg>
      <p class="axis">
        <span>{formatDay(language, days[0] ?? '')}</span>
        <span>{formatDay(language, days.at(-1) ?? '')}</span>
      </p>
      <ul class="legend">
        {methods.map((method, index) => (
          <li>
            <svg viewBox="0 0 10 10" aria-hidden="true">
              <rect width="10" height="10" data-series={index + 1} />
            </svg>
            {method}
          </li>
        ))}
      </ul>
      <details>
        <summary>{texts.table}</summary>
        <Table
          label={`${texts.collected}: ${asset}`}
          headings={[texts.day, ...methods.map((method) => ({ number: method })), { number: texts.total }]}
        >
          {totals
            .filter(({ total }) => !total.isZero())
            .map(({ day, total }) => (
              <tr>
                <th scope="row">{formatDay(language, day)}</th>
                {methods.map((method) => (
                  <td class="number amount">
                    {numberOf(visit, sum(rows.filter((row) => row.day === day && row.method === method)))}
                  </td>
                ))}
                <td class="number amount">{numberOf(visit, total)}</td>
              </tr>
            ))}
        </Table>
      </details>
    </figure>
  );
}

/** The methods of one day, one on top of the other. */
function Bar(props: {
  rows: readonly Collected[];
  methods: readonly string[];
  x: number;
  most: Money;
  titleOf: (row: Collected) => string;
}): JSX.Element {
  let below = ZERO;
  return (
    <>
      {props.rows.map((row) => {
        below = below.plus(money(row.amount));
        const scaled = (amount: Money): string => amount.times(HEIGHT).div(props.most).toFixed(2);
        return (
          <rect
            x={props.x}
            y={money(String(HEIGHT)).minus(scaled(below)).toFixed(2)}
            width={DAY_WIDTH - 2 * GAP}
            height={scaled(money(row.amount))}
            data-series={props.methods.indexOf(row.method) + 1}
          >
            <title>{props.titleOf(row)}</title>
          </rect>
        );
      })}
    </>
  );
}

function sum(rows: readonly Collected[]): Money {
  return rows.reduce((total, { amount }) => total.plus(money(amount)), ZERO);
}

function numberOf({ language }: MemberVisit, amount: Money): string {
  return amount.isZero() ? '' : formatNumber(language, formatAmount(amount));
}
