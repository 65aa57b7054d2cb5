import type { Database } from '../../../db/index.ts';
import { type Money, money } from '../../../lib/money.ts';
import {
  ProviderFailure,
  type StatementLine,
  type StatementPage,
  type StatementRequest,
} from '../../index.ts';
import { depositLine, readBook, returnLine, type Book } from '../http-rail/index.ts';
import type { BridgeConfig } from './client/settings.ts';
import type { BridgeClient } from './client/client.ts';
import {
  amountOf,
  type Fields,
  optionalAmount,
  optionalText,
  partOf,
  textOf,
  timeOf,
  Unreadable,
} from './client/fields.ts';
import { PAGE_SIZE } from './client/lists.ts';
import { returnOf } from './orders/outcomes.ts';
import { getTransfer } from './orders/transfers.ts';
import { listOrders, type OrderRow } from './orders/repository.ts';
import type { Deposits } from './pay-ins/deposits.ts';

/** Movements on one page. Most are looked up one by one. */
const PAGE = 40;
/** How long sent money may be on its way back, before it counts as lost. */
const BACK_WITHIN_MS = 30 * 24 * 3_600_000;
/** The maximum deduction on its way back; with a larger one, the operator finds both lines by reconciling. */
const MOST_KEPT = money('100');
/** How far the following movements are read back, where the list does not begin there. */
const MAX_WALKED_PAGES = 50;

export interface StatementParts {
  db: Pick<Database, 'read'>;
  client: BridgeClient;
  deposits: Deposits;
  config: Pick<BridgeConfig, 'walletId'>;
}

interface Movement {
  id: string;
  at: Date;
  /** Negative for money out. */
  amount: Money;
  transferId: string | undefined;
}

/**
 * Reads the wallet's history, and looks up the subject of each movement. The movements after one are read from the
 * newest back, because the list begins with those.
 */
export async function readStatement(
  parts: StatementParts,
  request: StatementRequest,
  signal: AbortSignal,
): Promise<StatementPage> {
  const book: Book<Movement> = {
    async before(id, within) {
      const events = await list(parts, { starting_after: id }, PAGE_SIZE, within);
      const entries = events.map((event) => ({ id: textOf(event, 'id'), at: timeOf(event, 'created_at') }));
      return { entries, isLast: entries.length < PAGE_SIZE };
    },
    after: (id, within) => following(parts, id, within),
    toLines: (movements, within) => toLines(parts, movements, within),
  };
  return readBook(book, request, signal);
}

/** The movements after one, oldest first; all of them if there are few. */
async function following(
  parts: StatementParts,
  marker: string | undefined,
  signal: AbortSignal,
): Promise<{ entries: Movement[]; isLast: boolean }> {
  const newer = await newerThan(parts, marker, signal);
  const oldest = newer.toReversed().slice(0, PAGE);
  const earlier = marker === undefined ? undefined : await balanceAt(parts, marker, oldest[0], signal);
  return { entries: toMovements(oldest, earlier), isLast: newer.length <= PAGE };
}

/**
 * Some that are newer than a movement, newest first, and among them all that follow it next. For many, the result of
 * `ending_before` is not documented. It has the next ones, or the newest, from which the list is read back.
 */
async function newerThan(
  parts: StatementParts,
  marker: string | undefined,
  signal: AbortSignal,
): Promise<Fields[]> {
  if (marker !== undefined) {
    const listed = await list(parts, { ending_before: marker }, PAGE_SIZE, signal);
    if (listed.length < PAGE_SIZE) return listed;
    const after = textOf(listed.at(-1) ?? {}, 'id');
    const [next] = await list(parts, { starting_after: after }, 1, signal);
    if (next && textOf(next, 'id') === marker) return listed;
  }
  const all: Fields[] = [];
  for (let page = 0; page < MAX_WALKED_PAGES; page++) {
    const last = all.at(-1);
    const listed = await list(parts, { starting_after: last && textOf(last, 'id') }, PAGE_SIZE, signal);
    const end = listed.findIndex((event) => textOf(event, 'id') === marker);
    all.push(...(end < 0 ? listed : listed.slice(0, end)));
    if (end >= 0 || (listed.length < PAGE_SIZE && marker === undefined)) return all;
    if (listed.length < PAGE_SIZE) throw new Unreadable('a history without a movement that it had');
  }
  throw new ProviderFailure(
    'unavailable',
    'The wallet has more movements since then than can be read at once.',
  );
}

