import type { JSX } from 'preact';
import type { SpanTotal } from '../../ledger/index.ts';
import { formatAmount, money, type Money, ZERO } from '../../lib/money.ts';
import { plusDays } from '../../lib/time-zone.ts';
import {
  Chart,
  type ChartColumn,
  Chips,
  formatDay,
  formatMoney,
  formatMonth,
  formatQuantity,
  formatShare,
  formatShort,
  formatShortDay,
  formatShortMonth,
  methodColor,
  Table,
  withQuery,
} from '../../pages/index.ts';
import { useMemberVisit, useTexts } from '../frame/context.tsx';
import { typeText } from '../movements/texts.ts';
import { paths, pathTo } from '../request/paths.ts';
import type { MemberVisit } from '../request/route.ts';
import {
  type Direction,
  DIRECTIONS,
  type FlowChoice,
  RANGES,
  type Range,
  type Stretch,
  stretchesOf,
} from './period.ts';
import type { LinkOutcomes } from './repository.ts';
import { OVERVIEW } from './texts.ts';

/** Conversions are in neither, because they move an account's own money from one of its balances to another. */
const TYPES: Readonly<Record<Direction, readonly string[]>> = {
  in: ['payment', 'deposit'],
  out: ['withdrawal', 'refund', 'reversal'],
  fees: ['fee'],
};
const TYPE_COLORS: readonly string[] = ['withdrawal', 'refund', 'reversal'];

export interface Flows {
  choice: FlowChoice;
  assets: readonly string[];
  today: string;
  /** The totals of the range and of the one before it. */
  rows: readonly SpanTotal[];
  links: LinkOutcomes;
}

/** Money in and out by day and method, beside the period before. */
export function FlowChart({ flows }: { flows: Flows }): JSX.Element {
  const visit = useMemberVisit();
  const { choice, today, rows } = flows;
  const texts = useTexts(OVERVIEW);
  const { now, before } = stretchesOf(choice.range, today);
  const shown = seriesOf(visit, choice.show, rows);
  const columns = now.map((stretch, index) => columnOf(visit, choice, shown, stretch, before[index], index));
  const total = sumOf(shown.flatMap(({ rows }) => within(rows, now)));
  return (
    <section aria-labelledby="flows">
      <Choices flows={flows} />
      <ul class="tiles">
        {DIRECTIONS.map((show) => (
          <li>
            <a
              href={flowsAt(visit, choice, { show })}
              aria-current={show === choice.show ? 'true' : undefined}
            >
              {texts.directions[show]}
              <Compared flows={flows} show={show} now={now} before={before} />
            </a>
          </li>
        ))}
      </ul>
      <figure>
        <Chart
          columns={columns}
          summary={texts.chart(
            texts.directions[choice.show],
            formatMoney(visit.language, formatAmount(total), choice.asset),
            texts.ranges[choice.range],
          )}
          short={(amount) => formatShort(visit.language, formatAmount(amount))}
        />
        <Legend asset={choice.asset} shown={shown} stretches={now} total={total} />
        <FlowTable choice={choice} shown={shown} stretches={now} />
      </figure>
      <Outcomes flows={flows} />
    </section>
  );
}

function flowsAt(visit: MemberVisit, choice: FlowChoice, change: Partial<FlowChoice>): string {
  return withQuery(pathTo(visit, paths.overview.page), { ...choice, ...change });
}

/** The balance and the period that are shown, and the others to choose. */
function Choices({ flows: { choice, assets } }: { flows: Flows }): JSX.Element {
  const visit = useMemberVisit();
  const texts = useTexts(OVERVIEW);
  return (
    <div class="chart-head">
      <h2 id="flows">{texts.flows}</h2>
      {assets.length > 1 && (
        <Chips
          label={texts.balance}
          of={assets.map((asset) => ({
            href: flowsAt(visit, choice, { asset }),
            isCurrent: asset === choice.asset,
            children: asset,
          }))}
        />
      )}
      <Chips
        label={texts.period}
        of={RANGES.map((range) => ({
          href: flowsAt(visit, choice, { range }),
          isCurrent: range === choice.range,
          children: texts.ranges[range],
        }))}
      />
    </div>
  );
}

