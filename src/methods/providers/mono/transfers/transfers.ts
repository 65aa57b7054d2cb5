import type { Database } from '../../../../db/index.ts';
import { wordsOf } from '../../../../lib/errors/words.ts';
import type { Logger } from '../../../../lib/logger.ts';
import type { Money } from '../../../../lib/money.ts';
import {
  type Outcome,
  ProviderFailure,
  type RefundDestination,
  type ReturnedTransfer,
} from '../../../index.ts';
import type { MonoClient } from '../client/client.ts';
import { isTurnedAway, isUsedBefore } from '../client/errors.ts';
import { amountOf, ASSET, idOf, inCentavos, listOf, Unreadable, type Fields } from '../client/fields.ts';
import { getTransfer, listTransfers, pendingOn, standingOf, TRANSFERS_PATH, transferIn } from './api.ts';
import { externalIdOf, type Purpose } from './external-ids.ts';
import * as repository from './repository.ts';
import type { TransferRow } from './repository.ts';

/**
 * For how long look-ups must have found nothing before a request without an answer is repeated. Whether Mono takes an id
 * twice is not documented, nor how far its lists lag.
 */
export const ABSENT_FOR_MS = 60_000;
/** Longer, before it counts as never carried out. */
const GONE_FOR_MS = 5 * 60_000;
const DAY_MS = 24 * 3_600_000;
/** What is done may be reversed, and Mono does not say how it tells. */
export const WATCH_DONE = { watchForMs: 7 * DAY_MS, everyMs: DAY_MS };
/** What failed without an answer from the network could still go through. */
export const WATCH_REFUSED = { watchForMs: DAY_MS, everyMs: 10 * 60_000 };
const UNWATCHED = { watchForMs: 0, everyMs: 0 };
/** A key of Bre-B. */
const KEY = /^[\x21-\x7e]{1,92}$/;

/** Pesos that are to be sent to a key. */
export interface TransferOrder {
  idempotencyKey: string;
  purpose: Purpose;
  asset: string;
  amount: Money;
  to: RefundDestination;
}

export interface MonoTransfers {
  /** Sends pesos once for each key, and returns the state; the reference is Mono's `bbot_` id. Throws a ProviderFailure. */
  send(order: TransferOrder, signal: AbortSignal): Promise<Outcome>;
  /** Refuses a key for good. Throws a ProviderFailure of kind `unavailable` while it may be carried out, or if it was. */
  ruleOut(purpose: Purpose, idempotencyKey: string, signal: AbortSignal): Promise<void>;
  /** Of these keys, those whose money has left. */
  listLeft(orders: readonly { purpose: Purpose; key: string }[], signal: AbortSignal): Promise<string[]>;
  /** Notes that Mono has reversed a transfer; what is to be reported, undefined for one that was never told as done. */
  takeBack(transfer: Fields): Promise<ReturnedTransfer | undefined>;
}

