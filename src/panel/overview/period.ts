import { plusDays, plusMonths } from '../../lib/time-zone.ts';

export const RANGES = ['7d', '30d', '90d', '12m'] as const;
export type Range = (typeof RANGES)[number];

export const DIRECTIONS = ['in', 'out', 'fees'] as const;
export type Direction = (typeof DIRECTIONS)[number];

/** The period of the chart, as in the URL. */
export interface FlowChoice {
  asset: string;
  range: Range;
  show: Direction;
}

/** A column of the chart, with the days from `from` until before `until`, like 2026-11-20. */
export interface Stretch {
  from: string;
  until: string;
}

/** How many columns a range has, and how long each of them is. */
const COLUMNS: Readonly<Record<Range, { count: number; unit: 'day' | 'week' | 'month' }>> = {
  '7d': { count: 7, unit: 'day' },
  '30d': { count: 30, unit: 'day' },
  '90d': { count: 13, unit: 'week' },
  '12m': { count: 12, unit: 'month' },
};

/** The columns of a range that ends with today, and as many before it, both oldest first. */
export function stretchesOf(range: Range, today: string): { now: Stretch[]; before: Stretch[] } {
  const { count, unit } = COLUMNS[range];
  const ends = Array.from({ length: 2 * count + 1 }, (_, back) => back).map((back) => {
    if (unit === 'month') return `${plusMonths(today.slice(0, 7), 1 - back)}-01`;
    return plusDays(today, 1 - back * (unit === 'week' ? 7 : 1));
  });
  const all = ends.slice(1).map((from, index) => ({ from, until: ends[index] ?? from }));
  const oldestFirst = all.reverse();
  return { now: oldestFirst.slice(count), before: oldestFirst.slice(0, count) };
}
