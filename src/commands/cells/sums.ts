import type { BetweenCells, Reconciliation, Solvency } from '../../audit/index.ts';
import { formatExact, money, ZERO, type Money } from '../../lib/money.ts';
import { InvalidUsage } from '../frame/index.ts';
import { resultOf } from './each.ts';
import type { RunInCell } from './in-cell.ts';
import { listCells } from './known-cells.ts';

/** Processes in parallel; limited, because each loads the whole program. */
const MAX_AT_ONCE = 4;

interface Read<Result> {
  cell: number;
  result: Result;
}

interface Unread {
  cell: number;
  error: string;
}

/** One asset in one cell, or in all. */
interface Position {
  owed: Money;
  held: Money;
}

/**
 * The holdings and debts of all cells per asset (D39), with each cell's part. An asset is covered if the sum is; a cell
 * that is short while another has a surplus is shown. `ok` only if every cell and every place of it could be read.
 */
export async function sumSolvency(runInCell: RunInCell): Promise<object> {
  const { read, unread } = await readAll<Solvency>(runInCell, ['solvency']);
  const places = read.flatMap(({ cell, result }) => result.errors.map((error) => ({ cell, ...error })));
  const isWhole = unread.length === 0 && places.length === 0;
  const names = [...new Set(read.flatMap(({ result }) => result.assets.map(({ asset }) => asset)))].sort();
  const assets = names.map((asset) => {
    const parts = read.flatMap(({ cell, result }) =>
      result.assets
        .filter((one) => one.asset === asset)
        .map(({ owed, held, cover }) => ({ cell, cover, owed: money(owed), held: money(held) })),
    );
    const sum = parts.reduce<Position>(
      ({ owed, held }, part) => ({ owed: owed.plus(part.owed), held: held.plus(part.held) }),
      { owed: ZERO, held: ZERO },
    );
    const isCovered = sum.held.gte(sum.owed);
    return {
      asset,
      cover: isCovered ? 'covered' : isWhole ? 'short' : 'unknown',
      ...figuresOf(sum),
      cells: parts.map(({ cell, cover, ...part }) => ({ cell, cover, ...figuresOf(part) })),
    };
  });
  return {
    ok: isWhole && assets.every(({ cover }) => cover === 'covered'),
    assets,
    errors: [...unread, ...places],
  };
}

function figuresOf({ owed, held }: Position): { owed: string; held: string; surplus: string } {
  return { owed: formatExact(owed), held: formatExact(held), surplus: formatExact(held.minus(owed)) };
}

export interface PeriodOptions {
  from: Date;
  to: Date;
}

/** The output of a cell's `reconcile`. */
type CellReconciliation = Reconciliation & { between_cells?: BetweenCells[] };

/**
 * Per provider, the matched lines of all cells' statements (D10), and the differences with their cells; and per pair of
 * cells, the holdings for each other (D74).
 */
export async function sumReconciliations(runInCell: RunInCell, { from, to }: PeriodOptions): Promise<object> {
  if (from >= to) throw new InvalidUsage('--from must be before --to.');
  const period = ['--from', from.toISOString(), '--to', to.toISOString()];
  const readOnce = () => readAll<CellReconciliation>(runInCell, ['reconcile', ...period]);
  const { read, unread } = await readOnce();
  let between = compareCells(read);
  // The cells are read in turn, so a movement between two readings does not count as a difference.
  if (between.some(({ ok }) => !ok)) between = compareCells((await readOnce()).read);
  const all = read.flatMap(({ cell, result }) => result.providers.map((one) => ({ ...one, cell })));
  const names = [...new Set(all.map(({ provider }) => provider))].sort();
  const providers = names.map((provider) => {
    const parts = all.filter((one) => one.provider === provider);
    return {
      provider,
      ok: parts.every(({ ok }) => ok),
      matched: parts.reduce((sum, { matched }) => sum + matched, 0),
      differences: parts.flatMap(({ cell, differences }) => differences.map((one) => ({ cell, ...one }))),
    };
  });
  return {
    // A cell's own verdict also covers facts that are no statement line, such as an unordered transaction on chain.
    ok: unread.length === 0 && read.every(({ result }) => result.ok) && between.every(({ ok }) => ok),
    from: from.toISOString(),
    to: to.toISOString(),
    providers,
    between_cells: between,
    cells: read.map(({ cell, result }) => ({ cell, ok: result.ok })),
    errors: unread,
  };
}

/** The holdings of two cells for each other in an asset. */
interface Pair {
  cells: [one: number, other: number];
  asset: string;
  /** Whether one owes the amount that the other is owed, apart from deposits that may be on their way. */
  ok: boolean;
  /** The debt of each to the other by its own books; negative if it is owed. */
  books: { cell: number; owed: string }[];
  /** Deposits that one has handed on and the other may not have booked yet. */
  on_its_way: string;
}

function compareCells(read: readonly Read<CellReconciliation>[]): Pair[] {
  const pairs = read.flatMap(({ cell: one }) =>
    read.flatMap(({ cell: other }): [number, number][] => (one < other ? [[one, other]] : [])),
  );
  return pairs.flatMap(([one, other]) => {
    const sideOf = (cell: number, theirs: number): BetweenCells[] => {
      const result = read.find((side) => side.cell === cell)?.result;
      return result?.between_cells?.filter((line) => line.cell === theirs) ?? [];
    };
    const sides = [sideOf(one, other), sideOf(other, one)] as const;
    const assets = [...new Set(sides.flat().map(({ asset }) => asset))].sort();
    return assets.map((asset) => comparePair([one, other], asset, sides));
  });
}

function comparePair(
  [one, other]: Pair['cells'],
  asset: string,
  [ofOne, ofOther]: readonly [BetweenCells[], BetweenCells[]],
): Pair {
  const sum = (lines: readonly BetweenCells[], what: (line: BetweenCells) => Money): Money =>
    lines.filter((line) => line.asset === asset).reduce((total, line) => total.plus(what(line)), ZERO);
  const owed = [ofOne, ofOther].map((lines) => sum(lines, (line) => money(line.owed)));
  const onItsWay = sum([...ofOne, ...ofOther], ({ sent, told }) => money(sent).plus(money(told)));
  // Deposits on their way may have been booked without this cell's knowledge.
  const difference = owed.reduce((total, amount) => total.plus(amount), ZERO);
  return {
    cells: [one, other],
    asset,
    ok: difference.gte(0) && difference.lte(onItsWay),
    books: [one, other].map((cell, at) => ({ cell, owed: formatExact(owed[at] ?? ZERO) })),
    on_its_way: formatExact(onItsWay),
  };
}

/** The results of a command in all cells, a few at once, in the order of the cells. */
async function readAll<Result extends { ok: boolean }>(
  runInCell: RunInCell,
  args: readonly string[],
): Promise<{ read: Read<Result>[]; unread: Unread[] }> {
  const cells = listCells(process.env);
  const results = new Map<number, object>();
  const waiting = cells.values();
  const work = async (): Promise<void> => {
    for (const { cell } of waiting) results.set(cell, resultOf(await runInCell(cell, [...args, '--json'])));
  };
  await Promise.all(Array.from({ length: MAX_AT_ONCE }, work));
  const read: Read<Result>[] = [];
  const unread: Unread[] = [];
  for (const { cell } of cells) {
    const result = results.get(cell) ?? {};
    if ('ok' in result) read.push({ cell, result: result as Result });
    else unread.push({ cell, error: messageOf(result) });
  }
  return { read, unread };
}

function messageOf(result: { error?: { message?: string } }): string {
  return result.error?.message ?? 'It printed no result.';
}
