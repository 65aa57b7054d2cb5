import type { Database } from '../../../db/index.ts';
import { StartupError } from '../../../lib/errors/errors.ts';
import type { Logger } from '../../../lib/logger.ts';
import { money } from '../../../lib/money.ts';
import type { Keyring } from '../../../lib/secrets/keyring.ts';
import {
  type Balances,
  type BalancesRequest,
  type Confirmation,
  type Foreseen,
  type HandedIn,
  type HandIns,
  type Imported,
  inTime,
  isClabe,
  isIban,
  type Outcome,
  type PayOutRequest,
  type Provider,
  ProviderFailure,
  type RefundDestination,
  type RefundRequest,
  type StatementPage,
  type StatementRequest,
  untilAborted,
} from '../../index.ts';
import { numberOf, type BankAccountConfig } from './accounts/account.ts';
import { readAccountsFile } from './accounts/accounts-file.ts';
import { issueAndRecord, issueInstructions } from './accounts/instructions.ts';
import { createImporter, type Importer } from './books/importer.ts';
import { createReportWorker, depositOf, lineOf } from './books/reports.ts';
import * as books from './books/repository.ts';
import { FileRefused, MAX_BYTES } from './files/index.ts';
import { createApart, LARGE_BYTES, type Apart, type ApartOptions } from './intake/apart.ts';
import { createFolderWatcher, distrustOf } from './folder/folder.ts';
import { openFiles } from './intake/handed-in-repository.ts';
import { hashOf } from './intake/store.ts';
import { createStatusReader } from './payouts/status.ts';
import { order, ruleOut, type PayingAccount } from './payouts/payouts.ts';
import { findOrder } from './payouts/repository.ts';

const PAGE = 100;

/** The deployment's accounts at banks, as a provider (D42). */
export interface Bank extends Provider {
  readonly handIns: HandIns;
  readonly accounts: readonly BankAccountConfig[];
  readonly importer: Importer;
  /** Imports a file of a bank, which is a statement or a status report on a payment file. */
  take(file: HandedIn): Promise<Imported>;
  /** Previews a statement's import by doing and undoing it. */
  foresee(file: HandedIn): Promise<Foreseen>;
  /** The payment channel of an account; undefined if it has none. */
  paying(account: string): PayingAccount | undefined;
}

interface BankOptions {
  db: Database;
  logger: Logger;
  keyring: Keyring;
  /** The path of BANK_ACCOUNTS_FILE. */
  accountsFile: string;
  /** Imports large files in a process of their own; undefined where this process serves no requests. */
  apart?: Omit<ApartOptions, 'accountsFile'>;
}

interface Parts {
  db: Database;
  keyring: Keyring;
  accounts: readonly BankAccountConfig[];
  paying: readonly PayingAccount[];
}

