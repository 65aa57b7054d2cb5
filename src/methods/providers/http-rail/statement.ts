import {
  ProviderFailure,
  type ReportedDeposit,
  type ReturnedTransfer,
  type StatementLine,
  type StatementPage,
  type StatementRequest,
} from '../../index.ts';

/** An entry of a rail's books, with the rail's id. */
interface Entry {
  id: string;
  at: Date;
}

interface Entries<One> {
  entries: One[];
  isLast: boolean;
}

/** Books of a rail that are paged from an entry in both directions, and cannot be filtered by time. */
export interface Book<One extends Entry> {
  /** A page of the entries before the given one, newest first; without one, the newest page. */
  before(id: string | undefined, signal: AbortSignal): Promise<Entries<Entry>>;
  /** A page of the entries after the given one, oldest first; without one, the oldest page. */
  after(id: string | undefined, signal: AbortSignal): Promise<Entries<One>>;
  toLines(entries: readonly One[], signal: AbortSignal): Promise<StatementLine[]>;
  /** Lines that these books lack, by time; undefined if the books are complete. */
  besides?(period: { from: Date; to: Date }, signal: AbortSignal): Promise<StatementLine[]>;
}

/** The number of pages read per step while searching for the beginning of a period. */
const SEARCHED_PAGES = 5;

/**
 * The position of a reader. `search`: going back in time to the period's beginning. `since`: all lines before it have
 * been returned.
 */
type ReaderPosition =
  { phase: 'search'; id: string | undefined } | { phase: 'read'; id: string | undefined; since: Date };

/**
 * Reads a period of such books. It searches backwards from the newest entry in bounded steps for the period's
 * beginning, then reads forward. Every page can be read again by its cursor alone. Throws a ProviderFailure.
 */
export async function readBook<One extends Entry>(
  book: Book<One>,
  request: StatementRequest,
  signal: AbortSignal,
): Promise<StatementPage> {
  const position: ReaderPosition =
    request.after === undefined ? { phase: 'search', id: undefined } : parseCursor(request.after);
  const found = position.phase === 'read' ? position : await search(book, request.from, position.id, signal);
  if (found.phase === 'search') return { lines: [], next: cursorOf(found) };
  return readPage(book, request, found, signal);
}

/** Oldest first. */
export function byTime<Line extends { at: Date }>(lines: readonly Line[]): Line[] {
  return lines.toSorted((one, other) => one.at.getTime() - other.at.getTime());
}

/** The statement line of a deposit. */
export function depositLine(deposit: ReportedDeposit, at: Date): StatementLine {
  const { providerReference: reference, asset, amount } = deposit;
  return { kind: 'deposit', reference, asset, amount, at, deposit };
}

/** The statement line of returned money. */
export function returnLine(returned: ReturnedTransfer, at: Date): StatementLine {
  const { returnReference: reference, asset, amount } = returned;
  return { kind: 'return', reference, asset, amount, at, returned };
}

async function search<One extends Entry>(
  book: Book<One>,
  from: Date,
  after: string | undefined,
  signal: AbortSignal,
): Promise<ReaderPosition> {
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
  { id, since }: Extract<ReaderPosition, { phase: 'read' }>,
  signal: AbortSignal,
): Promise<StatementPage> {
  const { entries, isLast } = await book.after(id, signal);
  const within = entries.filter(({ at }) => at >= from && at < to);
  const last = entries.at(-1);
  const isOver = isLast || !last || last.at >= to;
  // More entries may follow with the same time as the last one, so the page ends just before it.
  const until = isOver ? to : last.at;
  const lines = await book.toLines(within, signal);
  if (book.besides && until > since) lines.push(...(await book.besides({ from: since, to: until }, signal)));
  return {
    lines: byTime(lines),
    next: isOver ? undefined : cursorOf({ phase: 'read', id: last.id, since: until }),
  };
}

function cursorOf(position: ReaderPosition): string {
  const id = position.id ?? '';
  return position.phase === 'search' ? `search ${id}` : `read ${position.since.getTime()} ${id}`;
}

function parseCursor(text: string): ReaderPosition {
  const [, searched] = /^search (\S{1,100})$/.exec(text) ?? [];
  if (searched !== undefined) return { phase: 'search', id: searched };
  const [, since, id] = /^read (\d{1,15}) (\S{0,100})$/.exec(text) ?? [];
  if (since === undefined) throw new ProviderFailure('refused', 'That is no position in the statement.');
  return { phase: 'read', id: id === '' ? undefined : id, since: new Date(Number(since)) };
}
