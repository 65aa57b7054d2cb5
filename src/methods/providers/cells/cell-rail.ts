import type { Database } from '../../../db/index.ts';
import {
  inTime,
  type OtherCell,
  type Provider,
  ProviderFailure,
  readReport,
  type StatementLine,
} from '../../index.ts';
import { createCellNotices } from './reader.ts';
import { cellRail } from './name.ts';
import { findCellDeposit, listCellDeposits, type CellDeposit } from './repository.ts';

/** How many lines a page of the statement has at most. */
export const PAGE_SIZE = 1_000;

/**
 * Another cell as a provider (D74): it tells of deposits that arrived there for accounts that work here now, and holds their
 * money. It does nothing else: what it is asked to do, it refuses.
 */
export function createCellRail({
  db,
  own,
  cell,
  keys,
  openTelling,
}: {
  db: Database;
  /** The number of this cell. */
  own: number;
  cell: number;
  /** CELLS_KEY: notices are accepted when they are signed with any of them. */
  keys: readonly string[];
  /** How it is told of deposits; undefined where it only tells. */
  openTelling?: OtherCell['openTelling'];
}): Provider {
  const name = cellRail(cell);
  const refuse = (): Promise<never> =>
    Promise.reject(
      new ProviderFailure('refused', `Cell ${cell} tells of what arrived there, and does nothing else.`),
    );
  const lookedUp = <T>(signal: AbortSignal, act: () => Promise<T>): Promise<T> => {
    const message = `What cell ${cell} has told could not be looked up.`;
    return inTime(signal, act, { timeout: message, unavailable: message });
  };

  return {
    name,
    exchanges: () => false,
    holdsAtPar: () => false,
    carries: () => false,
    requireReady: undefined,
    lockQuote: refuse,
    issueInstructions: refuse,
    issueAtOnce: () => Promise.resolve(undefined),
    paymentUri: () => Promise.resolve(undefined),
    // What it tells of is final.
    confirmDeposit: ({ providerReference: reference }, signal) =>
      lookedUp(signal, async () => {
        const deposit = await findCellDeposit(db.read, { provider: name, reference });
        if (!deposit) return { status: 'dropped' };
        const { asset, network, amount, destination, payer } = readReport(deposit.report, reference);
        return { status: 'confirmed', asset, network, amount, destination, payer };
      }),
    progressOf: () => Promise.resolve(undefined),
    convert: refuse,
    payOut: refuse,
    refund: refuse,
    ruleOut: () => Promise.resolve(),
    wayBack: () => undefined,
    notices: createCellNotices({ db, provider: name, own, other: cell, keys }),
    // So that a refund is refused at once, and does not wait for a process that could send it.
    sends: true,
    background: undefined,
    listStatement: ({ from, to, after = '' }, signal) =>
      lookedUp(signal, async () => {
        const rows = await listCellDeposits(db.read, { provider: name, from, to, after, limit: PAGE_SIZE });
        return {
          lines: rows.map(toLine),
          next: rows.length === PAGE_SIZE ? rows.at(-1)?.reference : undefined,
        };
      }),
    readHistory: undefined,
    // What it holds for this cell is in both cells' books, and is compared by `payments cells reconcile`.
    readBalances: ({ seen }, signal) =>
      lookedUp(signal, () => Promise.resolve({ holdings: [], unread: [], left: [], absent: [...seen] })),
    findArrival: undefined,
    ...(openTelling ? { otherCell: { number: cell, openTelling } } : {}),
  };
}

function toLine({ reference, report, takenAt: at }: CellDeposit): StatementLine {
  const deposit = readReport(report, reference);
  const { asset, amount } = deposit;
  return { kind: 'deposit', reference, asset, amount, at, deposit };
}
