import type { JSX } from 'preact';
import type { Queryable } from '../../db/index.ts';
import type { PageRange } from '../../lib/cursor.ts';
import { formatCount } from '../../pages/index.ts';
import type { MemberVisit } from '../request/route.ts';
import { useMemberVisit, useTexts } from './context.tsx';
import { type Column, Rows } from './rows.tsx';
import { FRAME } from './texts.ts';

/** The limit of rows that are summed below a list, newest first, so that a long list stays quick. */
const MOST_SUMMED = 10_000;

/** The sums of some rows, such as those of one asset, and how many rows these are. */
interface Sum {
  count: number;
}

interface Declared<Q, S extends Sum> {
  /** Sums the newest rows in the database, up to the limit. */
  read: (on: Queryable, query: Q) => Promise<S[]>;
  /** The asset, or what else it is the sum of. */
  nameOf: (sum: S) => string;
  columns: (visit: MemberVisit) => readonly Column<S>[];
}

/** Reads the totals of a list by its query (`Q`). */
export type ListTotals<Q> = (on: Queryable, query: Q) => Promise<JSX.Element>;

/** The range that a list's totals are of. */
export const SUMMED: PageRange = { afterTime: undefined, afterId: undefined, limit: MOST_SUMMED };

/** Declares the sums below a list's first page, of all that its filters select. */
export function totalsOf<Q, S extends Sum>(declared: Declared<Q, S>): ListTotals<Q> {
  return async (on, query) => <Totals of={await declared.read(on, query)} {...declared} />;
}

function Totals<S extends Sum>(
  props: { of: readonly S[] } & Pick<Declared<never, S>, 'nameOf' | 'columns'>,
): JSX.Element | null {
  const { of, nameOf, columns } = props;
  const visit = useMemberVisit();
  const texts = useTexts(FRAME).totals;
  if (of.length === 0) return null;
  const isCut = of.reduce((rows, { count }) => rows + count, 0) >= MOST_SUMMED;
  return (
    <section>
      <h2>{texts.title}</h2>
      {isCut && <p class="muted">{texts.newestOnly(formatCount(MOST_SUMMED))}</p>}
      <Rows
        label={texts.title}
        of={of}
        columns={[
          { heading: texts.asset, name: nameOf },
          { heading: texts.count, number: ({ count }) => formatCount(count) },
          ...columns(visit),
        ]}
      />
    </section>
  );
}