/** The sum of each colour, and its share of the total. */
function Legend(props: {
  asset: string;
  shown: readonly Series[];
  stretches: readonly Stretch[];
  total: Money;
}): JSX.Element {
  const { language } = useMemberVisit();
  const { asset, shown, stretches, total } = props;
  const texts = useTexts(OVERVIEW);
  return (
    <ul class="legend">
      {shown.map(({ name, color, rows }) => {
        const part = sumOf(within(rows, stretches));
        return (
          <li>
            <svg viewBox="0 0 10 10" aria-hidden="true">
              <rect width="10" height="10" rx="2" data-color={color} />
            </svg>
            {name}{' '}
            <span class="muted">
              {total.isZero() ? '' : `${formatShare(language, part.div(total))} · `}
              {formatQuantity(language, formatAmount(part), asset)}
            </span>
          </li>
        );
      })}
      <li class="muted">{texts.dotted}</li>
    </ul>
  );
}

/** The meaning of one colour, which is a method or, for money out, a type. */
interface Series {
  name: string;
  color: number;
  rows: readonly SpanTotal[];
}

function seriesOf(visit: MemberVisit, show: Direction, rows: readonly SpanTotal[]): Series[] {
  const shown = rows.filter(({ type }) => TYPES[show].includes(type));
  const nameOf = (row: SpanTotal): string => (show === 'out' ? row.type : row.method);
  const names = [...new Set(shown.map(nameOf))].sort();
  return names.map((name) => ({
    name: show === 'out' ? typeText(visit.language, name) : name || OVERVIEW[visit.language].noMethod,
    color: show === 'out' ? TYPE_COLORS.indexOf(name) + 1 : methodColor(name),
    // Money out is stored as negative amounts, and the chart shows their size.
    rows: shown
      .filter((row) => nameOf(row) === name)
      .map((row) => ({ ...row, amount: show === 'in' ? row.amount : money(row.amount).negated().toFixed() })),
  }));
}

function columnOf(
  visit: MemberVisit,
  { asset, range }: FlowChoice,
  series: readonly Series[],
  stretch: Stretch,
  before: Stretch | undefined,
  index: number,
): ChartColumn {
  const { language } = visit;
  const amounts = series.map(({ name, color, rows }) => ({
    name,
    color,
    // A day may take back more than it paid; a bar has no place for less than nothing.
    amount: atLeastZero(sumOf(within(rows, [stretch]))),
  }));
  const total = formatMoney(language, formatAmount(sum(amounts.map(({ amount }) => amount))), asset);
  const each = amounts
    .filter(({ amount }) => !amount.isZero())
    .map(({ name, amount }) => `${name} ${formatQuantity(language, formatAmount(amount), asset)}`);
  const when = nameOf(visit, range, stretch);
  return {
    label: axisLabel(visit, range, stretch, index),
    title: each.length > 1 ? `${when}: ${total} (${each.join(', ')})` : `${when}: ${total}`,
    parts: amounts,
    before: before ? atLeastZero(sumOf(series.flatMap(({ rows }) => within(rows, [before])))) : ZERO,
  };
}

/** One for each week, so that they have room on a phone. */
function axisLabel({ language }: MemberVisit, range: Range, { from }: Stretch, index: number): string {
  switch (range) {
    case '7d':
      return formatShortDay(language, from);
    case '30d':
      return index % 7 === 3 ? formatShortDay(language, from) : '';
    case '90d':
      return index % 4 === 2 ? formatShortDay(language, from) : '';
    case '12m':
      return index % 2 === 1 ? formatShortMonth(language, from.slice(0, 7)) : '';
  }
}

function nameOf({ language }: MemberVisit, range: Range, { from, until }: Stretch): string {
  if (range === '12m') return formatMonth(language, from.slice(0, 7));
  if (range !== '90d') return formatDay(language, from);
  return `${formatShortDay(language, from)} – ${formatDay(language, plusDays(until, -1))}`;
}

/** A sum of the period, and how it compares with the one before. */
function Compared(props: {
  flows: Flows;
  show: Direction;
  now: readonly Stretch[];
  before: readonly Stretch[];
}): JSX.Element {
  const visit = useMemberVisit();
  const { flows, show, now, before } = props;
  const texts = useTexts(OVERVIEW);
  const rows = seriesOf(visit, show, flows.rows).flatMap((series) => series.rows);
  const [is, was] = [sumOf(within(rows, now)), sumOf(within(rows, before))];
  const change = was.isZero() ? undefined : is.minus(was).div(was.abs());
  return (
    <>
      <strong>{formatMoney(visit.language, formatAmount(is), flows.choice.asset)}</strong>
      <small class="muted">
        {change === undefined
          ? texts.noneBefore
          : `${change.isNegative() ? '▼' : '▲'} ${formatShare(visit.language, change.abs())} ${texts.thanBefore}`}
      </small>
    </>
  );
}

