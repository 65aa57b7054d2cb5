import { type Account, findAccount } from '../accounts/index.ts';
import type { Queryable, Trx } from '../db/index.ts';
import type { EventRecorder } from '../events/index.ts';
import { exchange, postEntry, postMovement, railOf } from '../ledger/index.ts';
import { DomainError, invalidParam } from '../lib/errors/errors.ts';
import { newId } from '../lib/ids.ts';
import { formatAmount, formatStored, money, roundUpTo, type Money, ZERO } from '../lib/money.ts';
import type { FailureReason } from '../lib/reasons.ts';
import {
  type BankingDays,
  bankingDaysOf,
  type Destination,
  feeFor,
  findAsset,
  listMethods,
  type Method,
  type Outcome,
  type Providers,
} from '../methods/index.ts';
import {
  type MoneyOut,
  type DestinationParts,
  foresee,
  Leave,
  type Mover,
  type Payee,
  requireDestination,
  type SavedDestination,
  type Wait,
  type WaitsFor,
} from '../treasury/index.ts';
import type { Done, TransferKind } from './kinds.ts';
import { depart, entryOf, factOf, giveBack, hold, requireAvailable, type TransferKey } from './holding.ts';
import { newTransfer, type Withdrawal } from './transfer.ts';

export interface WithdrawalRequest {
  accountId: string;
  /** The asset of the balance it is taken from. */
  asset: string;
  /** Decimal, in `asset`, including the fee. */
  amount: Money;
  method: string;
  destination: DestinationParts;
  /** The saved destination, if one is used. */
  saved?: SavedDestination;
  requestId: string | null;
}

/** Withdrawals from one balance that leave as one. */
export interface WithdrawalBatch extends Pick<WithdrawalRequest, 'accountId' | 'asset' | 'requestId'> {
  id: string;
  lines: readonly BatchedWithdrawal[];
}

type BatchedWithdrawal = Omit<WithdrawalRequest, 'accountId' | 'asset' | 'requestId'>;

/** A withdrawal before it is created. */
export interface WithdrawalTerms {
  method: Method;
  destination: Destination;
  /** Decimal, in the balance's asset. */
  fee: Money;
  /** The receipt, in the method's asset. */
  net: Money;
  /** When banks carry it out; undefined if it is paid at any time. */
  bankingDays: BankingDays | undefined;
}

export interface Withdrawals {
  /**
   * Reserves the amount to be sent (D10). It includes the method's fee, rounded up to the rail's decimals; the payee
   * gets the rest. Throws like `Leave.ask`, `insufficient_funds`, and `invalid_request` naming the method, amount or
   * destination that does not allow it.
   */
  create(
    trx: Trx,
    by: Mover,
    request: WithdrawalRequest,
  ): Promise<{ withdrawal: Withdrawal; waitsFor: WaitsFor | null }>;
  /**
   * Reserves the sum of a batch, asking the gate once for all of it (D79). Its withdrawals are in the order of its lines.
   * Throws like `create`, and then nothing of it is reserved.
   */
  createBatch(
    trx: Trx,
    by: Mover,
    batch: WithdrawalBatch,
  ): Promise<{ withdrawals: Withdrawal[]; waitsFor: WaitsFor | null }>;
  /** The conditions of a batch's sum now. Throws like `Leave.ask`. */
  foreseeBatch(on: Queryable, by: Mover, batch: WithdrawalBatch): Promise<Wait>;
  /**
   * Reads what the terms of any number of withdrawals from one balance depend on. The function that it returns throws
   * `invalid_request` naming the method, amount or destination that does not allow one.
   */
  readTerms(
    on: Queryable,
    from: Pick<WithdrawalRequest, 'accountId' | 'asset'>,
  ): Promise<(line: Omit<BatchedWithdrawal, 'saved'>) => WithdrawalTerms>;
  /**
   * The conditions of a request now. Reserves nothing, and does not check the balance. Throws like `create`, except
   * `insufficient_funds`.
   */
  foresee(on: Queryable, by: Mover, request: WithdrawalRequest): Promise<WithdrawalTerms & Wait>;
  /** Reads which methods can send a balance of which of these assets. */
  readCarriers(
    on: Queryable,
    accountId: string,
    assets: readonly string[],
  ): Promise<(method: string, asset: string) => boolean>;
  kind: TransferKind<Withdrawal>;
}

