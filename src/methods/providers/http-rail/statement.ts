import {
  ProviderFailure,
  type ReportedDeposit,
  type ReturnedTransfer,
  type StatementLine,
  type StatementPage,
  type StatementRequest,
} from '../../index.ts';

/** An entry of a rail's books, by its id there. */
interface Entry {
  id: string;
  at: Date;
}

interface Entries<One> {
  entries: One[];
  isLast: boolean;
}

/** Books of a rail that are read from an entry on, in both directions, and have no filter by time. */
export interface Book<One extends Entry> {
  /** A page of what came before an entry, newest first; without one, of the newest. */
  before(id: string | undefined, signal: AbortSignal): Promise<Entries<Entry>>;
  /** A page of what followed an entry, oldest first; without one, of the oldest. */
  after(id: string | undefined, signal: AbortSignal): Promise<Entries<One>>;
  toLines(entries: readonly One[], signal: AbortSignal): Promise<StatementLine[]>;
  /** What is not in these books, by time; undefined if they have everything. */
  besides?(period: { from: Date; to: Date }, signal: AbortSignal): Promise<StatementLine[]>;
}

/** How many pages are read at once while the beginning of a period is searched for. */
const SEARCHED_PAGES = 5;

/** Where reading goes on. `search`: back in time, for the period's beginning. `since`: all lines before it were told. */
type Place =
  { phase: 'search'; id: string | undefined } | { phase: 'read'; id: string | undefined; since: Date };

/**
 * Reads a period of such books. Its beginning is searched for from the newest entry back, in bounded steps, and it is then
 * read forward. Every page can be read again by its cursor alone. Throws a ProviderFailure.
 */
export async function readBook<One extends Entry>(
  book: Book<One>,
  request: StatementRequest,
  signal: AbortSignal,
): Promise<StatementPage> {
  const place: Place =
    request.after === undefined ? { phase: 'search', id: undefined } : parseCursor(request.after);
  const found = place.phase === 'read' ? place : await search(book, request.from, place.id, signal);
  if (found.phase === 'search') return { lines: [], next: cursorOf(found) };
  return readPage(book, request, found, signal);
}

/** Oldest first. */
export function byTime<Line extends { at: Date }>(lines: readonly Line[]): Line[] {
  return lines.toSorted((one, other) => one.at.getTime() - other.at.getTime());
}

/** The line of a deposit that is to be recorded. */
export function depositLine(deposit: ReportedDeposit, at: Date): StatementLine {
  const { providerReference: reference, asset, amount } = deposit;
  return { kind: 'deposit', reference, asset, amount, at, deposit };
}

/** The line of money that came back. */
export function returnLine(returned: ReturnedTransfer, at: Date): StatementLine {
  const { returnReference: reference, asset, amount } = returned;
  return { kind: 'return', reference, asset, amount, at, returned };
}

async function search<One extends Entry>(
  book: Book<One>,
  from: Date,
  after: string | undefined,
  signal: AbortSignal,
): Promise<Place> {
  let id = after;
  for (let page = 0; page < SEARCHED_PAGES; page++) {
    const { entries, isLast } = await book.before(id, signal);
    const earlier = entries.find(({ at }) => at < from);
    if (earlier || isLast) return { phase: 'read', id: earlier?.id, since: from };
    id = entries.at(-1)?.id;
  }
  return { phase: 'search', id };
}

async function readPage<One extends Entry>(
  book: Book<One>,
  { from, to }: StatementRequest,
  { id, since }: Extract<Place, { phase: 'read' }>,
  signal: AbortSignal,
): Promise<StatementPage> {
  const { entries, isLast } = await book.after(id, signal);
  const within = entries.filter(({ at }) => at >= from && at < to);
  const last = entries.at(-1);
  const isOver = isLast || !last || last.at >= to;
  // What else happened at the moment of the last entry may have more entries after it.
  const until = isOver ? to : last.at;
  const lines = await book.toLines(within, signal);
  if (book.besides && until > since) lines.push(...(await book.besides({ from: since, to: until }, signal)));
  return {
    lines: byTime(lines),
    next: isOver ? undefined : cursorOf({ phase: 'read', id: last.id, since: until }),
  };
}

function cursorOf(place: Place): string {
  const id = place.id ?? '';
  return place.phase === 'search' ? `search ${id}` : `read ${place.since.getTime()} ${id}`;
}

function parseCursor(text: string): Place {
  const [, searched] = /^search (\S{1,100})$/.exec(text) ?? [];
  if (searched !== undefined) return { phase: 'search', id: searched };
  const [, since, id] = /^read (\d{1,15}) (\S{0,100})$/.exec(text) ?? [];
  if (since === undefined) throw new ProviderFailure('refused', 'That is no place in the statement.');
  return { phase: 'read', id: id === '' ? undefined : id, since: new Date(Number(since)) };
}