/** Throws StartupError when the file of accounts cannot be used. */
export function createBank({ db, logger, keyring, accountsFile, apart }: BankOptions): Bank {
  const accounts = readAccountsFile(accountsFile);
  const paying = accounts.flatMap((account): PayingAccount[] =>
    account.out === undefined ? [] : [{ account, ...account.out }],
  );
  const parts: Parts = { db, keyring, accounts, paying };
  const importer = createImporter({ db, logger, keyring, accounts });
  const statuses = createStatusReader({ db, logger, keyring, accounts });
  const inOwnProcess = apart && createApart({ ...apart, accountsFile });
  // A file that exceeds the size limit is refused immediately.
  const apartFor = ({ bytes: { length } }: HandedIn): Apart | undefined =>
    length > LARGE_BYTES && length <= MAX_BYTES ? inOwnProcess : undefined;
  const take: Bank['take'] = async (file) => {
    const elsewhere = apartFor(file);
    if (elsewhere) return elsewhere.take(file);
    return (await statuses.take(file)) ?? importer.take(file);
  };
  const foresee = (file: HandedIn): Promise<Foreseen> => (apartFor(file) ?? importer).foresee(file);

  return {
    name: 'bank',
    accounts,
    importer,
    take,
    foresee,
    handIns: { ...handInsOf(accounts, importer), foresee },
    paying: (id) => paying.find(({ account }) => account.id === id),
    exchanges: () => false,
    holdsAtPar: (one, other) => one === other || accounts.some((account) => isAtPar(account, one, other)),
    carries: ({ asset, network }) => network === null && accounts.some((account) => account.asset === asset),
    requireReady: () => {
      requireFolders(accounts);
      return Promise.resolve();
    },
    lockQuote: () => Promise.reject(unknownQuote()),
    convert: () => Promise.reject(unknownQuote()),
    issueAtOnce: (request) =>
      Promise.resolve(issueInstructions(accountOf(accounts, request.method), request)),
    issueInstructions: (request, signal) =>
      fromTables(signal, () => issueAndRecord(db, accountOf(accounts, request.method), request)),
    paymentUri: () => Promise.resolve(undefined),
    progressOf: () => Promise.resolve(undefined),
    confirmDeposit: ({ providerReference }, signal) =>
      fromTables(signal, () => confirm(db, accounts, providerReference)),
    payOut: (request, signal) => fromTables(signal, () => payOut(parts, request)),
    refund: (request, signal) => fromTables(signal, () => refund(parts, request)),
    ruleOut: (request, signal) => fromTables(signal, () => ruleOut({ db, keyring }, request)),
    refundDestination: ({ payer, method }) => refundDestinationOf(byMethod(accounts, method), payer),
    notices: undefined,
    sends: paying.length > 0,
    bankingDays: (payment) => payingAccountFor(paying, payment)?.profile.bankingDays,
    background: (takeIn) => [
      createFolderWatcher({ accounts, logger, take }),
      createReportWorker({ db, logger, accounts }, takeIn),
    ],
    listStatement: (request, signal) => fromTables(signal, () => listStatement(db, accounts, request)),
    readHistory: undefined,
    readBalances: (request, signal) => fromTables(signal, () => readBalances(db, accounts, request)),
    findArrival: undefined,
  };
}

/** In both directions, because received money is credited as the other asset, and the other is paid out of it. */
function isAtPar({ asset, atPar }: BankAccountConfig, one: string, other: string): boolean {
  return (asset === one && atPar.includes(other)) || (asset === other && atPar.includes(one));
}

function byMethod(accounts: readonly BankAccountConfig[], method: string): BankAccountConfig | undefined {
  return accounts.find(({ methods }) => methods.includes(method));
}

function accountOf(accounts: readonly BankAccountConfig[], method: string): BankAccountConfig {
  const account = byMethod(accounts, method);
  if (!account) throw new ProviderFailure('refused', `No account of BANK_ACCOUNTS_FILE takes ${method}.`);
  return account;
}

function unknownQuote(): ProviderFailure {
  return new ProviderFailure('refused', 'A bank account exchanges nothing.');
}

/** The account from which a payment by a method is made. */
function payingAccountFor(
  paying: readonly PayingAccount[],
  { method, asset }: Pick<PayOutRequest, 'method' | 'asset'>,
): PayingAccount | undefined {
  return paying.find(({ account }) => account.asset === asset && account.methods.includes(method));
}

function payOut({ db, keyring, paying }: Parts, request: PayOutRequest): Promise<Outcome> {
  const { idempotencyKey, asset, amount, destination } = request;
  return order({ db, keyring }, payingAccountFor(paying, request), {
    idempotencyKey,
    isRefund: false,
    asset,
    amount,
    destination,
  });
}

async function refund(
  { db, keyring, paying }: Parts,
  { idempotencyKey, depositReference, asset, amount, to }: RefundRequest,
): Promise<Outcome> {
  if (to === 'sender')
    throw new ProviderFailure('refused', 'A bank sends nothing back by itself: name an account.');
  const deposit = await books.findEntry(db.read, { identity: depositReference });
  const from = paying.find(({ account }) => account.id === deposit?.account);
  return order({ db, keyring }, from, { idempotencyKey, isRefund: true, asset, amount, destination: to });
}

/** Lets users of accounts import statement files. Previewing one is `foresee`. */
function handInsOf(accounts: readonly BankAccountConfig[], importer: Importer): Omit<HandIns, 'foresee'> {
  return {
    accounts: accounts.map((account) => ({
      id: account.id,
      asset: account.asset,
      bank: account.bank.name,
      number: numberOf(account),
      importedBy: account.importedBy,
      cap: account.cap,
    })),
    maxBytes: MAX_BYTES,
    take: (file, also) => importer.take(file, also),
    async agree(trx, account, balance) {
      try {
        await importer.agree(account, balance, trx);
        return true;
      } catch (error) {
        if (error instanceof FileRefused) return false;
        throw error;
      }
    },
    hashOf,
    files: openFiles,
  };
}

