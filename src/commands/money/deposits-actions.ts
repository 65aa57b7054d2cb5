import { inSnakeCase } from '../../lib/case.ts';
import { listHandedOn } from '../../account-moves/index.ts';
import { OPERATOR } from '../../audit-log/index.ts';
import type { Queryable } from '../../db/index.ts';
import {
  askToWriteOff,
  type ConflictRecord,
  type DepositRecord,
  findDepositAccount,
  getDepositRecord,
  type Inbox,
  listConflicts,
  listTakenBack,
  planDeposit,
  type Scenario,
  simulateDeposit,
  type TakenBackDeposit,
  UNCLAIMED_ACCOUNT_ID,
  viewDeposit,
} from '../../deposits/index.ts';
import type { Foundation } from '../../composition/index.ts';
import { formatExact, formatStored, money, type Money } from '../../lib/money.ts';
import type { DestinationParts, WaitsFor } from '../../treasury/index.ts';
import { recognize, searchDeposits } from '../../search/index.ts';
import { viewRefund } from '../../transfers/index.ts';
import { requireAccount } from '../accounts/account.ts';
import { requireLinkAccount } from '../accounts/links-actions.ts';
import { CommandFailure, InvalidUsage } from '../frame/index.ts';
import type { Why } from './adjustments-actions.ts';
import { destinationOf } from './destination.ts';
import { viewRequest } from '../../operators/index.ts';

export interface SimulateOptions {
  link: string;
  method: string;
  scenario: Scenario;
  amount?: Money;
}

export async function simulate(
  { db, deposits, simulator }: Foundation,
  { link: code, method, scenario, amount }: SimulateOptions,
): Promise<object> {
  if (!simulator) throw new CommandFailure('Deposits are simulated in the test environment only.');
  const accountId = await requireLinkAccount({ db }, code);
  const payment = { accountId, code, method, scenario, amount: amount?.toFixed() };
  const planned = await planDeposit(db.read, simulator, payment);
  const { id } = await db.transaction((trx) => simulateDeposit(trx, { deposits, simulator }, planned));
  return viewDeposit(await getDepositRecord(db.read, accountId, id));
}

export interface UnmatchedOptions {
  account?: string;
  unclaimed?: boolean;
}

export async function listUnmatched(
  { db, inbox }: Foundation,
  { account, unclaimed = false }: UnmatchedOptions,
): Promise<object> {
  if ((account !== undefined) === unclaimed) throw new InvalidUsage('Pass --account or --unclaimed.');
  if (account !== undefined) await requireAccount(db.read, account);
  return {
    data: (await inbox.list(db.read, { accountId: account ?? UNCLAIMED_ACCOUNT_ID })).map(describeUnmatched),
  };
}

/** The most important columns first, because a narrow terminal shows no more. */
function describeUnmatched(deposit: DepositRecord): object {
  const { id, amount, asset, unmatched_reason, payment_link_code, ...others } = viewDeposit(deposit);
  return { id, amount, asset, unmatched_reason, payment_link_code, ...others };
}

const MOST_FOUND = 100;

/** The amount is as the payer sent it, to its last digit. */
export async function find({ db, providers }: Foundation, accountId: string, what: string): Promise<object> {
  await requireAccount(db.read, accountId);
  const names = providers.all.map(({ name }) => name);
  const scope = { accountId, providers: names, limit: MOST_FOUND };
  const found = await searchDeposits(db.read, scope, recognize(what.trim(), undefined));
  const data = found.map(({ id, amount, asset, status, ...row }) => {
    const { method, paymentLinkCode, payerName, unmatchedReason, createdAt, description } = row;
    const shown = { id, amount: formatExact(money(amount)), asset, status };
    return inSnakeCase({
      ...shown,
      method,
      paymentLinkCode,
      payerName,
      unmatchedReason,
      createdAt,
      description,
    });
  });
  return { data };
}

export async function listDepositConflicts({ db }: Foundation): Promise<object> {
  return { data: (await listConflicts(db.read)).map(describeConflict) };
}