async function list(
  { client, config: { walletId } }: StatementParts,
  cursor: { starting_after?: string | undefined; ending_before?: string },
  limit: number,
  signal: AbortSignal,
): Promise<Fields[]> {
  const path = `/wallets/${encodeURIComponent(walletId)}/history`;
  return client.list(path, 'history', signal, { query: { limit, ...cursor }, isBackground: true });
}

/** The wallet's balance after a movement; requested only where a following one does not show its direction. */
async function balanceAt(
  parts: StatementParts,
  marker: string,
  next: Fields | undefined,
  signal: AbortSignal,
): Promise<Money | undefined> {
  if (!next || isWithdrawal(next)) return undefined;
  const [found] = await list(parts, { starting_after: textOf(next, 'id') }, 1, signal);
  return found && textOf(found, 'id') === marker ? optionalAmount(found, 'available_balance') : undefined;
}

/** Only withdrawals have a documented name; for anything else, the balance shows its direction. */
function toMovements(events: readonly Fields[], earlier: Money | undefined): Movement[] {
  let before = earlier;
  return events.map((event) => {
    const amount = amountOf(event, 'amount').abs();
    const after = optionalAmount(event, 'available_balance');
    const isOut = isWithdrawal(event) || (before !== undefined && after !== undefined && after.lt(before));
    before = after;
    return {
      id: textOf(event, 'id'),
      at: timeOf(event, 'created_at'),
      amount: isOut ? amount.negated() : amount,
      transferId: optionalText(partOf(event, 'payment_route'), 'transfer_id'),
    };
  });
}

function isWithdrawal(event: Fields): boolean {
  return optionalText(event, 'type')?.toLowerCase() === 'withdrawal';
}

async function toLines(
  parts: StatementParts,
  movements: readonly Movement[],
  signal: AbortSignal,
): Promise<StatementLine[]> {
  const ids = [...new Set(movements.flatMap(({ transferId }) => transferId ?? []))];
  const orders = new Map((await listOrders(parts.db.read, ids)).map((order) => [order.reference, order]));
  const isEnded = (order: OrderRow | undefined): boolean => order?.isRefused === true && !order.doneAt;
  const ended = movements.filter(
    ({ transferId, amount }) => amount.isNegative() && isEnded(orders.get(transferId ?? '')),
  );
  const back = await findBack(parts, { ended, orders }, signal);
  const lines: StatementLine[] = [];
  for (const movement of movements) {
    const { transferId } = movement;
    const order = transferId === undefined ? undefined : orders.get(transferId);
    if (transferId === undefined) lines.push(unknownLine(movement));
    else if (order && isEnded(order)) lines.push(...endedLines(movement, order, back.has(transferId)));
    else if (order) lines.push(...(await orderLines(parts, movement, { order, transferId }, signal)));
    else lines.push(...(await depositLines(parts, movement, transferId, signal)));
  }
  return lines;
}

/** A movement that is neither requested here nor a payer's; the operator finds it by reconciling. */
function unknownLine({ id: reference, at, amount }: Movement): StatementLine {
  const line = { reference, asset: 'USD', amount, at };
  return amount.isNegative()
    ? { ...line, kind: 'pay_out' }
    : { ...line, kind: 'deposit', deposit: undefined };
}

