import type { StatementLine, StatementPage, StatementRequest } from '../../index.ts';
import { depositLine, readBook, returnLine, type Book } from '../http-rail/index.ts';
import type { BitsoClient } from './client/client.ts';
import {
  amountOf,
  listOf,
  optionalText,
  originIdIn,
  statusOf,
  textOf,
  timeOf,
  Unreadable,
  type Fields,
} from './client/fields.ts';
import { listByIds } from './client/lists.ts';
import { assetOf, hashOf } from './pay-ins/arrivals.ts';
import type { Fundings } from './pay-ins/fundings.ts';
import type { Purpose } from './withdrawals/origin-ids.ts';

/** Entries of the ledger on one page, Bitso's maximum. Each entry of a period is looked up. */
const PAGE = 100;

export interface StatementParts {
  client: BitsoClient;
  fundings: Fundings;
  /** The purpose of a withdrawal, by its origin_id; undefined for one that the service did not make. */
  purposeOf: (originId: string | undefined) => Purpose | undefined;
  /** The lines that are not read from the ledger, which are conversions, except pesos that are sent to Juno. */
  conversions: (period: { from: Date; to: Date }, signal: AbortSignal) => Promise<StatementLine[]>;
}

/**
 * Reads the account's ledger, and looks up the subject of each entry; conversions are read separately, and merged by
 * time.
 */
export async function readStatement(
  parts: StatementParts,
  request: StatementRequest,
  signal: AbortSignal,
): Promise<StatementPage> {
  const read = async (sort: 'asc' | 'desc', marker: string | undefined, within: AbortSignal) => {
    const entries = await readLedger(parts.client, sort, marker, within);
    return { entries, isLast: entries.length < PAGE };
  };
  const book: Book<Entry> = {
    before: (id, within) => read('desc', id, within),
    after: (id, within) => read('asc', id, within),
    toLines: (entries, within) => toLines(parts, entries, within),
    besides: parts.conversions,
  };
  return readBook(book, request, signal);
}

interface Entry {
  id: string;
  at: Date;
  operation: string;
  details: Fields;
  /** Amounts with their currencies. */
  changes: Fields[];
}

async function readLedger(
  client: BitsoClient,
  sort: 'asc' | 'desc',
  marker: string | undefined,
  signal: AbortSignal,
): Promise<Entry[]> {
  const query = { sort, limit: PAGE, marker };
  const list = await client.list('/v3/ledger', 'ledger', signal, { query, isBackground: true });
  return list.map((entry) => ({
    id: textOf(entry, 'eid'),
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
    const fid = fids.get(entry.id);
    const wid = wids.get(entry.id);
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
    return [[entry.id, id]];
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
  // A list without it would hide a credit.
  if (!funding) throw new Unreadable('a list of fundings without one that the ledger has');
  const [reference, asset, amount] = [textOf(funding, 'fid'), assetOf(funding), amountOf(funding, 'amount')];
  const unrecorded = { kind: 'deposit', deposit: undefined, reference, asset, amount, at } as const;
  // On a chain, only the deployment's own money is sent here, so there is no deposit to record.
  if (statusOf(funding) === 'complete' && hashOf(funding) !== undefined) return [unrecorded];
  if (!fundings.isIncome(funding)) return [];
  const report = await fundings.toReport(funding);
  if (report.type === 'return') return [returnLine(report.returned, at)];
  return [report.type === 'deposit' ? depositLine(report.deposit, at) : unrecorded];
}

/** Failed and pending ones have moved nothing yet, whether or not the ledger has reserved the money. */
function withdrawalLine(
  { purposeOf }: StatementParts,
  { at }: Entry,
  withdrawal: Fields | undefined,
): StatementLine[] {
  if (!withdrawal) throw new Unreadable('a list of withdrawals without one that the ledger has');
  const isPesos = textOf(withdrawal, 'currency').toLowerCase() === 'mxn';
  if (!isPesos || statusOf(withdrawal) !== 'complete') return [];
  const purpose = purposeOf(originIdIn(withdrawal));
  // Pesos bought on the way to MXNB; the line of that purchase is the conversion's.
  if (purpose === 'leg') return [];
  const amount = amountOf(withdrawal, 'amount').abs().negated();
  const reference = textOf(withdrawal, 'wid');
  // Pesos that go to Juno become MXNB there.
  const kind = purpose === 'mint' ? 'convert' : (purpose ?? 'pay_out');
  return [{ kind, reference, asset: 'MXN', amount, at }];
}

/** Bitso's charge for a withdrawal, which is an entry of its own. Other fees are included in prices. */
function feeLines({ id, at, operation, details, changes }: Entry): StatementLine[] {
  if (operation !== 'fee' || optionalText(details, 'wid') === undefined) return [];
  return changes
    .map((change) => ({
      ...({ kind: 'cost', reference: id, at } as const),
      asset: textOf(change, 'currency').toUpperCase(),
      amount: amountOf(change, 'amount'),
    }))
    .filter(({ amount }) => amount.isNegative());
}