export async function listHandedOnDeposits(
  { db }: Foundation,
  { waiting }: { waiting?: true },
): Promise<object> {
  const rows = await listHandedOn(db.read, { waiting, limit: 1_000 });
  const data = rows.map(({ id, accountId, cell, amount, asset, provider, providerReference, ...row }) => {
    const { attempts, lastError, createdAt, takenAt } = row;
    return inSnakeCase({
      id,
      accountId,
      cell,
      amount: formatExact(money(amount)),
      asset,
      provider,
      providerReference,
      createdAt,
      takenAt,
      attempts,
      lastError,
    });
  });
  return { data };
}

export async function refund(
  { db, inbox }: Foundation,
  id: string,
  options: DestinationParts,
): Promise<object> {
  const accountId = await requireDepositAccount(db.read, id);
  const how = { destination: destinationOf(options), reason: null };
  return viewStarted(await db.transaction((trx) => inbox.refund(trx, OPERATOR, accountId, id, how)));
}

export interface AcceptOptions {
  /** Whether it pays its link. */
  asPayment: boolean;
  /** As the payment, with all others that are held for its link in its asset. */
  together: boolean;
}

export async function accept(
  { db, inbox }: Foundation,
  id: string,
  { asPayment, together }: AcceptOptions,
): Promise<object> {
  const accountId = await requireDepositAccount(db.read, id);
  await db.transaction<unknown>((trx) => {
    if (together) return inbox.acceptTogether(trx, OPERATOR, accountId, id);
    return asPayment
      ? inbox.acceptAsPayment(trx, OPERATOR, accountId, id)
      : inbox.accept(trx, OPERATOR, accountId, id);
  });
  return viewDeposit(await getDepositRecord(db.read, accountId, id));
}

export async function assign(
  { db, inbox }: Foundation,
  id: string,
  { link }: { link: string },
): Promise<object> {
  const accountId = await requireDepositAccount(db.read, id);
  await db.transaction((trx) => inbox.assign(trx, OPERATOR, accountId, id, link));
  return viewDeposit(await getDepositRecord(db.read, accountId, id));
}

export async function listDepositsTakenBack(
  { db }: Foundation,
  { account }: { account: string },
): Promise<object> {
  return { data: (await listTakenBack(db.read, { accountId: account })).map(viewTakenBack) };
}

export async function settle({ db, inbox }: Foundation, id: string): Promise<object> {
  const accountId = await requireDepositAccount(db.read, id);
  return viewTakenBack(await db.transaction((trx) => inbox.settle(trx, OPERATOR, accountId, id)));
}

export async function writeOff(
  { db, operators, approvals }: Foundation,
  operatorKey: string | undefined,
  id: string,
  why: Why,
): Promise<object> {
  const accountId = await requireDepositAccount(db.read, id);
  return db.transaction(async (trx) => {
    const operator = await operators.identify(trx, operatorKey);
    return viewRequest(await askToWriteOff(trx, approvals, operator, accountId, id, why));
  });
}

export function viewTakenBack({ id, amount, owed, settledAt, createdAt, ...rest }: TakenBackDeposit): object {
  const { accountId, provider, reference, asset, message, writtenOff } = rest;
  return {
    deposit_id: id,
    account_id: accountId,
    amount: formatStored(amount),
    owed: formatStored(settledAt === null ? owed : '0'),
    asset,
    provider,
    reference,
    message,
    created_at: createdAt.toISOString(),
    settled_at: settledAt?.toISOString() ?? null,
    written_off: writtenOff,
  };
}

/** A refund that was started. */
export function viewStarted({ refund, waitsFor }: Awaited<ReturnType<Inbox['refund']>>): object {
  return { ...viewRefund(refund), ...waiting(waitsFor) };
}

/** The reason why a transfer waits, if it does. */
export function waiting(waitsFor: WaitsFor | null): object {
  return waitsFor ? { waits_for: waitsFor } : {};
}

/** The deposit's account, because the operator names the deposit alone. */
export async function requireDepositAccount(on: Queryable, id: string): Promise<string> {
  const accountId = await findDepositAccount(on, id);
  if (accountId === undefined) throw new CommandFailure(`There is no deposit ${id}.`);
  return accountId;
}

function describeConflict({ depositId, depositAccountId, ...conflict }: ConflictRecord): object {
  return {
    ...inSnakeCase(conflict),
    amount: formatExact(money(conflict.amount)),
    deposit: { id: depositId, account_id: depositAccountId },
    created_at: conflict.createdAt.toISOString(),
  };
}
