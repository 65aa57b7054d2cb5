import { basename } from 'node:path';
import { CommandFailure, failOn, InvalidUsage } from '../../../commands/frame/index.ts';
import type { Database } from '../../../db/index.ts';
import { isId } from '../../../lib/ids.ts';
import { formatAmount, money, type Money } from '../../../lib/money.ts';
import type { Keyring } from '../../../lib/secrets/keyring.ts';
import { type Approvals, type Operators, viewRequest } from '../../../operators/index.ts';
import type { Imported } from '../../index.ts';
import type { Bank } from './bank.ts';
import type { WaitingDecision } from './books/accept.ts';
import { agreeWith } from './books/agree.ts';
import type { Decision } from './books/decision-kinds.ts';
import { askToDecide } from './books/decisions.ts';
import { askAboutWaiting } from './books/waiting-decisions.ts';
import { readBytes } from './check-file.ts';
import { FileRefused, type Total } from './files/index.ts';
import { exportAgain, ExportChanged, exportPayments } from './payouts/export.ts';
import { listRefusedFiles, reportAccount } from './status.ts';

/** The parts of a deployment that these commands use. */
export interface BankDeployment {
  db: Database;
  keyring: Keyring;
  operators: Operators;
  approvals: Approvals;
  rails: { bank: Bank | undefined };
}

export async function importFile(
  deployment: BankDeployment,
  operatorKey: string | undefined,
  path: string,
  { account }: { account: string },
): Promise<Imported> {
  const bank = requireBank(deployment);
  requireKnown(bank, account);
  const by = await nameOf(deployment, operatorKey);
  const bytes = Buffer.from(await readBytes(path));
  return bank.take({ bytes, name: basename(path), source: 'command', by, account });
}

export interface BalanceOptions {
  account: string;
  balance: string;
}

export async function openAccount(
  deployment: BankDeployment,
  { account, balance }: BalanceOptions,
): Promise<object> {
  const bank = requireBank(deployment);
  return orFailure(() => bank.importer.open(account, money(balance)));
}

export interface AgreeOptions extends BalanceOptions {
  credits: Total;
  debits: Total;
}

export async function agree(
  deployment: BankDeployment,
  { account, balance, credits, debits }: AgreeOptions,
): Promise<object> {
  const { importer } = requireBank(deployment);
  const read = { balance: money(balance), moved: { credits, debits } };
  await orFailure(() => agreeWith({ db: deployment.db, importer }, account, read));
  return { account, agreed: formatAmount(money(balance)) };
}

export async function status(deployment: BankDeployment, { account }: { account?: string }): Promise<object> {
  const bank = requireBank(deployment);
  if (account !== undefined) requireKnown(bank, account);
  const accounts = bank.accounts.filter(({ id }) => account === undefined || id === account);
  const refused = await listRefusedFiles(deployment.db);
  const reports = await Promise.all(accounts.map((one) => reportAccount(deployment.db, one, refused)));
  return {
    // A file that was refused and has left the folder is only reported.
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
  { db, operators, approvals }: BankDeployment,
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
  { db, operators, approvals }: BankDeployment,
  operatorKey: string | undefined,
  { statement, decision }: { statement: string; decision: WaitingDecision },
  { balance, reason, evidence }: WaitingOptions,
): Promise<object> {
  if (!isId(statement)) throw new CommandFailure(`There is no statement ${statement} that waits.`);
  return db.transaction(async (trx) => {
    const by = await operators.identify(trx, operatorKey);
    const request = { statement, decision, balance: money(balance) };
    return viewRequest(await askAboutWaiting(trx, { approvals }, by, request, { reason, evidence }));
  });
}

export interface ExportOptions {
  account: string;
  payments?: string;
  sum?: Money;
  again?: string;
}

export async function exportFile(
  deployment: BankDeployment,
  operatorKey: string | undefined,
  { account, payments, sum, again }: ExportOptions,
): Promise<object> {
  const bank = requireBank(deployment);
  requireKnown(bank, account);
  const paying = bank.paying(account);
  if (!paying)
    throw new CommandFailure(`No payments leave ${account}: BANK_ACCOUNTS_FILE has no "out" for it.`);
  if ((payments === undefined) !== (sum === undefined)) {
    throw new InvalidUsage('Pass --payments and --sum together: what you have checked.');
  }
  const by = await nameOf(deployment, operatorKey);
  const seen = sum === undefined ? undefined : { payments: Number(payments), sum };
  const exported = await orFailure(() =>
    again === undefined
      ? exportPayments(deployment, paying, { by, seen })
      : exportAgain(deployment, paying, again),
  );
  if (!exported && again !== undefined)
    throw new CommandFailure(`There is no payment file ${again} of ${account}.`);
  if (!exported) throw new CommandFailure('No payments wait to be exported.');
  return { ...exported, sum: formatAmount(exported.sum) };
}

function requireBank({ rails: { bank } }: BankDeployment): Bank {
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

/** The name of the acting operator. Before there are operators, none is needed. */
async function nameOf({ db, operators }: BankDeployment, key: string | undefined): Promise<string | null> {
  return (await db.transaction((trx) => operators.identifyIfAny(trx, key)))?.name ?? null;
}

async function orFailure<T>(work: () => Promise<T>): Promise<T> {
  return Promise.resolve().then(work).catch(failOn(FileRefused, ExportChanged));
}
