import type { Trx } from '../../../db/index.ts';
import { wordsOf } from '../../../lib/errors/words.ts';
import { deterministicHex } from '../../../lib/ids.ts';
import { ProviderFailure, untilAborted } from '../../index.ts';
import {
  type Access,
  type FoundOrder,
  type Order,
  type OrderRow,
  pending,
  type PlacedOrder,
  type OrderRail,
} from './order.ts';
import { isRefusal, refusalOf, unclear } from './refusals.ts';
import * as repository from './repository.ts';
import type { NewRequest } from './repository.ts';

/**
 * Places an order once, however often this is called and whatever responses are lost, and returns it as the provider
 * has it. It is looked up before anything is sent. Every request is stored before it is sent, and repeats the first one
 * to the byte. A refusal is final immediately if no earlier request can have been carried out; otherwise nothing more
 * is requested, and it becomes final once look-ups have found nothing for as long as the terms say. Throws a
 * ProviderFailure of kind `refused` only then, and of kind `unavailable` while the outcome is unknown or if the order
 * is used for a different request.
 */
export async function placeOnce<Made>(
  access: Access,
  order: Order<Made>,
  signal: AbortSignal,
): Promise<PlacedOrder<Made>> {
  return placeKnown(access, order, await findSame(access, order), signal);
}

/**
 * The record of an order. Throws a ProviderFailure of kind `refused` if it was refused for good, and of kind
 * `unavailable` if the request differs.
 */
export async function findSame<Made>({ db, rail }: Access, order: Order<Made>): Promise<FoundOrder> {
  const known = await repository.findOrder(db.read, { id: order.id });
  if (known?.isRefused) throw refusalOf(known);
  // Unknown for an order that the last release has placed.
  if (known && known.fingerprint !== null && known.fingerprint !== fingerprintOf(rail, order))
    throw new ProviderFailure('unavailable', 'The idempotency key was used for something else.');
  return known;
}

/** `placeOnce`, with the order's record. */
export async function placeKnown<Made>(
  access: Access,
  order: Order<Made>,
  known: FoundOrder,
  signal: AbortSignal,
): Promise<PlacedOrder<Made>> {
  const { db, rail } = access;
  const { id, purpose, idempotencyKey: key } = order;
  const { provider } = rail;
  const { repeatAfterMs } = rail.terms;
  const prepared = await bodyOf(access, order, known);
  if ('waits' in prepared) return pending(null, prepared.waits);
  const fingerprint = fingerprintOf(rail, order);
  const request = { id, provider, purpose, key, fingerprint, repeatAfterMs, ...prepared };
  const found = await order.find(known, prepared.body);
  if (found !== undefined) {
    // This database may be older than the order, after it was restored.
    if (!known) await db.transaction((trx) => repository.openRequest(trx, request));
    return accept(access, order, found);
  }
  const waiting = known && (await waitFor(access, order, known));
  if (waiting) return waiting;

  const begunAt = performance.now();
  const opened = await db.transaction((trx) => openRequest(access, trx, request));
  // Another request was accepted, refused or sent meanwhile, and none is sent after that.
  if (!opened) return placeOnce(access, order, signal);
  let made: Made;
  try {
    made = await ask(access, order, { ...opened, begunAt }, signal);
  } catch (error) {
    return readError(access, order, opened.body, error);
  }
  return accept(access, order, made);
}

/** A digest of the complete request. */
function fingerprintOf<Made>({ provider }: OrderRail, { requested: asked }: Order<Made>): string {
  return deterministicHex(provider, 'order', ...asked);
}

/** A body that can never be sent is refused for good, like a provider's refusal. */
async function bodyOf<Made>(
  { db, rail: { provider, name } }: Access,
  order: Order<Made>,
  known: FoundOrder,
): ReturnType<Order<Made>['prepare']> {
  if (known && known.body !== null) return { body: known.body };
  try {
    return await order.prepare();
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const { id, purpose, idempotencyKey: key } = order;
    const refused = { id, provider, purpose, key, reason: error.reason, message: wordsOf(error) };
    if (await db.transaction((trx) => repository.refuseUnsent(trx, refused))) throw error;
    throw new ProviderFailure('unavailable', `${name} is being asked to do it now.`);
  }
}

