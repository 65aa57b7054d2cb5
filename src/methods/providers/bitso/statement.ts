import {
  ProviderFailure,
  type StatementLine,
  type StatementPage,
  type StatementRequest,
} from '../../index.ts';
import type { BitsoClient } from './client/client.ts';
import {
  amountOf,
  fieldsOf,
  listOf,
  optionalText,
  textOf,
  timeOf,
  Unreadable,
  type Fields,
} from './client/fields.ts';
import { listByIds } from './client/lists.ts';
import { assetOf, hashOf } from './pay-ins/arrivals.ts';
import type { Fundings } from './pay-ins/fundings.ts';
import type { Purpose } from './withdrawals/origin-ids.ts';

/** Entries of the ledger on one page: the most that Bitso lists. Each entry of a period is looked up. */
const PAGE = 100;
/** How many pages are read at once while the beginning of a period is searched for. */
const SEARCHED_PAGES = 5;

export interface StatementParts {
  client: BitsoClient;
  fundings: Fundings;
  /** What a withdrawal is for us, by its origin_id; undefined for one that the service did not make. */
  purposeOf: (originId: string | undefined) => Purpose | undefined;
  /** What is not read from the ledger: conversions, except pesos that are sent to Juno. */
  conversions: (period: { from: Date; to: Date }, signal: AbortSignal) => Promise<StatementLine[]>;
}

/** Where reading goes on. `search`: back in time, for the period's beginning. */
type Place =
  | { phase: 'search'; marker: string | undefined }
  | { phase: 'read'; marker: string | undefined; since: Date };

/**
 * Reads the account's ledger, and looks up what each entry was. The ledger has no filter by time, so the beginning is
 * searched for from the newest entry back, in bounded steps; conversions are read separately and merged by time. Every
 * page can be read again by its cursor alone.
 */
export async function readStatement(
  parts: StatementParts,
  request: StatementRequest,
  signal: AbortSignal,
): Promise<StatementPage> {
  const place: Place =
    request.after === undefined ? { phase: 'search', marker: undefined } : parseCursor(request.after);
  if (place.phase === 'read') return readPage(parts, request, place, signal);
  const found = await search(parts.client, request.from, place.marker, signal);
  if (found.phase === 'search') return { lines: [], next: cursorOf(found) };
  return readPage(parts, request, found, signal);
}

interface Entry {
  eid: string;
  at: Date;
  operation: string;
  details: Fields;
  /** Amounts with their currencies. */
  changes: Fields[];
}

async function search(
  client: BitsoClient,
  from: Date,
  marker: string | undefined,
  signal: AbortSignal,
): Promise<Place> {
  let last = marker;
  for (let page = 0; page < SEARCHED_PAGES; page++) {
    const entries = await readLedger(client, { sort: 'desc', limit: PAGE, marker: last }, signal);
    const before = entries.find(({ at }) => at < from);
    if (before) return { phase: 'read', marker: before.eid, since: from };
    if (entries.length < PAGE) return { phase: 'read', marker: undefined, since: from };
    last = entries.at(-1)?.eid;
  }
  return { phase: 'search', marker: last };
}

async function readPage(
  parts: StatementParts,
  { to }: StatementRequest,
  { marker, since }: Extract<Place, { phase: 'read' }>,
  signal: AbortSignal,
): Promise<StatementPage> {
  const entries = await readLedger(parts.client, { sort: 'asc', limit: PAGE, marker }, signal);
  const within = entries.filter(({ at }) => at < to);
  const last = entries.at(-1);
  const isLast = !last || entries.length < PAGE || within.length < entries.length;
  // A conversion of that second may follow further entries of it.
  const until = isLast ? to : last.at;
  const booked = await toLines(parts, within, signal);
  const converted = until > since ? await parts.conversions({ from: since, to: until }, signal) : [];
  return {
    lines: [...booked, ...converted].sort((one, other) => one.at.getTime() - other.at.getTime()),
    next: isLast ? undefined : cursorOf({ phase: 'read', marker: last.eid, since: until }),
  };
}

async function readLedger(
  client: BitsoClient,
  { sort, limit, marker }: { sort: 'asc' | 'desc'; limit: number; marker: string | undefined },
  signal: AbortSignal,
): Promise<Entry[]> {
  const after = marker === undefined ? '' : `&marker=${encodeURIComponent(marker)}`;
  const path = `/v3/ledger?sort=${sort}&limit=${limit}${after}`;
  const list = listOf(await client.call({ method: 'GET', path, isBackground: true }, signal), 'ledger');
  return list.map((entry) => ({
    eid: textOf(entry, 'eid'),
    at: timeOf(entry, 'created_at'),
    operation: textOf(entry, 'operation').toLowerCase(),
    details: Object(entry['details']) as Fields,
    changes: listOf(entry['balance_updates'] ?? [], 'balance_updates'),
  }));
}

