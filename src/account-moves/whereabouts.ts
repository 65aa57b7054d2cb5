import type { Queryable } from '../db/index.ts';
import { listKept, listTraces, type Trace } from './repository.ts';

/** A cell that reports which accounts have moved to it or away. */
export interface Witness {
  cell: number;
  read: Queryable;
}

/** One cell's record of an account. */
export type Sighting = Omit<Trace, 'accountId'> & { cell: number };

/** The location of an account according to all cells. */
export interface Whereabouts {
  accountId: string;
  /** The last move that any cell knows of; undefined if there is none. */
  lastMove: string | undefined;
  /** The cell in which it works, or will once its move is completed; undefined when it works in none. */
  cell: number | undefined;
  /** Cells in which it still works as before its last move. */
  staleIn: number[];
  /**
   * If the account works in no cell, the cell that it left by its last move, which has kept its data, and the one that
   * lost it.
   */
  keptBy: { cell: number; lostBy: number } | undefined;
}

/**
 * The locations of all accounts that any of these cells knows to have moved. An account is where its last move has
 * brought it, and only there, because a database that was restored knows earlier moves only. Leaves out accounts that
 * depend on a cell that was not asked.
 */
export async function findWhereabouts(witnesses: readonly Witness[]): Promise<Whereabouts[]> {
  const answers = await Promise.all(
    witnesses.map(async ({ cell, read }) => ({ cell, read, traces: await listTraces(read) })),
  );
  const ids = [...new Set(answers.flatMap(({ traces }) => traces.map(({ accountId }) => accountId)))].sort();
  const seen = new Map(ids.map((id) => [id, [] as Sighting[]]));
  for (const { cell, read, traces } of answers) {
    const known = new Map(traces.map((trace) => [trace.accountId, trace]));
    const unmoved = await listKept(read, { ids: ids.filter((id) => !known.has(id)) });
    const kept = unmoved.map(({ accountId }) => ({ ...NEVER_MOVED, accountId }));
    for (const { accountId, ...trace } of [...traces, ...kept]) seen.get(accountId)?.push({ ...trace, cell });
  }
  const cells = witnesses.map(({ cell }) => cell);
  return ids.flatMap((id) => locate(id, seen.get(id) ?? [], cells) ?? []);
}

const NEVER_MOVED = {
  ...{ isKept: true, state: null, id: null, other: null, isCopied: false, arrivedBy: null },
} satisfies Omit<Trace, 'accountId'>;

/** Ids of moves grow with time. Undefined when it depends on a cell that was not asked. */
export function locate(
  accountId: string,
  sightings: readonly Sighting[],
  cells: readonly number[],
): Whereabouts | undefined {
  const lastMove = sightings.flatMap(listMoves).sort().at(-1);
  const working = sightings.filter(({ isKept, state }) => isKept && (state === null || WORKS.has(state)));
  const here = working.find(({ arrivedBy }) => lastMove === undefined || arrivedBy === lastMove);
  const leaver = sightings.find(({ state, id }) => state === 'gone' && id === lastMove);
  const stale = working.filter((one) => one !== here).map(({ cell }) => cell);
  const found = { accountId, lastMove, staleIn: stale, keptBy: undefined };
  if (here) return { ...found, cell: here.cell };
  if (!leaver || leaver.other === null || !cells.includes(leaver.other)) return undefined;
  const target = sightings.find(({ cell }) => cell === leaver.other);
  const isOnItsWay = target?.state === 'arriving' && target.id === lastMove && target.isCopied;
  if (isOnItsWay) return { ...found, cell: target.cell };
  return { ...found, cell: undefined, keptBy: { cell: leaver.cell, lostBy: leaver.other } };
}

const WORKS: ReadonlySet<string> = new Set(['copying', 'here']);

/** The completed moves that this cell knows; an account that is being copied may never leave. */
function listMoves({ state, id, arrivedBy }: Sighting): string[] {
  return [state === 'gone' ? id : null, arrivedBy].filter((move) => move !== null);
}
