import type { Database } from '../../../db/index.ts';
import {
  ProviderFailure,
  type StatementLine,
  type StatementPage,
  type StatementRequest,
} from '../../index.ts';
import { byTime, depositLine, returnLine } from '../http-rail/index.ts';
import { listOrders, listReturned, type OrderRow } from '../orders/index.ts';
import type { MonoClient } from './client/client.ts';
import {
  amountOf,
  ASSET,
  idOf,
  optionalText,
  stateOf,
  timeOf,
  Unreadable,
  type Fields,
} from './client/fields.ts';
import { PAGE_SIZE, readPage, type Page } from './client/lists.ts';
import type { Attempts } from './pay-ins/attempts.ts';
import { isReversed, statusOf, TRANSFERS } from './transfers/api.ts';
import { purposeOf } from './transfers/rail.ts';
import { returnOf, type MonoTransfers } from './transfers/transfers.ts';

/** The list pages searched per call for the beginning of a period. */
const SEARCHED_PAGES = 5;
/** Provider pages per statement page. */
const READ_PAGES = 2;

interface StatementParts {
  db: Pick<Database, 'read'>;
  client: MonoClient;
  attempts: Attempts;
  transfers: Pick<MonoTransfers, 'takeBack'>;
  sendingAccount: string;
  pageSize?: number | undefined;
}

type ListName = 'attempts' | 'transfers';
const LISTS: readonly ListName[] = ['attempts', 'transfers'];

/**
 * The position of a reader. `from`: all lines before it were on earlier pages. `pages`: the page of each list to
 * continue at. `isFound`: whether those pages reach back to `from`. `until`: the same for all pages, so that later
 * events are on none.
 */
interface ReaderPosition {
  from: Date;
  until: Date;
  pages: Record<ListName, number>;
  isFound: Record<ListName, boolean>;
}

/**
 * Mono keeps no ledger of an account, so a statement is its successful attempts, its outgoing transfers and the known
 * reversals, by time. Both lists show the newest first and have no documented filter by time, so the beginning is
 * searched for, and then windows of time are read from there on. Additions to a list move its entries to later pages,
 * so pages are always read from the newer to the older, and none is missed.
 */
export async function readStatement(
  parts: StatementParts,
  { from, to, after }: StatementRequest,
  signal: AbortSignal,
): Promise<StatementPage> {
  const position = after === undefined ? beginning(from, to) : parseCursor(after);
  for (const list of LISTS) {
    if (!position.isFound[list]) await search(parts, list, position, signal);
  }
  if (LISTS.some((list) => !position.isFound[list])) return { lines: [], next: cursorOf(position) };
  const windows = {
    attempts: await readWindow(parts, 'attempts', position, signal),
    transfers: await readWindow(parts, 'transfers', position, signal),
  };
  const end = new Date(Math.min(...LISTS.map((list) => windows[list].end.getTime())));
  const isWithin = ({ at }: Entry): boolean => at >= position.from && at < end;
  const lines = [
    ...(await depositLines(parts, windows.attempts.entries.filter(isWithin))),
    ...(await transferLines(parts, windows.transfers.entries.filter(isWithin))),
    ...(await returnLines(parts, position.from, end)),
  ];
  const next = {
    from: end,
    until: position.until,
    pages: { attempts: windows.attempts.top, transfers: windows.transfers.top },
    isFound: { attempts: true, transfers: true },
  };
  return {
    lines: byTime(lines),
    next: end < position.until ? cursorOf(next) : undefined,
  };
}

function beginning(from: Date, until: Date): ReaderPosition {
  const none = { attempts: false, transfers: false };
  return { from, until, pages: { attempts: 1, transfers: 1 }, isFound: none };
}

interface Entry {
  at: Date;
  fields: Fields;
}

async function readEntries(
  { client, attempts, sendingAccount, pageSize = PAGE_SIZE }: StatementParts,
  list: ListName,
  page: number,
  signal: AbortSignal,
): Promise<{ entries: Entry[]; isLast: boolean }> {
  const query = { tenant_account_id: sendingAccount };
  const listed: Page =
    list === 'attempts'
      ? await attempts.page(page, signal, pageSize)
      : await readPage(client, TRANSFERS, { query, page, pageSize, isBackground: true }, signal);
  const entries = listed.entries.map((fields) => ({ at: timeOf(fields, 'inserted_at'), fields }));
  const isDescending = entries.every(
    ({ at }, position) => position === 0 || at <= (entries[position - 1]?.at ?? at),
  );
  if (!isDescending) throw new Unreadable(`a list of ${list} that is not in order`);
  return { entries, isLast: listed.isLast };
}