interface Parts {
  providers: Providers;
  events: EventRecorder;
  /** The panel's URL. */
  panelUrl: string;
}

export function createWithdrawals(parts: Parts): Withdrawals {
  return {
    foresee: (on, by, request) => foreseeWithdrawal(parts, on, by, request),
    readCarriers: (on, accountId, assets) => readCarriers(parts, on, accountId, assets),
    create: (trx, by, request) => createWithdrawal(parts, trx, by, request),
    createBatch: (trx, by, batch) => createBatch(parts, trx, by, batch),
    foreseeBatch: async (on, by, batch) =>
      foresee(on, by, departureOfBatch(batch, await ordersOf(parts, on, batch))),
    readTerms: (on, from) => readTerms(parts, on, from),
    kind: {
      send: (transfer, idempotencyKey, signal) => payOut(parts, transfer, idempotencyKey, signal),
      settle: (trx, transfer) => settleWithdrawal(parts, trx, transfer),
      fail: (trx, transfer, reason) => failWithdrawal(parts, trx, transfer, reason),
      takeBack: (trx, transfer, reason) => takeBackWithdrawal(parts, trx, transfer, reason),
    },
  };
}

async function foreseeWithdrawal(
  parts: Parts,
  on: Queryable,
  by: Mover,
  request: WithdrawalRequest,
): Promise<WithdrawalTerms & Wait> {
  const terms = (await readTerms(parts, on, request))(request);
  return { ...terms, ...(await foresee(on, by, departureOf({ request, terms }))) };
}

async function readTerms(
  { providers }: Parts,
  on: Queryable,
  { accountId, asset: assetName }: Pick<WithdrawalRequest, 'accountId' | 'asset'>,
): Promise<(line: Omit<BatchedWithdrawal, 'saved'>) => WithdrawalTerms> {
  const [account, methods, asset] = await Promise.all([
    findAccount(on, { id: accountId }),
    listMethods(on),
    findAsset(on, { asset: assetName }),
  ]);
  if (!account) throw new DomainError('account_not_found', { message: `There is no account ${accountId}.` });
  return ({ method: name, destination: parts, amount }) => {
    const method = methods.find((one) => one.name === name);
    const judged = judge(providers, { account, method, asset }, { method: name, asset: assetName });
    if (!judged.fits) throw invalidParam('method', judged.why);
    // Companies mostly withdraw to an account of their own.
    const destination = requireDestination(judged.method, parts, account.name);
    const fee = requireFee(judged.method, amount);
    const bankingDays = bankingDaysOf(providers, judged.method);
    return { method: judged.method, destination, fee, net: amount.minus(fee), bankingDays };
  };
}

async function readCarriers(
  { providers }: Parts,
  on: Queryable,
  accountId: string,
  assets: readonly string[],
): Promise<(method: string, asset: string) => boolean> {
  const [account, methods, families] = await Promise.all([
    findAccount(on, { id: accountId }),
    listMethods(on),
    Promise.all(assets.map((asset) => findAsset(on, { asset }))),
  ]);
  return (name, assetName) => {
    const method = methods.find((one) => one.name === name);
    const asset = families.find((one) => one?.asset === assetName);
    return judge(providers, { account, method, asset }, { method: name, asset: assetName }).fits;
  };
}

async function createWithdrawal(
  parts: Parts,
  trx: Trx,
  by: Mover,
  request: WithdrawalRequest,
): Promise<{ withdrawal: Withdrawal; waitsFor: WaitsFor | null }> {
  const terms = (await readTerms(parts, trx, request))(request);
  const leave = await Leave.ask(trx, by, departureOf({ request, terms }), { panelUrl: parts.panelUrl });
  await requireAvailable(trx, { accountId: request.accountId, asset: request.asset }, request.amount);
  const withdrawal = await reserve(parts, trx, leave, { request, terms });
  return { withdrawal, waitsFor: leave.waitsFor };
}

