import type { Database, Trx } from '../../../../db/index.ts';
import { wordsOf } from '../../../../lib/errors/words.ts';
import { ProviderFailure } from '../../../index.ts';
import { isTurnedAway, isUsedBefore } from '../client/errors.ts';
import { findRefusal, recordRefusal } from '../refusals/repository.ts';
import * as repository from './repository.ts';
import type { OrderRow } from './repository.ts';

/**
 * For how long all lookups must have found nothing before a request without an answer counts as never carried out. Bitso
 * does not say how far its lists lag, nor in which order it checks a request: a repeated one can be refused for the
 * balance that the first one holds.
 */
export const ABSENT_FOR_MS = 5 * 60_000;

/** An order that Bitso or Juno must carry out once. */
export interface Order<Made> {
  /** What they recognize it by. */
  id: string;
  /** Of the transfer that it is for. */
  idempotencyKey: string;
  /** Looks it up, by their own reference if known; undefined if they say that there is none. */
  find(known: Pick<OrderRow, 'reference' | 'requestedAt'> | undefined): Promise<Made | undefined>;
  /** If `find` is not conclusive: throws while something found may be this order. */
  requireAbsent?(known: Pick<OrderRow, 'requestedAt'>): Promise<void>;
  request(): Promise<Made>;
  referenceOf(made: Made): string;
}

/** `unlisted`: they have it by this reference, but do not show it yet. */
export type Placed<Made> = { made: Made } | { unlisted: string };

type Db = Pick<Database, 'read' | 'transaction'>;

/**
 * Places an order once, however often this is called and whatever answers are lost, and returns its state. Every request
 * is stored before it is sent. A refusal is final at once if no earlier request can have been carried out; otherwise
 * nothing more is requested, and it becomes final once lookups have found nothing for ABSENT_FOR_MS. Throws a
 * ProviderFailure of kind `refused` only then, and of kind `unavailable` while the outcome is unknown.
 */
export async function placeOnce<Made>(db: Db, order: Order<Made>): Promise<Placed<Made>> {
  const { id } = order;
  const accept = (reference: string | null) =>
    db.transaction((trx) => repository.markAccepted(trx, { id, reference }));
  const find = async (known: OrderRow | undefined): Promise<Placed<Made> | undefined> => {
    const made = await order.find(known);
    if (made === undefined) return undefined;
    const reference = order.referenceOf(made);
    if (known && known.reference !== reference) await accept(reference);
    return { made };
  };

  const known = await repository.findOrder(db.read, { id });
  if (known?.isRefused) throw refusalOf(known);
  const standing = await find(known);
  if (standing) return standing;
  if (known?.isAccepted) return unlisted(known);
  if (known?.reason) {
    await order.requireAbsent?.(known);
    const isGone = await db.transaction((trx) => repository.noteAbsence(trx, id, ABSENT_FOR_MS));
    throw isGone ? refusalOf(known) : unclear(known.message);
  }
  // Another request was accepted or refused meanwhile, and none is sent after that.
  if (!(await db.transaction((trx) => openRequest(trx, order)))) return placeOnce(db, order);
  try {
    const made = await order.request();
    await accept(order.referenceOf(made));
    return { made };
  } catch (error) {
    if (isTurnedAway(error)) await db.transaction((trx) => repository.closeRequest(trx, { id }));
    if (isUsedBefore(error)) await accept(null);
    else if (!isRefusal(error)) throw error;
    // Another request may have arrived meanwhile: then that one counts, not that this one was refused.
    const other = await find(await repository.findOrder(db.read, { id }));
    if (other) return other;
    if (!isRefusal(error)) throw error;
    const message = wordsOf(error);
    const isFinal = await db.transaction((trx) =>
      repository.markRefused(trx, id, { reason: error.reason, message }),
    );
    throw isFinal ? error : unclear(message);
  }
}

/**
 * Makes sure that an order is not carried out, by the same lookups: throws a ProviderFailure of kind `unavailable` while
 * it may be. `standing` says why an order that was found may still move money, or has; undefined if it ended without.
 */
export async function requireNotPlaced<Made>(
  db: Db,
  order: Pick<Order<Made>, 'id' | 'find' | 'requireAbsent'>,
  standing: (made: Made) => string | undefined,
): Promise<void> {
  const { id } = order;
  const known = await repository.findOrder(db.read, { id });
  if (known?.isRefused) return;
  const made = await order.find(known);
  if (made !== undefined) {
    const why = standing(made);
    if (why !== undefined) throw new ProviderFailure('unavailable', why);
    return;
  }
  if (known?.isAccepted) {
    const as = known.reference === null ? '' : ` as ${known.reference}`;
    throw new ProviderFailure(
      'unavailable',
      `Bitso has accepted it${as}, and does not show it yet: ask again later.`,
    );
  }
  if (!known || known.openRequests === 0) return;
  await order.requireAbsent?.(known);
  if (await db.transaction((trx) => repository.noteAbsence(trx, id, ABSENT_FOR_MS))) return;
  throw new ProviderFailure(
    'unavailable',
    `A request got no answer, and Bitso may have carried it out: ask again in ${ABSENT_FOR_MS / 60_000} minutes, when look-ups have found nothing for that long.`,
  );
}

/**
 * Refuses a key permanently, including requests of attempts in progress. `look` makes sure that no earlier request was or
 * will be carried out.
 */
export async function ruleOutKey(db: Db, key: string, look: () => Promise<void>): Promise<void> {
  if (await findRefusal(db.read, { key })) return;
  const before = await repository.countRequests(db.read, key);
  await look();
  await db.transaction(async (trx) => {
    await repository.lockKey(trx, { key });
    if ((await repository.countRequests(trx, key)) > before) {
      throw new ProviderFailure('unavailable', 'Bitso is being asked to do it now.');
    }
    await recordRefusal(trx, key, { reason: 'OPERATOR_DECIDED', message: 'An operator ruled it out.' });
  });
}

/** Notes a request that is about to be sent, unless its key was refused meanwhile. */
async function openRequest(trx: Trx, { id, idempotencyKey: key }: Order<unknown>): Promise<boolean> {
  await repository.lockKey(trx, { key });
  const refusal = await findRefusal(trx, { key });
  if (refusal) throw new ProviderFailure('refused', refusal.message, { reason: refusal.reason });
  return repository.openRequest(trx, { id, key });
}

function unlisted({ reference }: OrderRow): { unlisted: string } {
  if (reference !== null) return { unlisted: reference };
  throw new ProviderFailure('unavailable', 'Bitso says that it has this order, but does not show it.');
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

function isRefusal(error: unknown): error is ProviderFailure {
  return error instanceof ProviderFailure && error.kind === 'refused';
}