/** Goes back in a list until a page reaches `from`, in bounded steps; newer entries are read later. */
async function search(
  parts: StatementParts,
  list: ListName,
  position: ReaderPosition,
  signal: AbortSignal,
): Promise<void> {
  for (let steps = 0; steps < SEARCHED_PAGES; steps++) {
    const { entries, isLast } = await readEntries(parts, list, position.pages[list], signal);
    const last = entries.at(-1);
    if (isLast || !last || last.at < position.from) {
      position.isFound[list] = true;
      position.pages[list] = Math.max(1, position.pages[list] - READ_PAGES + 1);
      return;
    }
    position.pages[list]++;
  }
}

/** Reads a list from a page down to `from`. All of its entries before `end` are among those that were read. */
async function readWindow(
  parts: StatementParts,
  list: ListName,
  { from, until, pages }: ReaderPosition,
  signal: AbortSignal,
): Promise<{ entries: Entry[]; end: Date; top: number }> {
  const top = pages[list];
  const read = new Map<string, Entry>();
  let newest: Date | undefined;
  for (let page = top; ; page++) {
    const { entries, isLast } = await readEntries(parts, list, page, signal);
    newest ??= entries[0]?.at;
    for (const entry of entries) read.set(idIn(entry.fields, list), entry);
    const last = entries.at(-1);
    if (isLast || !last || last.at < from) break;
  }
  // Entries with the same time as the newest may be on the page before.
  const end = top === 1 || newest === undefined ? until : newest;
  if (end <= from && from < until) throw new Unreadable(`a list of ${list} with pages of one moment`);
  return {
    entries: [...read.values()],
    end: end < until ? end : until,
    top: Math.max(1, top - READ_PAGES),
  };
}

function idIn(fields: Fields, list: ListName): string {
  return idOf(fields, 'id', list === 'attempts' ? 'bbcolat' : 'bbot');
}

async function depositLines(
  { attempts }: StatementParts,
  entries: readonly Entry[],
): Promise<StatementLine[]> {
  const successful = entries.filter(({ fields }) => stateOf(fields) === 'successful');
  const deposits = await attempts.toDeposits(successful.map(({ fields }) => fields));
  const atOf = new Map(successful.map(({ at, fields }) => [idIn(fields, 'attempts'), at]));
  return deposits.flatMap((deposit) => {
    const at = atOf.get(deposit.providerReference);
    return at ? [depositLine(deposit, at)] : [];
  });
}

/** Completed transfers, including a reversed one if it was reported as done; its return is a line of its own. */
async function transferLines(parts: StatementParts, entries: readonly Entry[]): Promise<StatementLine[]> {
  const ended = entries.filter(({ fields }) => isReversed(fields) || statusOf(fields).is === 'done');
  const ids = ended.map(({ fields }) => idIn(fields, 'transfers'));
  const known = new Map(
    (ids.length === 0 ? [] : await listOrders(parts.db.read, { provider: 'mono', references: ids })).map(
      (row): [string, OrderRow] => [row.reference ?? '', row],
    ),
  );
  const lines: StatementLine[] = [];
  for (const { at, fields } of ended) {
    const reference = idIn(fields, 'transfers');
    if (isReversed(fields)) {
      const row = known.get(reference);
      if (!row?.doneAt) continue;
      if (!row.returnedAt) await parts.transfers.takeBack(fields);
    }
    const kind = purposeOf(optionalText(fields, 'external_id')) ?? 'pay_out';
    lines.push({ kind, reference, asset: ASSET, amount: amountOf(fields, 'amount').negated(), at });
  }
  return lines;
}

async function returnLines({ db }: StatementParts, from: Date, to: Date): Promise<StatementLine[]> {
  const rows = from < to ? await listReturned(db.read, { provider: 'mono', from, to }) : [];
  return rows.flatMap((row) => (row.returnedAt ? [returnLine(returnOf(row), row.returnedAt)] : []));
}

function cursorOf({ from, until, pages, isFound }: ReaderPosition): string {
  const ofList = (list: ListName): string => `${isFound[list] ? 'read' : 'search'}:${pages[list]}`;
  return [from.getTime(), until.getTime(), ...LISTS.map(ofList)].join(' ');
}

function parseCursor(text: string): ReaderPosition {
  const parts = /^(\d{1,15}) (\d{1,15}) (read|search):(\d{1,7}) (read|search):(\d{1,7})$/.exec(text);
  if (!parts) throw new ProviderFailure('refused', 'That is no position in the statement.');
  const [, from, until, attempts, attemptsPage, transfers, transfersPage] = parts;
  return {
    from: new Date(Number(from)),
    until: new Date(Number(until)),
    pages: { attempts: Number(attemptsPage), transfers: Number(transfersPage) },
    isFound: { attempts: attempts === 'read', transfers: transfers === 'read' },
  };
}