export function createMonoTransfers({
  db,
  client,
  logger,
  sendingAccount,
  absentForMs = ABSENT_FOR_MS,
}: {
  db: Pick<Database, 'read' | 'transaction'>;
  client: MonoClient;
  logger: Logger;
  sendingAccount: string;
  absentForMs?: number | undefined;
}): MonoTransfers {
  const bodyOf = ({ amount, to }: TransferOrder, externalId: string): string => {
    if (to === 'sender' || !('key' in to)) throw noKey();
    const { holder } = to;
    return JSON.stringify({
      tenant_account_id: sendingAccount,
      transfers: [
        {
          ...{ external_id: externalId, amount: inCentavos(amount) },
          query: { format: 'plain_key', value: to.key },
          ...(holder === undefined ? {} : { expected_creditor: holder }),
        },
      ],
    });
  };

  const find = async (
    row: TransferRow | undefined,
    id: string,
    signal: AbortSignal,
  ): Promise<Fields | undefined> => {
    if (row && row.reference !== null) {
      const found = await getTransfer(client, row.reference, signal);
      if (found) return found;
    }
    const [first, ...others] = await listTransfers(client, id, signal);
    if (others.length > 0) {
      logger.error('Mono has several transfers of one id: money may have been sent twice', {
        external_id: id,
        transfers: [first, ...others].map((one) => one?.['id']),
      });
      throw new ProviderFailure(
        'unavailable',
        `Mono has several transfers of ${id}: ask Mono which were carried out.`,
      );
    }
    return first;
  };

  /** The outcome that was told first stays, whatever Mono says later. */
  const toOutcome = async (id: string, transfer: Fields): Promise<Outcome> => {
    const reference = idOf(transfer, 'id', 'bbot');
    await db.transaction((trx) => repository.markAccepted(trx, { id, reference }));
    const standing = standingOf(transfer);
    switch (standing.is) {
      case 'pending':
        return pendingOn(reference);
      case 'unclear':
        return pendingOn(reference, standing.words);
      case 'done':
        await db.transaction((trx) => repository.markDone(trx, { id, reference, ...WATCH_DONE }));
        break;
      case 'reversed': {
        const message = 'Mono has reversed the transfer.';
        const failed = { id, reference, reason: 'RETURNED', message, ...UNWATCHED } as const;
        await db.transaction((trx) => repository.markFailed(trx, failed));
        break;
      }
      case 'refused': {
        const { reason, message, mayStillMove } = standing;
        const watch = mayStillMove ? WATCH_REFUSED : UNWATCHED;
        await db.transaction((trx) =>
          repository.markFailed(trx, { id, reference, reason, message, ...watch }),
        );
      }
    }
    const told = settled(await repository.findTransfer(db.read, { id }));
    if (!told) throw new Error('an outcome was not written');
    return told;
  };

  const requestOnce = async (order: TransferOrder, id: string, signal: AbortSignal): Promise<Outcome> => {
    const { idempotencyKey: key } = order;
    const body = await db.transaction(async (trx) => {
      await repository.lockKey(trx, { key });
      return repository.openRequest(trx, { id, key, body: bodyOf(order, id), absentForMs });
    });
    // Another call is at it, or a request got no answer: what became of it must be found first.
    if (body === undefined) return settled(await repository.findTransfer(db.read, { id })) ?? pendingOn(null);
    let made: Fields;
    try {
      const call = { method: 'POST', path: TRANSFERS_PATH, body, idempotencyKey: id } as const;
      made = transferIn(await client.call(call, signal), id);
    } catch (error) {
      if (isTurnedAway(error)) await db.transaction((trx) => repository.closeRequest(trx, { id }));
      if (!isUsedBefore(error) && !isRefusal(error)) throw error;
      // An id that was used before may be rejected for that: then what is there counts.
      const there = await find(await repository.findTransfer(db.read, { id }), id, signal);
      if (there) return toOutcome(id, there);
      if (!isRefusal(error)) throw error;
      const { reason } = error;
      const row = await db.transaction((trx) =>
        repository.markRejected(trx, { id, reason, message: wordsOf(error) }),
      );
      return settled(row) ?? pendingOn(null);
    }
    requireSame(made, body);
    return toOutcome(id, made);
  };

  return {
    async send(order, signal) {
      requireSendable(order);
      const id = externalIdOf(order.purpose, order.idempotencyKey);
      const row = await repository.findTransfer(db.read, { id });
      const told = settled(row);
      if (told) return told;
      if (row && row.body !== null) requireSameOrder(row.body, order);
      const there = await find(row, id, signal);
      if (there) {
        // Also what an earlier database asked for: then it must be the same money.
        requireSame(there, row?.body ?? bodyOf(order, id));
        if (!row) await adopt(order, id);
        return toOutcome(id, there);
      }
      if (row?.isAccepted) return pendingOn(row.reference);
      if (row?.isOpen || row?.reason) {
        const absent = await db.transaction((trx) => repository.noteAbsence(trx, id, GONE_FOR_MS));
        const gone = settled(absent);
        if (gone) return gone;
        if (row.reason) return pendingOn(null);
      }
      return requestOnce(order, id, signal);
    },

    async ruleOut(purpose, key, signal) {
      const id = externalIdOf(purpose, key);
      const row = await repository.findTransfer(db.read, { id });
      if (row?.refusedAt) return;
      const there = row?.doneAt ? undefined : await find(row, id, signal);
      if (there && row) await toOutcome(id, there).catch(ignoreRefusal);
      else if (there)
        throw new ProviderFailure('unavailable', `Mono has it as ${idOf(there, 'id', 'bbot')}.`);
      else if (row?.isOpen || row?.reason) {
        await db.transaction(async (trx) => {
          await repository.noteAbsence(trx, id, GONE_FOR_MS);
          await repository.closeAbsent(trx, { id, forMs: GONE_FOR_MS });
        });
      }
      const refusal = { reason: 'OPERATOR_DECIDED', message: 'An operator ruled it out.' } as const;
      const isRuledOut = await db.transaction(async (trx) => {
        await repository.lockKey(trx, { key });
        return repository.markRuledOut(trx, { id, key, ...refusal });
      });
      if (isRuledOut) return;
      const now = await repository.findTransfer(db.read, { id });
      if (!now?.refusedAt) throw new ProviderFailure('unavailable', whyNot(now));
    },

    async listLeft(orders, signal) {
      const left: string[] = [];
      for (const { purpose, key } of orders) {
        const id = externalIdOf(purpose, key);
        const row = await repository.findTransfer(db.read, { id });
        if (!row || row.refusedAt) continue;
        const there = row.doneAt ? undefined : await find(row, id, signal);
        if (row.doneAt || (there && standingOf(there).is === 'done')) left.push(key);
      }
      return left;
    },

    async takeBack(transfer) {
      const [row] = await repository.listByReferences(db.read, [idOf(transfer, 'id', 'bbot')]);
      if (!row?.doneAt) return undefined;
      const words = 'Mono has reversed the transfer after it was carried out.';
      const returned = await db.transaction((trx) => repository.markReturned(trx, row.id, words));
      return returned && returnOf(returned);
    },
  };

  /** Our own records may be younger than the transfer: it is written down as requested. */
  async function adopt(order: TransferOrder, id: string): Promise<void> {
    const { idempotencyKey: key } = order;
    await db.transaction((trx) =>
      repository.openRequest(trx, { id, key, body: bodyOf(order, id), absentForMs }),
    );
  }
}