/** The obstacle, if any, to sending a request to a provider that shows nothing of the order. */
async function waitFor(
  { db, rail }: Access,
  order: Pick<Order<never>, 'id' | 'requireAbsent'>,
  known: OrderRow,
): Promise<PlacedOrder<never> | undefined> {
  const { repeatAfterMs, repeatForMs, absentForMs } = rail.terms;
  const isAbsentFor = (forMs: number) =>
    db.transaction((trx) => repository.noteAbsence(trx, order.id, forMs));
  if (known.isAccepted) return pending(known.reference);
  if (known.reason) {
    await order.requireAbsent?.(known);
    throw (await isAbsentFor(absentForMs)) ? refusalOf(known) : unclear(known.message, absentForMs);
  }
  if (known.openRequests === 0) return undefined;
  if (Date.now() - known.requestedAt.getTime() > repeatForMs) {
    await isAbsentFor(absentForMs);
    const words = `A request got no answer, and ${rail.name} would not recognize it any more: look for it in its dashboard, and resolve it with --failed if there is none.`;
    return pending(null, { reason: 'OPERATOR', words });
  }
  return repeatAfterMs === 0 || (await isAbsentFor(repeatAfterMs)) ? undefined : pending(null);
}

/** Records a request that is about to be sent, unless its key was refused meanwhile. */
async function openRequest(
  { rail }: Access,
  trx: Trx,
  request: NewRequest,
): Promise<{ body: string } | undefined> {
  await repository.lockKey(trx, request);
  const refusal = await rail.refusedKeys?.find(trx, request);
  if (refusal) throw new ProviderFailure('refused', refusal.message, { reason: refusal.reason });
  return repository.openRequest(trx, request);
}

/** Sends a recorded request, and gives up when others may begin to count it as never carried out. */
async function ask<Made>(
  { db, rail }: Access,
  order: Order<Made>,
  { body, begunAt }: { body: string; begunAt: number },
  signal: AbortSignal,
): Promise<Made> {
  const leftMs = begunAt + rail.terms.answeredWithinMs - performance.now();
  // The process was suspended since, and must not send a request that others have given up.
  if (leftMs <= 0) {
    await db.transaction((trx) => repository.closeRequest(trx, order));
    throw new ProviderFailure('timeout', `${rail.name} could not be asked in time.`);
  }
  const within = AbortSignal.any([signal, AbortSignal.timeout(Math.ceil(leftMs))]);
  try {
    return await untilAborted(order.request(body, within), within);
  } catch (error) {
    if (!within.aborted || error instanceof ProviderFailure) throw error;
    throw new ProviderFailure('timeout', `${rail.name} did not answer in time.`, { cause: error });
  }
}

async function accept<Made>(access: Access, order: Order<Made>, made: Made): Promise<PlacedOrder<Made>> {
  const { db, rail } = access;
  const { id } = order;
  const reference = order.referenceOf(made);
  await db.transaction((trx) => repository.markAccepted(trx, { id, reference }));
  const now = await getOrder(access, id);
  if (now.isRefused) {
    await alarmOnce(access, { id, reference });
    throw refusalOf(now);
  }
  if (now.reference === reference) return { made, order: now };
  throw new ProviderFailure(
    'unavailable',
    `${rail.name} has it as ${String(now.reference)} and as ${reference}: ask ${rail.name} which was carried out.`,
  );
}

/**
 * The provider may now also pay the money that a refusal released. A refusal stays, so only an operator can prevent
 * that.
 */
async function alarmOnce(
  { db, logger, rail }: Access,
  { id, reference }: { id: string; reference: string },
): Promise<void> {
  await db.transaction(async (trx) => {
    if (!(await repository.markAlerted(trx, id))) return;
    logger.error(`${rail.name} accepted an order released as refused; cancel it there or recover the money`, {
      order: id,
      transfer: reference,
    });
  });
}

/** Interprets an error; another request may have arrived, and then that one counts. */
async function readError<Made>(
  access: Access,
  order: Order<Made>,
  body: string,
  error: unknown,
): Promise<PlacedOrder<Made>> {
  const { db, rail } = access;
  const { id } = order;
  const said = rail.saidBy(error);
  if (said === 'turned_away') await db.transaction((trx) => repository.closeRequest(trx, { id }));
  if (said === 'accepted')
    await db.transaction((trx) => repository.markAccepted(trx, { id, reference: null }));
  if (said !== 'accepted' && said !== 'used_before' && !isRefusal(error)) throw error;
  const other = await order.find(await getOrder(access, id), body);
  if (other !== undefined) return accept(access, order, other);
  if (!isRefusal(error)) throw error;
  const refusal = { reason: error.reason, message: wordsOf(error) };
  const isFinal = await db.transaction((trx) => repository.markRefused(trx, id, refusal));
  throw isFinal ? error : unclear(refusal.message, rail.terms.absentForMs);
}

async function getOrder({ db }: Access, id: string): Promise<OrderRow> {
  const order = await repository.findOrder(db.read, { id });
  if (!order) throw new Error('an order vanished');
  return order;
}
