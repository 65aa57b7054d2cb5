import type { JSX } from 'preact';
import { money, type Money, ZERO } from '../../lib/money.ts';

/** A stretch of time, with its total. */
export interface ChartColumn {
  /** Below it; empty where there is no room for one. */
  label: string;
  /** Its time and amounts, in words. */
  title: string;
  /** From the bottom up; none below zero. `color` is that of `methodColor`. */
  parts: readonly { amount: Money; color: number }[];
  /** The same stretch of the period before. */
  before: Money;
}

/** Measures in percent of the drawing, which takes the width that there is; texts keep their size. */
const TOP = 5;
const BOTTOM = 88;
const BAR_SHARE = 0.72;
const GRIDLINES = 4;
/** The steps that people count in. */
const ROUND_STEPS = ['1', '2', '2.5', '5', '10'];

/**
 * Amounts over time, stacked, with the previous period as a dotted line. `summary` states the same for readers who
 * cannot see it; the panel's script shows a column's title below the chart when it is pointed at, or reached with the
 * arrow keys.
 */
export function Chart(props: {
  columns: readonly ChartColumn[];
  summary: string;
  /** A short form of an amount, for the axis. */
  short: (amount: Money) => string;
}): JSX.Element {
  const { columns, summary, short } = props;
  const totals = columns.map(({ parts }) => parts.reduce((sum, { amount }) => sum.plus(amount), ZERO));
  const most = [...totals, ...columns.map(({ before }) => before)].reduce(
    (one, other) => (other.gt(one) ? other : one),
    ZERO,
  );
  const step = stepFor(most);
  const y = (amount: Money): number => BOTTOM - (BOTTOM - TOP) * amount.div(step.times(GRIDLINES)).toNumber();
  const gridlines = Array.from({ length: GRIDLINES + 1 }, (_, line) => step.times(line));
  const width = 100 / columns.length;
  const middle = (index: number): string => percent((index + 0.5) * width);
  return (
    <div class="chart" tabIndex={0} role="group" aria-label={summary} data-chart="">
      <svg aria-hidden="true">
        {gridlines.map((amount) => (
          <text x="100%" y={percent(y(amount))} dy="0.3em" text-anchor="end">
            {short(amount)}
          </text>
        ))}
      </svg>
      <svg class="plot" role="img" aria-label={summary}>
        {gridlines.map((amount) => (
          <line x2="100%" y1={percent(y(amount))} y2={percent(y(amount))} />
        ))}
        {columns.map(({ label, title, parts }, index) => (
          <g data-title={title}>
            <title>{title}</title>
            <rect
              x={percent(index * width)}
              y={percent(TOP)}
              width={percent(width)}
              height={percent(BOTTOM - TOP)}
            />
            {stacked(parts).map(({ from, to, color }) => (
              <rect
                x={percent((index + (1 - BAR_SHARE) / 2) * width)}
                y={percent(y(to))}
                width={percent(width * BAR_SHARE)}
                height={percent(y(from) - y(to))}
                data-color={color}
              />
            ))}
            {label !== '' && (
              <text x={middle(index)} y="98%" text-anchor="middle">
                {label}
              </text>
            )}
          </g>
        ))}
        {columns.slice(1).map(({ before }, index) => (
          <line
            data-before=""
            x1={middle(index)}
            y1={percent(y(columns[index]?.before ?? ZERO))}
            x2={middle(index + 1)}
            y2={percent(y(before))}
          />
        ))}
      </svg>
      <p class="reading" aria-live="polite" />
    </div>
  );
}

/** A round distance between gridlines, so that they reach at least as high as the chart. */
function stepFor(most: Money): Money {
  if (most.isZero()) return money('1');
  const least = most.div(GRIDLINES);
  const magnitude = money('10').pow(least.e ?? 0);
  const round = ROUND_STEPS.map((step) => magnitude.times(step)).find((step) => step.gte(least));
  return round ?? magnitude.times(10);
}

function stacked(parts: ChartColumn['parts']): { from: Money; to: Money; color: number }[] {
  let from = ZERO;
  return parts.map(({ amount, color }) => {
    const part = { from, to: from.plus(amount), color };
    from = part.to;
    return part;
  });
}

function percent(share: number): string {
  return `${share.toFixed(2)}%`;
}