/** The chart's figures as a table, for people who cannot see the chart. */
function FlowTable(props: {
  choice: FlowChoice;
  shown: readonly Series[];
  stretches: readonly Stretch[];
}): JSX.Element {
  const visit = useMemberVisit();
  const { choice, shown, stretches } = props;
  const texts = useTexts(OVERVIEW);
  const cell = (amount: Money): string =>
    amount.isZero() ? '' : formatQuantity(visit.language, formatAmount(amount), choice.asset);
  const rows = stretches
    .map((stretch) => ({
      stretch,
      sums: shown.map(({ rows }) => sumOf(within(rows, [stretch]))),
    }))
    .filter(({ sums }) => sums.some((amount) => !amount.isZero()));
  return (
    <details>
      <summary>{texts.table}</summary>
      <Table
        label={`${texts.directions[choice.show]}: ${choice.asset}`}
        headings={[texts.day, ...shown.map(({ name }) => ({ number: name })), { number: texts.total }]}
      >
        {rows.map(({ stretch, sums }) => (
          <tr>
            <th scope="row">{nameOf(visit, choice.range, stretch)}</th>
            {sums.map((amount) => (
              <td class="number amount">{cell(amount)}</td>
            ))}
            <td class="number amount">{cell(sum(sums))}</td>
          </tr>
        ))}
      </Table>
    </details>
  );
}

const OUTCOMES = ['paid', 'open', 'expired', 'cancelled'] as const;
const OUTCOME_COLORS: Readonly<Record<(typeof OUTCOMES)[number], number>> = {
  paid: 3,
  open: 1,
  expired: 2,
  cancelled: 0,
};

/** The states of the links that were created in the period, and how many payments did not fit theirs. */
function Outcomes({ flows: { choice, links } }: { flows: Flows }): JSX.Element | null {
  const visit = useMemberVisit();
  const texts = useTexts(OVERVIEW);
  const all = OUTCOMES.reduce((count, name) => count + links[name], 0);
  if (all === 0) return null;
  const share = (count: number, of: number): string =>
    formatShare(visit.language, money(String(count)).div(of));
  const stretches = OUTCOMES.map((name, index) => ({
    name,
    from: OUTCOMES.slice(0, index).reduce((count, earlier) => count + links[earlier], 0) / all,
    width: links[name] / all,
  }));
  return (
    <>
      <h3>{texts.linksOf(texts.ranges[choice.range], choice.asset)}</h3>
      <svg class="shares" aria-hidden="true">
        {stretches.map(({ name, from, width }) => (
          <rect
            x={`${(from * 100).toFixed(2)}%`}
            width={`${(width * 100).toFixed(2)}%`}
            height="100%"
            data-color={OUTCOME_COLORS[name]}
          />
        ))}
      </svg>
      <ul class="legend">
        {OUTCOMES.map((name) => (
          <li>
            <svg viewBox="0 0 10 10" aria-hidden="true">
              <rect width="10" height="10" rx="2" data-color={OUTCOME_COLORS[name]} />
            </svg>
            {texts.outcomes[name]}{' '}
            <span class="muted">
              {share(links[name], all)} · {links[name]}
            </span>
          </li>
        ))}
        {links.payments > 0 && (
          <li class="muted">{texts.misfits(share(links.misfits, links.payments), links.misfits)}</li>
        )}
      </ul>
      {links.isCut && <p class="muted">{texts.cut}</p>}
    </>
  );
}

/** The rows of these stretches, which follow each other. */
function within(rows: readonly SpanTotal[], stretches: readonly Stretch[]): SpanTotal[] {
  const from = stretches[0]?.from ?? '';
  const until = stretches.at(-1)?.until ?? '';
  return rows.filter(({ day }) => day >= from && day < until);
}

function sumOf(rows: readonly SpanTotal[]): Money {
  return sum(rows.map(({ amount }) => money(amount)));
}

function sum(amounts: readonly Money[]): Money {
  return amounts.reduce((total, amount) => total.plus(amount), ZERO);
}

function atLeastZero(amount: Money): Money {
  return amount.isNegative() ? ZERO : amount;
}