/** Among transfers that ended without being paid, those whose money the wallet has again. */
async function findBack(
  parts: StatementParts,
  { ended, orders }: { ended: readonly Movement[]; orders: ReadonlyMap<string | null, OrderRow> },
  signal: AbortSignal,
): Promise<Set<string>> {
  const left = new Set(ended.flatMap(({ transferId }) => transferId ?? []));
  const back = new Set<string>();
  const until = (ended.at(-1)?.at.getTime() ?? 0) + BACK_WITHIN_MS;
  for (let marker = ended[0]?.id; marker !== undefined && left.size > 0;) {
    const { entries: movements, isLast } = await following(parts, marker, signal);
    for (const { amount, transferId = '' } of movements) {
      const order = orders.get(transferId);
      if (order && isBack(order, amount) && left.delete(transferId)) back.add(transferId);
    }
    const last = movements.at(-1);
    marker = isLast || last === undefined || last.at.getTime() > until ? undefined : last.id;
  }
  return back;
}

function isBack({ amount: sent }: OrderRow, amount: Money): boolean {
  return sent !== null && amount.gt(0) && amount.gte(money(sent).minus(MOST_KEPT));
}

/**
 * A transfer that ended without being paid has moved nothing, except for Bridge's deduction, if the wallet has the
 * money again. Our records have released the money, so one that Bridge only calls `refunded` is a line that they lack.
 */
function endedLines(
  { id, at, amount, transferId }: Movement,
  order: OrderRow,
  cameBack: boolean,
): StatementLine[] {
  if (order.amount === null || transferId === undefined) return [];
  const sent = money(order.amount);
  if (amount.gt(0)) {
    return isBack(order, amount)
      ? costLines({ id, at }, sent.minus(amount))
      : [unknownLine({ id, at, amount, transferId })];
  }
  const lost: StatementLine = {
    kind: order.purpose,
    reference: transferId,
    asset: 'USD',
    amount: sent.negated(),
    at,
  };
  return [...(cameBack ? [] : [lost]), ...costLines({ id, at }, amount.abs().minus(sent))];
}

/** Money on its way, to the payee's bank or back, has moved nothing yet, whatever the wallet shows meanwhile. */
async function orderLines(
  { client }: StatementParts,
  { id, at, amount }: Movement,
  { order, transferId }: { order: OrderRow; transferId: string },
  signal: AbortSignal,
): Promise<StatementLine[]> {
  if (!order.doneAt || order.amount === null) return [];
  const sent = money(order.amount);
  if (amount.isNegative()) {
    const line = { reference: transferId, asset: 'USD', amount: sent.negated(), at };
    return [{ ...line, kind: order.purpose }, ...costLines({ id, at }, amount.abs().minus(sent))];
  }
  const returned = returnOf(order, await getTransfer(client, transferId, signal, { isBackground: true }));
  return returned ? [returnLine(returned, at), ...costLines({ id, at }, sent.minus(amount))] : [];
}

async function depositLines(
  { client, deposits }: StatementParts,
  movement: Movement,
  transferId: string,
  signal: AbortSignal,
): Promise<StatementLine[]> {
  const { id, at, amount } = movement;
  const transfer = await getTransfer(client, transferId, signal, { isBackground: true });
  if (!deposits.isDeposit(transfer)) return [unknownLine(movement)];
  if (amount.isNegative()) {
    const takenBack = {
      depositReference: transferId,
      reference: id,
      asset: 'USD',
      amount: amount.abs(),
      message: 'The wallet at Bridge was debited for this deposit.',
    };
    return [{ kind: 'taken_back', reference: id, asset: 'USD', amount, at, takenBack }];
  }
  const report = await deposits.toReport(transfer, signal).catch((error: unknown) => {
    if (error instanceof Unreadable) return undefined;
    throw error;
  });
  if (report?.type !== 'deposit' || !report.deposit.final) {
    return [{ kind: 'deposit', reference: transferId, asset: 'USD', amount, at, deposit: undefined }];
  }
  const { deposit } = report;
  return [depositLine(deposit, at), ...costLines({ id, at }, deposit.amount.minus(amount))];
}

/** Bridge's deduction, never computed from its fees, whose rounding is not documented. */
function costLines({ id, at }: Pick<Movement, 'id' | 'at'>, fee: Money): StatementLine[] {
  if (!fee.gt(0)) return [];
  return [{ kind: 'cost', reference: `${id}:fee`, asset: 'USD', amount: fee.negated(), at }];
}