/** What was returned, by the request that was sent. */
export function returnOf({ body, reference, returnedWords }: TransferRow): ReturnedTransfer {
  if (body === null || reference === null || returnedWords === null)
    throw new Error('a return without a transfer');
  return {
    ...{ providerReference: reference, returnReference: `${reference}:reversed`, asset: ASSET },
    ...{ amount: sentBy(body).amount, reason: 'RETURNED', message: returnedWords },
  };
}

function requireSendable({ asset, amount, to }: TransferOrder): void {
  if (asset !== ASSET) throw new ProviderFailure('refused', `Bre-B carries no ${asset}.`);
  if (to === 'sender' || !('key' in to) || !KEY.test(to.key)) throw noKey();
  inCentavos(amount);
}

function noKey(): ProviderFailure {
  return new ProviderFailure('refused', 'Bre-B sends pesos to keys only.', { reason: 'INVALID_DESTINATION' });
}

/** The outcome that callers were told, or will be; throws if it is a refusal. Undefined while it is open. */
function settled(row: TransferRow | undefined): Outcome | undefined {
  if (!row) return undefined;
  const { doneAt, refusedAt, reference, reason, message } = row;
  if (doneAt && reference !== null) return { status: 'done', providerReference: reference };
  if (!refusedAt) return undefined;
  throw new ProviderFailure('refused', message ?? '', { reason: reason ?? 'PROVIDER_REFUSED' });
}

/** What a request asks for. */
function sentBy(body: string): { amount: Money; key: unknown } {
  const [transfer] = listOf((JSON.parse(body) as Fields)['transfers'], 'transfers');
  if (!transfer) throw new Error('a request without a transfer');
  return { amount: amountOf(transfer, 'amount'), key: (transfer['query'] as Fields)['value'] };
}

function requireSameOrder(body: string, { amount, to }: TransferOrder): void {
  const sent = sentBy(body);
  if (!sent.amount.eq(amount) || to === 'sender' || !('key' in to) || sent.key !== to.key)
    throw new ProviderFailure('unavailable', 'The idempotency key was used for another transfer.');
}

/** A transfer of another amount, or to another key, under our id is not ours to speak of. */
function requireSame(transfer: Fields, body: string): void {
  const { amount, key } = sentBy(body);
  const { value = key } = Object(transfer['query']) as Fields;
  if (!amountOf(transfer, 'amount').eq(amount) || value !== key)
    throw new Unreadable('another transfer than the one asked for');
}

function whyNot(row: TransferRow | undefined): string {
  const reference = row?.reference ?? undefined;
  if (row?.doneAt) return `It was done: resolve it with --settled ${reference ?? ''}.`;
  if (row?.isAccepted)
    return `It is under way at Mono as ${reference ?? 'an unknown id'}: resolve it with --retry to go on asking.`;
  return `A request got no answer, and Mono may have carried it out: ask again in ${GONE_FOR_MS / 60_000} minutes, when look-ups have found nothing for that long.`;
}

function isRefusal(error: unknown): error is ProviderFailure {
  return error instanceof ProviderFailure && error.kind === 'refused';
}

function ignoreRefusal(error: unknown): void {
  if (!isRefusal(error)) throw error;
}
