import type { Database } from '../../../../db/index.ts';
import { wordsOf } from '../../../../lib/errors/words.ts';
import { deterministicHex } from '../../../../lib/ids.ts';
import type { Money } from '../../../../lib/money.ts';
import type { FailureReason } from '../../../../lib/reasons.ts';
import { ProviderFailure, type Waiting } from '../../../index.ts';
import type { BridgeClient } from '../client/client.ts';
import { isRefusal, isTurnedAway, isUsedBefore } from '../client/errors.ts';
import { type Fields, fieldsOf, optionalText, textOf, Unreadable } from '../client/fields.ts';
import { pagesSince } from '../client/lists.ts';
import * as repository from './repository.ts';
import type { OrderRow, Purpose } from './repository.ts';

/**
 * For how long all look-ups must have found nothing before a request without an answer counts as never carried out. How
 * far Bridge's lists lag is not documented.
 */
export const ABSENT_FOR_MS = 5 * 60_000;
/** How far back a request is looked for that a restored database does not know. */
const RESTORED_FOR_MS = 7 * 24 * 3_600_000;
/** Bridge repeats its answer to a key for 24 hours; this leaves room for clocks that differ. */
const TELLS_FOR_MS = 23 * 3_600_000;

export interface Access {
  db: Pick<Database, 'read' | 'transaction'>;
  client: BridgeClient;
  customerId: string;
}

/** Money that Bridge must move once. */
export interface Order {
  purpose: Purpose;
  idempotencyKey: string;
  amount: Money;
  /** Of everything that was asked for: the same key with anything else is a mistake. */
  asked: readonly string[];
  /**
   * The body, without our id; made only for the first request. Throws a ProviderFailure of kind `refused` if it can never be
   * sent; returns what it waits for if it cannot be sent yet.
   */
  prepare(): Promise<{ body: object } | { waits: Waiting }>;
}

/** The order's transfer as Bridge has it now, and what is kept of the order; or what it waits for. */
export type Placed = { order: OrderRow; transfer: Fields } | { order: OrderRow | undefined; waits: Waiting };

/** What must be known of an order to find out what became of it. */
type Noted = Pick<OrderRow, 'id' | 'requestedAt' | 'doneAt' | 'reference' | 'openRequests'>;

/** Why an order's transfer may still move money, or has; undefined if it ended without. */
type Standing = (order: Pick<OrderRow, 'doneAt'>, transfer: Fields) => string | undefined;

/** Our id of an order: the same for the same key. It encodes the purpose. */
export function orderIdOf(purpose: Purpose, idempotencyKey: string): string {
  return `${purpose}_${deterministicHex('bridge', purpose, idempotencyKey).slice(0, 32)}`;
}

/**
 * Places an order once, however often this is called and whatever answers are lost, and returns its transfer. Key and body
 * are stored before they are sent, and repeated as they are for as long as Bridge tells what it answered first. After that,
 * the transfer is only looked for; it is never requested by another key. Throws a ProviderFailure of kind `refused` only
 * when it was not done and never will be.
 */
export async function placeOnce(access: Access, order: Order, signal: AbortSignal): Promise<Placed> {
  const { db } = access;
  const id = orderIdOf(order.purpose, order.idempotencyKey);
  const fingerprint = deterministicHex('bridge', 'order', order.amount.toFixed(2), ...order.asked);
  const known = await repository.findOrder(db.read, { id });
  if (known?.isRefused) throw refusalOf(known);
  if (known && known.fingerprint !== fingerprint)
    throw new ProviderFailure('unavailable', 'The idempotency key was used for something else.');
  if (known?.reference)
    return { order: known, transfer: await getTransfer(access.client, known.reference, signal) };
  const isSilent = known !== undefined && Date.now() - known.requestedAt.getTime() > TELLS_FOR_MS;
  if (known?.reason || (isSilent && known.openRequests > 0)) return lookUp(access, known, signal);

  const prepared = known ? { body: {} } : await prepareOrRefuse(db, order, id);
  if ('waits' in prepared) return { order: known, waits: prepared.waits };
  const body = JSON.stringify({ client_reference_id: id, ...prepared.body });
  const { purpose, amount } = order;
  const request = await db.transaction((trx) =>
    repository.openRequest(trx, { id, purpose, fingerprint, amount: amount.toFixed(2), body }),
  );
  // It was accepted, refused or ruled out meanwhile, and nothing is sent after that.
  if (!request) return placeOnce(access, order, signal);
  try {
    const call = { method: 'POST', path: '/transfers', body: request.body, id } as const;
    const transfer = fieldsOf(await access.client.call(call, signal), 'transfer');
    return await accept(access, id, transfer);
  } catch (error) {
    if (isTurnedAway(error)) await db.transaction((trx) => repository.closeRequest(trx, { id }));
    if (!isRefusal(error) && !isUsedBefore(error)) throw error;
    const opened = await requireOrder(db, id);
    // An earlier request may have been carried out: then that one counts, not that this one was refused.
    const found = opened.reference
      ? await getTransfer(access.client, opened.reference, signal)
      : await findTransfer(access, opened, signal);
    if (found) return accept(access, id, found);
    if (!isRefusal(error)) throw error;
    const { reason } = error;
    const message = wordsOf(error);
    const isFinal = await db.transaction((trx) => repository.markRefused(trx, id, { reason, message }));
    throw isFinal ? error : unclear(message);
  }
}

/**
 * Refuses an order for ever, including requests of attempts in progress. Throws a ProviderFailure of kind `unavailable`
 * while it may be carried out, or if it was; `standing` says which, or nothing for a transfer that moved nothing.
 */
