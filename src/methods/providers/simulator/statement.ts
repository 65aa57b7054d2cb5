import { money } from '../../../lib/money.ts';
import type {
  DepositProgress,
  ReportedDeposit,
  ReturnedTransfer,
  StatementLine,
  StatementPage,
  StatementRequest,
} from '../../index.ts';
import type { Parts } from './parts.ts';
import {
  listMoneyOperations,
  type DepositRow,
  type MoneyRow,
  type OperationRow,
  type ReturnDetails,
} from './repository.ts';

const STATEMENT_PAGE = 1_000;

/** How long a deposit takes to become final, on the deployment's clock. */
const CONFIRMATION_TIME_MS = 3_000;
const CONFIRMATIONS = 3;

export function listStatement(
  { db, faults }: Parts,
  { from, to, after = '' }: StatementRequest,
  signal: AbortSignal,
): Promise<StatementPage> {
  return faults.respond(signal, async () => {
    const rows = await listMoneyOperations(db.read, { from, to, after, limit: STATEMENT_PAGE });
    return {
      lines: rows.map(toLine),
      next: rows.length === STATEMENT_PAGE ? rows.at(-1)?.reference : undefined,
    };
  });
}

function toLine(row: MoneyRow): StatementLine {
  const { reference, asset, amount, createdAt: at } = row;
  const line = { reference, asset, amount: money(amount), at };
  switch (row.operation) {
    case 'deposit':
      return { ...line, kind: 'deposit', deposit: toReported(row) };
    case 'return':
      return { ...line, kind: 'return', returned: toReturned(row) };
    case 'convert': {
      const { toAsset, toAmount } = row.details;
      return { ...line, kind: 'convert', brought: { asset: toAsset, amount: money(toAmount) } };
    }
    default:
      return { ...line, kind: row.operation };
  }
}

/** Undefined for a deposit of an earlier version, which kept only its network. */
export function toReported(row: DepositRow): ReportedDeposit | undefined {
  const { reference: providerReference, asset, amount, details } = row;
  if (!('destination' in details)) return undefined;
  return { ...details, providerReference, asset, amount: money(amount), final: isFinal(row) };
}

/** Whether nothing about a deposit can change any more. */
export function isFinal({ details, ageMs }: DepositRow): boolean {
  return ('final' in details && details.final) || ageMs >= CONFIRMATION_TIME_MS;
}

/** Undefined for a deposit that did not arrive on a chain. */
export function toProgress(row: DepositRow): DepositProgress | undefined {
  if (row.details.network === null) return undefined;
  const isDone = isFinal(row);
  const have = isDone ? CONFIRMATIONS : Math.floor((row.ageMs / CONFIRMATION_TIME_MS) * CONFIRMATIONS);
  return {
    isFinal: isDone,
    confirmations: { have, of: CONFIRMATIONS },
    transaction: undefined,
    url: undefined,
  };
}

export function toReturned({
  reference,
  asset,
  amount,
  details,
}: OperationRow<ReturnDetails>): ReturnedTransfer {
  return {
    providerReference: details.providerReference,
    returnReference: reference,
    asset,
    amount: money(amount),
    reason: details.reason,
    message: 'The simulator was set to return it.',
  };
}
