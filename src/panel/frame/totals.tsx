import type { JSX } from 'preact';
import { formatAmount, money, type Money, ZERO } from '../../lib/money.ts';
import { formatCount } from '../../pages/index.ts';
import { useTexts } from './context.tsx';
import { type Column, Rows } from './rows.tsx';
import { FRAME } from './texts.ts';

/** More rows than these are not summed below a list. */
export const MOST_SUMMED = 1_000;

/** An amount of each row that is summed by its asset. */
export interface Summed<T> {
  heading: string;
  of: (row: T) => readonly [amount: string, asset: string];
}

/** The sums of a list by asset, one for each of its amounts. */
export interface Sums {
  headings: readonly string[];
  /** By asset, in alphabetical order. */
  byAsset: readonly (readonly [asset: string, sums: readonly Money[]])[];
  /** Whether only the newest rows are in it. */
  isCut: boolean;
}

export function sumUp<T>(rows: readonly T[], amounts: readonly Summed<T>[]): Sums {
  const byAsset = new Map<string, Money[]>();
  for (const row of rows.slice(0, MOST_SUMMED)) {
    amounts.forEach(({ of }, at) => {
      const [amount, asset] = of(row);
      const sums = byAsset.get(asset) ?? amounts.map(() => ZERO);
      sums[at] = (sums[at] ?? ZERO).plus(money(amount));
      byAsset.set(asset, sums);
    });
  }
  return {
    headings: amounts.map(({ heading }) => heading),
    byAsset: [...byAsset].sort(([one], [other]) => (one < other ? -1 : 1)),
    isCut: rows.length > MOST_SUMMED,
  };
}

export function Totals({ of }: { of: Sums }): JSX.Element | null {
  const texts = useTexts(FRAME).totals;
  if (of.byAsset.length === 0) return null;
  const amounts = of.headings.map((heading, at): Column<Sums['byAsset'][number]> => ({
    heading,
    amount: ([asset, sums]) => [formatAmount(sums[at] ?? ZERO), asset],
  }));
  return (
    <section>
      <h2>{texts.title}</h2>
      {of.isCut && <p class="muted">{texts.newestOnly(formatCount(MOST_SUMMED))}</p>}
      <Rows
        label={texts.title}
        of={of.byAsset}
        columns={[{ heading: texts.asset, name: ([asset]) => asset }, ...amounts]}
      />
    </section>
  );
}