async function createBatch(
  parts: Parts,
  trx: Trx,
  by: Mover,
  batch: WithdrawalBatch,
): Promise<{ withdrawals: Withdrawal[]; waitsFor: WaitsFor | null }> {
  const orders = await ordersOf(parts, trx, batch);
  const departure = departureOfBatch(batch, orders);
  const leave = await Leave.ask(trx, by, departure, { panelUrl: parts.panelUrl });
  await requireAvailable(trx, batch, departure.amount);
  const withdrawals: Withdrawal[] = [];
  for (const [place, order] of orders.entries()) {
    withdrawals.push(await reserve(parts, trx, leave, { ...order, place }));
  }
  return { withdrawals, waitsFor: leave.waitsFor };
}

interface Order {
  request: WithdrawalRequest;
  terms: WithdrawalTerms;
}

async function ordersOf(parts: Parts, on: Queryable, batch: WithdrawalBatch): Promise<Order[]> {
  const { accountId, asset, requestId, lines } = batch;
  const termsOf = await readTerms(parts, on, batch);
  return lines.map((line) => ({ request: { ...line, accountId, asset, requestId }, terms: termsOf(line) }));
}

/** Stores a withdrawal that may leave, and sets its money aside. */
async function reserve(
  { events }: Parts,
  trx: Trx,
  leave: Leave,
  { request, terms, place }: Order & { place?: number },
): Promise<Withdrawal> {
  const { method, destination, fee, net } = terms;
  const withdrawal = newTransfer<Withdrawal>({
    accountId: request.accountId,
    id: newId(),
    kind: 'withdrawal',
    status: 'held',
    asset: request.asset,
    amount: formatAmount(request.amount),
    fee: formatAmount(fee),
    method: method.name,
    destination,
    toAsset: method.asset,
    toAmount: formatAmount(net),
    paymentLinkCode: null,
    provider: method.provider,
    dueAt: leave.goesAt,
    requestId: request.requestId,
    createdAt: await trx.now,
  });
  await depart(trx, withdrawal, leave, place);
  await hold(trx, events, leave, heldBy(withdrawal), 'withdrawal', net);
  if (!fee.isZero()) await hold(trx, events, leave, heldBy(withdrawal), 'fee', fee);
  return withdrawal;
}

function payOut(
  { providers }: Parts,
  transfer: Withdrawal,
  idempotencyKey: string,
  signal: AbortSignal,
): Promise<Outcome<Done>> {
  const { method, destination, toAsset } = transfer;
  const amount = netAmount(transfer);
  const order = { idempotencyKey, method, asset: toAsset, amount, destination };
  return providers.get(transfer.provider).payOut(order, signal);
}

async function settleWithdrawal({ events }: Parts, trx: Trx, transfer: Withdrawal): Promise<void> {
  const { asset, toAsset: sent } = transfer;
  const net = netAmount(transfer);
  const fee = money(transfer.fee);
  postEntry(trx, {
    ...entryOf(heldBy(transfer)),
    type: 'withdrawal_settled',
    postings: [
      { asset, book: 'pending', amount: money(transfer.amount).negated() },
      { asset, book: 'fee', amount: fee },
      ...exchange(asset, net, sent, net),
      { asset: sent, book: railOf(transfer.provider), amount: net },
    ],
  });
  await events.record(trx, {
    ...factOf(transfer, 'completed'),
    type: 'withdrawal.completed',
    data: {
      withdrawal_id: transfer.id,
      amount: formatStored(transfer.amount),
      net_amount: formatAmount(net),
      fee: formatStored(transfer.fee),
      asset,
      method: transfer.method,
    },
  });
}

async function failWithdrawal(
  { events }: Parts,
  trx: Trx,
  transfer: Withdrawal,
  reason: FailureReason,
): Promise<void> {
  await giveBack(trx, events, heldBy(transfer), money(transfer.amount));
  await events.record(trx, {
    ...factOf(transfer, 'failed'),
    type: 'withdrawal.failed',
    data: { withdrawal_id: transfer.id, amount: formatStored(transfer.amount), reason },
  });
}

