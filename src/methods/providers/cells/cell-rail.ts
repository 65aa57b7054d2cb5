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

/** The maximum number of lines on a page of the statement. */
export const PAGE_SIZE = 1_000;

/**
 * Another cell as a provider (D74). It reports deposits that arrived there for accounts that work here now, and holds
 * their money. It refuses all other requests.
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
  /** CELLS_KEY; notices signed with any of these are accepted. */
  keys: readonly string[];
  /** Reports deposits to it; undefined where it only reports to us. */
  openTelling?: OtherCell['openTelling'];
}): Provider {
  const name = cellRail(cell);
  const refuse = (): Promise<never> =>
    Promise.reject(
      new ProviderFailure('refused', `Cell ${cell} tells of what arrived there, and does nothing else.`),
    );
  const lookedUp = <T>(signal: AbortSignal, act: () => Promise<T>): Promise<T> => {
    const message = `The reports of cell ${cell} could not be looked up.`;
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
    // Its reports are final.
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
    refundDestination: () => undefined,
    notices: createCellNotices({ db, provider: name, own, other: cell, keys }),
    // A refund is refused immediately, instead of waiting for a process that could send it.
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
    // Its holdings for this cell are in both cells' books, and are compared by `payments cells reconcile`.
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