async function toLines(
  parts: StatementParts,
  entries: readonly Entry[],
  signal: AbortSignal,
): Promise<StatementLine[]> {
  const fids = idsOf(entries, 'funding', 'fid');
  const wids = idsOf(entries, 'withdrawal', 'wid');
  const fundings = indexBy('fid', await parts.fundings.list([...fids.values()], signal));
  const withdrawals = indexBy(
    'wid',
    await listByIds(parts.client, { list: 'withdrawals', by: 'wids', ids: [...wids.values()] }, signal),
  );
  const lines: StatementLine[] = [];
  for (const entry of entries) {
    const fid = fids.get(entry.eid);
    const wid = wids.get(entry.eid);
    if (fid !== undefined) lines.push(...(await fundingLine(parts, entry, fundings.get(fid))));
    if (wid !== undefined) lines.push(...withdrawalLine(parts, entry, withdrawals.get(wid)));
    lines.push(...feeLines(entry));
  }
  return lines;
}

/** By entry. A withdrawal's fee is an entry of its own, of another operation. */
function idsOf(entries: readonly Entry[], operation: string, name: string): Map<string, string> {
  const seen = new Set<string>();
  const ids = entries.flatMap((entry): [string, string][] => {
    const id = entry.operation === operation ? optionalText(entry.details, name) : undefined;
    if (id === undefined || seen.has(id)) return [];
    seen.add(id);
    return [[entry.eid, id]];
  });
  return new Map(ids);
}

function indexBy(name: string, list: readonly Fields[]): Map<string, Fields> {
  return new Map(list.map((fields) => [textOf(fields, name), fields]));
}

async function fundingLine(
  { fundings }: StatementParts,
  { at }: Entry,
  funding: Fields | undefined,
): Promise<StatementLine[]> {
  // A list without it would hide money that came in.
  if (!funding) throw new Unreadable('a list of fundings without one that the ledger has');
  const isComplete = textOf(funding, 'status').toLowerCase() === 'complete';
  // On a chain, only the deployment's own money is sent here: there is no deposit to take in.
  if (isComplete && hashOf(funding) !== undefined)
    return [
      {
        ...({ kind: 'deposit', deposit: undefined } as const),
        ...{
          reference: textOf(funding, 'fid'),
          asset: assetOf(funding),
          amount: amountOf(funding, 'amount'),
          at,
        },
      },
    ];
  if (!fundings.isIncome(funding)) return [];
  const line = { reference: textOf(funding, 'fid'), asset: 'MXN', amount: amountOf(funding, 'amount'), at };
  const report = await fundings.toReport(funding);
  if (report.type === 'return') return [{ ...line, kind: 'return', returned: report.returned }];
  return [{ ...line, kind: 'deposit', deposit: report.type === 'deposit' ? report.deposit : undefined }];
}

/** Failed and pending ones have moved nothing yet, whether or not the ledger has reserved the money. */
function withdrawalLine(
  { purposeOf }: StatementParts,
  { at }: Entry,
  withdrawal: Fields | undefined,
): StatementLine[] {
  if (!withdrawal) throw new Unreadable('a list of withdrawals without one that the ledger has');
  const isPesos = textOf(withdrawal, 'currency').toLowerCase() === 'mxn';
  if (!isPesos || textOf(withdrawal, 'status').toLowerCase() !== 'complete') return [];
  const details = withdrawal['details'] ? fieldsOf(withdrawal['details'], 'details') : {};
  const originId = optionalText(details, 'origin_id') ?? optionalText(withdrawal, 'origin_id');
  const purpose = purposeOf(originId);
  // Pesos that were bought on the way to MXNB: the line of that purchase is the conversion's.
  if (purpose === 'leg') return [];
  const amount = amountOf(withdrawal, 'amount').abs().negated();
  const reference = textOf(withdrawal, 'wid');
  // Pesos that go to Juno become MXNB there.
  const kind = purpose === 'mint' ? 'convert' : (purpose ?? 'pay_out');
  return [{ kind, reference, asset: 'MXN', amount, at }];
}

/** What Bitso charged for a withdrawal: an entry of its own. Other fees are included in prices. */
function feeLines({ eid, at, operation, details, changes }: Entry): StatementLine[] {
  if (operation !== 'fee' || optionalText(details, 'wid') === undefined) return [];
  return changes
    .map((change) => ({
      ...({ kind: 'cost', reference: eid, at } as const),
      asset: textOf(change, 'currency').toUpperCase(),
      amount: amountOf(change, 'amount'),
    }))
    .filter(({ amount }) => amount.isNegative());
}

function cursorOf(place: Place): string {
  const marker = place.marker ?? '';
  return place.phase === 'search' ? `search ${marker}` : `read ${place.since.getTime()} ${marker}`;
}

function parseCursor(text: string): Place {
  const [, , searched] = /^(search) (\S{1,100})$/.exec(text) ?? [];
  if (searched !== undefined) return { phase: 'search', marker: searched };
  const [, since, marker] = /^read (\d{1,15}) (\S{0,100})$/.exec(text) ?? [];
  if (since === undefined) throw new ProviderFailure('refused', 'That is no place in the statement.');
  return { phase: 'read', marker: marker === '' ? undefined : marker, since: new Date(Number(since)) };
}