export async function ruleOutOrder(
  access: Access,
  { purpose, idempotencyKey }: { purpose: Purpose; idempotencyKey: string },
  standing: Standing,
  signal: AbortSignal,
): Promise<void> {
  const { db } = access;
  const id = orderIdOf(purpose, idempotencyKey);
  const known = await repository.findOrder(db.read, { id });
  if (known?.isRefused) return;
  // Also if nothing is noted: the database may be older than the request, after it was restored.
  const unnoted = {
    id,
    requestedAt: new Date(Date.now() - RESTORED_FOR_MS),
    doneAt: null,
    reference: null,
    openRequests: 0,
  };
  await requireNotPlaced(access, known ?? unnoted, standing, signal);
  const ruledOut = await db.transaction((trx) =>
    repository.ruleOut(trx, {
      ...{ id, purpose, requests: known?.requests ?? 0 },
      ...{ reason: 'OPERATOR_DECIDED', message: 'An operator ruled it out.' },
    }),
  );
  if (!ruledOut) throw new ProviderFailure('unavailable', 'Bridge is being asked to do it now.');
}

async function requireNotPlaced(
  access: Access,
  known: Noted,
  standing: Standing,
  signal: AbortSignal,
): Promise<void> {
  const transfer = known.reference
    ? await getTransfer(access.client, known.reference, signal)
    : await findTransfer(access, known, signal);
  if (transfer) {
    const why = standing(known, transfer);
    if (why !== undefined) throw new ProviderFailure('unavailable', why);
    return;
  }
  if (known.openRequests === 0) return;
  if (await access.db.transaction((trx) => repository.noteAbsence(trx, known.id, ABSENT_FOR_MS))) return;
  throw new ProviderFailure(
    'unavailable',
    `A request got no answer, and Bridge may have carried it out: ask again in ${ABSENT_FOR_MS / 60_000} minutes, when look-ups have found nothing for that long.`,
  );
}

/** Reads one transfer. Throws a ProviderFailure; for one that Bridge does not have, a BridgeError that says so. */
export async function getTransfer(
  client: BridgeClient,
  id: string,
  signal: AbortSignal,
  { isBackground = false } = {},
): Promise<Fields> {
  const path = `/transfers/${encodeURIComponent(id)}`;
  const transfer = fieldsOf(await client.call({ method: 'GET', path, isBackground }, signal), 'transfer');
  if (textOf(transfer, 'id') !== id) throw new Unreadable('another transfer than the one asked for');
  return transfer;
}

/** Looks for what was requested by our id, in a list that has no filter for it. */
export async function findTransfer(
  { client, customerId }: Pick<Access, 'client' | 'customerId'>,
  { id, requestedAt }: Pick<OrderRow, 'id' | 'requestedAt'>,
  signal: AbortSignal,
): Promise<Fields | undefined> {
  const path = `/customers/${encodeURIComponent(customerId)}/transfers`;
  for await (const page of pagesSince(client, { path, since: requestedAt }, signal)) {
    const found = page.find((transfer) => optionalText(transfer, 'client_reference_id') === id);
    if (found) return found;
  }
  return undefined;
}

/** Bridge no longer tells what it answered, or has refused a request while another one was open. */
async function lookUp(access: Access, known: OrderRow, signal: AbortSignal): Promise<Placed> {
  const { id } = known;
  const found = await findTransfer(access, known, signal);
  if (found) return accept(access, id, found);
  const isGone = await access.db.transaction((trx) => repository.noteAbsence(trx, id, ABSENT_FOR_MS));
  if (known.reason) throw isGone ? refusalOf(known) : unclear(known.message);
  const words =
    'A request got no answer for a day, and Bridge shows no transfer for it: look for it in its dashboard, and resolve it with --failed if there is none.';
  return { order: known, waits: { reason: 'OPERATOR', words } };
}

async function accept({ db }: Access, id: string, transfer: Fields): Promise<Placed> {
  const named = optionalText(transfer, 'client_reference_id');
  if (named !== id) throw new Unreadable('a transfer for another request');
  await db.transaction((trx) => repository.markAccepted(trx, { id, reference: textOf(transfer, 'id') }));
  const order = await requireOrder(db, id);
  if (order.isRefused) throw refusalOf(order);
  if (order.reference !== textOf(transfer, 'id')) throw new Unreadable('a second transfer for one request');
  return { order, transfer };
}

/** A body that can never be sent is refused for ever, like a refusal of Bridge's. */
async function prepareOrRefuse(
  db: Access['db'],
  order: Order,
  id: string,
): Promise<{ body: object } | { waits: Waiting }> {
  try {
    return await order.prepare();
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const refusal: { reason: FailureReason; message: string } = {
      reason: error.reason,
      message: wordsOf(error),
    };
    const isOurs = await db.transaction((trx) =>
      repository.ruleOut(trx, { id, purpose: order.purpose, requests: 0, ...refusal }),
    );
    if (!isOurs) throw new ProviderFailure('unavailable', 'Bridge is being asked to do it now.');
    throw error;
  }
}

async function requireOrder(db: Access['db'], id: string): Promise<OrderRow> {
  const order = await repository.findOrder(db.read, { id });
  if (!order) throw new Error('an order vanished');
  return order;
}

function refusalOf({ reason, message }: OrderRow): ProviderFailure {
  if (reason === null || message === null) throw new Error('a refusal without a reason');
  return new ProviderFailure('refused', message, { reason });
}

function unclear(message: string | null): ProviderFailure {
  const minutes = ABSENT_FOR_MS / 60_000;
  return new ProviderFailure(
    'unavailable',
    `An earlier request got no answer, and a later one was refused: ${message} It counts as refused once look-ups have found nothing for ${minutes} minutes.`,
  );
}