async function takeBackWithdrawal(
  { events }: Parts,
  trx: Trx,
  transfer: Withdrawal,
  reason: FailureReason,
): Promise<void> {
  const { asset, toAsset: sent } = transfer;
  const net = netAmount(transfer);
  await postMovement(trx, events, {
    ...entryOf(heldBy(transfer)),
    type: 'withdrawal_returned',
    movement: 'reversal',
    postings: [
      { asset: sent, book: railOf(transfer.provider), amount: net.negated() },
      ...exchange(sent, net, asset, net),
      { asset, book: 'fee', amount: money(transfer.fee).negated() },
      { asset, book: 'available', amount: money(transfer.amount) },
    ],
  });
  await events.record(trx, {
    ...factOf(transfer, 'returned'),
    type: 'withdrawal.failed',
    data: { withdrawal_id: transfer.id, amount: formatStored(transfer.amount), reason },
  });
}

function departureOf({ request, terms }: Order): MoneyOut {
  const { accountId, asset, amount } = request;
  return { accountId, kind: 'withdrawal', asset, amount, to: payeeOf({ request, terms }) };
}

function departureOfBatch({ accountId, asset, id }: WithdrawalBatch, orders: readonly Order[]): MoneyOut {
  const amount = orders.reduce((sum, { request }) => sum.plus(request.amount), ZERO);
  const to = { batch: id, payees: orders.map(payeeOf) };
  return { accountId, kind: 'withdrawal', asset, amount, to };
}

function payeeOf({ request: { saved }, terms: { destination: named } }: Order): Payee {
  return saved ? { saved } : { named };
}

interface Found {
  account: Account | undefined;
  method: Method | undefined;
  asset: { asset: string; family: string } | undefined;
}

/** The method must be offered here, enabled for the account, and send an asset at par with the balance. */
function judge(
  providers: Providers,
  { account, method, asset }: Found,
  names: Pick<WithdrawalRequest, 'method' | 'asset'>,
): { fits: true; method: Method } | { fits: false; why: string } {
  const provider = method && providers.find(method.provider);
  if (!method?.enabled || !provider)
    return { fits: false, why: `There is no payment method ${names.method}.` };
  if (!account || account.disabledMethods.includes(method.name)) {
    return { fits: false, why: `The method ${method.name} is not enabled for this account.` };
  }
  const isSame = method.asset === names.asset;
  if (asset?.family !== method.family || !(isSame || provider.holdsAtPar(method.asset, names.asset))) {
    return {
      fits: false,
      why: `${method.name} sends ${method.asset}, which is not at par with ${names.asset} here. Convert first.`,
    };
  }
  return { fits: true, method };
}

function requireFee(method: Method, amount: Money): Money {
  if ((amount.decimalPlaces() ?? 0) > method.decimals) {
    throw invalidParam('amount', `${method.name} carries at most ${method.decimals} decimals.`);
  }
  const fee = roundUpTo(feeFor(method, amount), method.decimals);
  if (fee.gte(amount)) {
    throw invalidParam('amount', `The fee of ${fee.toFixed()} leaves nothing of ${amount.toFixed()}.`);
  }
  const net = amount.minus(fee);
  if (net.lt(method.minAmount)) {
    throw invalidParam(
      'amount',
      `By ${method.name}, at least ${method.minAmount.toFixed()} must be sent; ${net.toFixed()} would be left after the fee.`,
    );
  }
  if (method.maxAmount !== null && net.gt(method.maxAmount)) {
    throw invalidParam(
      'amount',
      `By ${method.name}, at most ${method.maxAmount.toFixed()} can be sent at once.`,
    );
  }
  return fee;
}

function netAmount({ amount, fee }: Withdrawal): Money {
  return money(amount).minus(money(fee));
}

function heldBy(transfer: Withdrawal): TransferKey {
  return { ...transfer, object: 'withdrawal' };
}
