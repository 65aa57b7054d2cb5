import { basename } from 'node:path';
import type { Foundation } from '../../composition/index.ts';
import { isId } from '../../lib/ids.ts';
import { formatAmount, money, type Money } from '../../lib/money.ts';
import {
  agreeWith,
  askAboutWaiting,
  askToDecide,
  type Bank,
  type Decision,
  type Imported,
  type WaitingDecision,
} from '../../methods/providers/bank/index.ts';
import {
  exportAgain,
  ExportChanged,
  exportPayments,
  listRefusedFiles,
  reportAccount,
} from '../../methods/providers/bank/index.ts';
import { FileRefused, type Total } from '../../methods/providers/bank/files/index.ts';
import { CommandFailure } from '../frame/command.ts';
import { viewRequest } from '../operators/approvals-actions.ts';
import { readBytes } from './bank-actions.ts';

export async function importFile(
  foundation: Foundation,
  operatorKey: string | undefined,
  path: string,
  { account }: { account: string },
): Promise<Imported> {
  const bank = requireBank(foundation);
  requireKnown(bank, account);
  const by = await nameOf(foundation, operatorKey);
  const bytes = Buffer.from(await readBytes(path));
  return bank.take({ bytes, name: basename(path), source: 'command', by, account });
}

export interface BalanceOptions {
  account: string;
  balance: string;
}

export async function openAccount(
  foundation: Foundation,
  { account, balance }: BalanceOptions,
): Promise<object> {
  const bank = requireBank(foundation);
  return orFailure(() => bank.importer.open(account, money(balance)));
}

export interface AgreeOptions extends BalanceOptions {
  credits: Total;
  debits: Total;
}

export async function agree(
  foundation: Foundation,
  { account, balance, credits, debits }: AgreeOptions,
): Promise<object> {
  const { importer } = requireBank(foundation);
  const read = { balance: money(balance), moved: { credits, debits } };
  await orFailure(() => agreeWith({ db: foundation.db, importer }, account, read));
  return { account, agreed: formatAmount(money(balance)) };
}

export async function status(foundation: Foundation, { account }: { account?: string }): Promise<object> {
  const bank = requireBank(foundation);
  if (account !== undefined) requireKnown(bank, account);
  const accounts = bank.accounts.filter(({ id }) => account === undefined || id === account);
  const refused = await listRefusedFiles(foundation.db);
  const reports = await Promise.all(accounts.map((one) => reportAccount(foundation.db, one, refused)));
  return {
    // A file that was refused and has left the folder is only told.
    ok: reports.every(({ waiting, folder, unexplained, unwritten }) =>
      [waiting, folder, unexplained, unwritten].every((list) => list.length === 0),
    ),
    accounts: reports,
    refused,
  };
}

export interface DecideOptions {
  reason: string;
  evidence: string;
  as: Decision;
  of?: string;
}

export async function decide(
  { db, operators, approvals }: Foundation,
  operatorKey: string | undefined,
  entry: string,
  { as, of, reason, evidence }: DecideOptions,
): Promise<object> {
  return db.transaction(async (trx) => {
    const by = await operators.identify(trx, operatorKey);
    return viewRequest(
      await askToDecide(trx, { approvals, db }, by, { entry, as, of }, { reason, evidence }),
    );
  });
}

export interface WaitingOptions {
  reason: string;
  evidence: string;
  balance: string;
}

export async function decideOnWaiting(
  { db, operators, approvals }: Foundation,
  operatorKey: string | undefined,
  { statement, decision }: { statement: string; decision: WaitingDecision },
  { balance, reason, evidence }: WaitingOptions,
): Promise<object> {
  if (!isId(statement)) throw new CommandFailure(`There is no statement ${statement} that waits.`);
  return db.transaction(async (trx) => {
    const by = await operators.identify(trx, operatorKey);
    const asked = { statement, decision, balance: money(balance) };
    return viewRequest(await askAboutWaiting(trx, { approvals }, by, asked, { reason, evidence }));
  });
}

export interface ExportOptions {
  account: string;
  payments?: string;
  sum?: Money;
  again?: string;
}

export async function exportFile(
  foundation: Foundation,
  operatorKey: string | undefined,
  { account, payments, sum, again }: ExportOptions,
): Promise<object> {
  const bank = requireBank(foundation);
  requireKnown(bank, account);
  const paying = bank.paying(account);
  if (!paying)
    throw new CommandFailure(`No payments leave ${account}: BANK_ACCOUNTS_FILE has no "out" for it.`);
  if ((payments === undefined) !== (sum === undefined)) {
    throw new CommandFailure('Pass --payments and --sum together: what you have checked.');
  }
  const by = await nameOf(foundation, operatorKey);
  const seen = sum === undefined ? undefined : { payments: Number(payments), sum };
  const exported = await orFailure(() =>
    again === undefined
      ? exportPayments(foundation, paying, { by, seen })
      : exportAgain(foundation, paying, again),
  );
  if (!exported && again !== undefined)
    throw new CommandFailure(`There is no payment file ${again} of ${account}.`);
  if (!exported) throw new CommandFailure('No payments wait to be exported.');
  return { ...exported, sum: formatAmount(exported.sum) };
}

function requireBank({ bank }: Foundation): Bank {
  if (!bank)
    throw new CommandFailure(
      'This deployment has no bank accounts: set BANK_ACCOUNTS_FILE (docs/rails/bank.md).',
    );
  return bank;
}

function requireKnown(bank: Bank, account: string): void {
  if (bank.accounts.some(({ id }) => id === account)) return;
  throw new CommandFailure(
    `There is no account ${account}; there are ${bank.accounts.map(({ id }) => id).join(', ')}.`,
  );
}

/** Who does it. Before there are operators, it needs none. */
async function nameOf({ db, operators }: Foundation, key: string | undefined): Promise<string | null> {
  return (await db.transaction((trx) => operators.identifyIfAny(trx, key)))?.name ?? null;
}

async function orFailure<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof FileRefused || error instanceof ExportChanged)
      throw new CommandFailure(error.message);
    throw error;
  }
}