/** This provider's calls read our own tables. */
function fromTables<T>(signal: AbortSignal, ask: () => Promise<T>): Promise<T> {
  return inTime(signal, () => untilAborted(ask(), signal), {
    timeout: 'There was no time left.',
    unavailable: 'The database did not respond.',
  });
}

/** Throws StartupError with one line that describes a folder's fault. */
function requireFolders(accounts: readonly BankAccountConfig[]): void {
  for (const { id, inFolder, out } of accounts) {
    for (const folder of [inFolder, out?.folder]) {
      const reason = folder === undefined ? undefined : distrustOf(folder, 'folder');
      if (reason !== undefined) {
        throw new StartupError(`The folder ${folder ?? ''} of the bank account ${id} ${reason}.`);
      }
    }
  }
}

async function confirm(
  db: Database,
  accounts: readonly BankAccountConfig[],
  identity: string,
): Promise<Confirmation> {
  const row = await books.findEntry(db.read, { identity });
  const account = accounts.find(({ id }) => id === row?.account);
  if (!row || !account) throw new ProviderFailure('unavailable', `There is no entry ${identity}.`);
  if (row.isDropped || row.kind !== 'deposit') return { status: 'dropped' };
  if (!row.isFinal) return { status: 'seen' };
  const { asset, network, amount, destination, payer } = depositOf(account, row);
  return { status: 'confirmed', asset, network, amount, destination, payer };
}

/** Only an account that the file names in full; otherwise the payer must be asked. */
function refundDestinationOf(
  account: BankAccountConfig | undefined,
  { account: number, name }: Record<string, string>,
): RefundDestination | undefined {
  if (!account?.out || number === undefined || name === undefined) return undefined;
  if ('clabe' in account.number) return isClabe(number) ? { clabe: number, beneficiary: name } : undefined;
  if ('iban' in account.number && isIban(number)) return { bank: { iban: number, account_name: name } };
  return undefined;
}

async function listStatement(
  db: Database,
  accounts: readonly BankAccountConfig[],
  { from, to, after }: StatementRequest,
): Promise<StatementPage> {
  const rows = await books.listMoved(db.read, { from, to, after: after ?? null, limit: PAGE });
  const lines = await Promise.all(rows.map((row) => lineOf({ db, accounts }, row)));
  return { lines: lines.flat(), next: rows[PAGE - 1]?.id };
}

/** The balances that the statements prove, with deposits that already count although only early files reported them. */
async function readBalances(
  db: Database,
  accounts: readonly BankAccountConfig[],
  { sent, seen }: BalancesRequest,
): Promise<Balances> {
  const [states, early, orders, deposits] = await Promise.all([
    Promise.all(accounts.map(({ id }) => books.findState(db.read, { account: id }))),
    books.sumEarly(db.read),
    Promise.all(sent.map(({ idempotencyKey: key }) => findOrder(db.read, { key }))),
    Promise.all(seen.map((identity) => books.findEntry(db.read, { identity }))),
  ]);
  const earlyOf = new Map(early.map(({ account, amount }) => [account, money(amount)]));
  const place = ({ id, bank, number }: BankAccountConfig): string =>
    `${bank.name}, ${id} (…${numberOf({ number }).slice(-4)})`;
  const holdings = accounts.flatMap((account, index) => {
    const state = states[index];
    if (!state || state.closing === null) return [];
    return {
      place: place(account),
      asset: account.asset,
      amount: money(state.closing).plus(earlyOf.get(account.id) ?? 0),
      asOf: state.closedOn ?? state.provenAt?.toISOString() ?? 'the opening balance',
    };
  });
  return {
    holdings,
    unread: accounts
      .filter((_, index) => (states[index]?.closing ?? null) === null)
      .map((account) => ({
        place: place(account),
        assets: [account.asset],
        error: 'No statement has been taken in yet.',
      })),
    left: sent
      .filter((_, index) => orders[index]?.state === 'done')
      .map(({ idempotencyKey }) => idempotencyKey),
    absent: seen.filter((_, index) => {
      const row = deposits[index];
      return !row || (row.statement === null && !row.isFinal);
    }),
  };
}
