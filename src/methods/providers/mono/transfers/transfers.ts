import { wordOf } from '../../http-rail/index.ts';
import type { Database } from '../../../../db/index.ts';
import type { Logger } from '../../../../lib/logger.ts';
import type { Money } from '../../../../lib/money.ts';
import { ProviderFailure, type ReturnedTransfer } from '../../../index.ts';
import {
  createTransfers,
  type FoundOrder,
  listOrders,
  markReturned,
  type OrderRow,
  type OrderRail,
  type Seen,
  type TransferOrder,
  type Transfers,
} from '../../orders/index.ts';
import type { MonoClient } from '../client/client.ts';
import { amountOf, ASSET, idOf, inCentavos, listOf, Unreadable, type Fields } from '../client/fields.ts';
import { getTransfer, isReversed, listTransfers, statusOf, TRANSFERS, transferIn } from './api.ts';
import { externalIdOf } from './rail.ts';

const REVERSED = 'Mono has reversed the transfer after it was carried out.';
/** A key of Bre-B. */
const KEY = /^[\x21-\x7e]{1,92}$/;

/** Pesos to keys, once for each of ours; the reference is Mono's `bbot_` id. */
export interface MonoTransfers extends Transfers {
  /**
   * Records that Mono has reversed a transfer; returns the report, or undefined for one that was never reported as
   * done.
   */
  takeBack(transfer: Fields): Promise<ReturnedTransfer | undefined>;
}

export function createMonoTransfers({
  db,
  client,
  logger,
  rail,
  sendingAccount,
}: {
  db: Pick<Database, 'read' | 'transaction'>;
  client: MonoClient;
  logger: Logger;
  rail: OrderRail;
  sendingAccount: string;
}): MonoTransfers {
  const transfers = createTransfers<Fields>(
    { db, logger, rail, ids: { idOf: externalIdOf } },
    {
      requestedOf: askedOf,
      find: (id, known, signal) => find({ client, logger }, id, known, signal),
      request: (id, body, signal) => request(client, id, body, signal),
      requireSame,
      statusOf,
      prepare: (order, id) => Promise.resolve({ body: bodyOf(sendingAccount, order, id) }),
      referenceOf: (transfer) => idOf(transfer, 'id', 'bbot'),
    },
  );

  return {
    ...transfers,

    async takeBack(transfer) {
      const references = [idOf(transfer, 'id', 'bbot')];
      const [order] = await listOrders(db.read, { provider: rail.provider, references });
      if (!order?.doneAt) return undefined;
      const returned = await db.transaction((trx) => markReturned(trx, { id: order.id, words: REVERSED }));
      return returned && returnOf(returned);
    },
  };
}

/** Throws a ProviderFailure for an order that Bre-B cannot carry. */
function bodyOf(sendingAccount: string, { asset, amount, to }: TransferOrder, externalId: string): string {
  if (asset !== ASSET) throw new ProviderFailure('refused', `Bre-B carries no ${asset}.`);
  if (to === 'sender' || !('key' in to) || !KEY.test(to.key)) throw noKey();
  const { holder } = to;
  return JSON.stringify({
    tenant_account_id: sendingAccount,
    transfers: [
      {
        external_id: externalId,
        amount: inCentavos(amount),
        query: { format: 'plain_key', value: to.key },
        ...(holder === undefined ? {} : { expected_creditor: holder }),
      },
    ],
  });
}

/** The transfer of an order at Mono, by its reference or else by our id of it; undefined if Mono has none. */
async function find(
  { client, logger }: { client: MonoClient; logger: Logger },
  id: string,
  known: FoundOrder,
  signal: AbortSignal,
): Promise<Fields | undefined> {
  if (typeof known?.reference === 'string') {
    const found = await getTransfer(client, known.reference, signal);
    if (found) return found;
  }
  const [first, ...others] = await listTransfers(client, id, signal);
  if (others.length > 0) {
    logger.error('duplicate transfers at Mono; money may have been sent twice', {
      external_id: id,
      transfers: [first, ...others].map((one) => one?.['id']),
    });
    throw new ProviderFailure(
      'unavailable',
      `Mono has several transfers of ${id}: ask Mono which were carried out.`,
    );
  }
  return first;
}

async function request(client: MonoClient, id: string, body: string, signal: AbortSignal): Promise<Fields> {
  const call = { method: 'POST', path: TRANSFERS.path, body, idempotencyKey: id } as const;
  return transferIn(await client.call(call, signal), id);
}

/** The present state of an order with a reported outcome, by its transfer; undefined while Mono does not show it. */
export function seenIn(order: OrderRow, transfer: Fields | undefined): Seen {
  if (!transfer) return { is: 'under_way' };
  const cameBack = isReversed(transfer);
  if (order.doneAt && cameBack)
    return { is: 'returned', returned: returnOf({ ...order, returnedWords: REVERSED }) };
  if (!cameBack && statusOf(transfer).is === (order.doneAt ? 'done' : 'refused')) return { is: 'as_told' };
  const [state, state_reason] = [wordOf(transfer['state']), wordOf(transfer['state_reason'])];
  return { is: 'otherwise', state: { state, state_reason } };
}

/** The returned amount, by the request that was sent. */
export function returnOf({
  body,
  reference,
  returnedWords,
}: Pick<OrderRow, 'body' | 'reference' | 'returnedWords'>): ReturnedTransfer {
  if (body === null || reference === null || returnedWords === null)
    throw new Error('a return without a transfer');
  return {
    providerReference: reference,
    returnReference: `${reference}:reversed`,
    asset: ASSET,
    amount: sentBy(body).amount,
    reason: 'RETURNED',
    message: returnedWords,
  };
}

function noKey(): ProviderFailure {
  return new ProviderFailure('refused', 'Bre-B sends pesos to keys only.', { reason: 'INVALID_DESTINATION' });
}

/** The contents of a request. */
function sentBy(body: string): { amount: Money; key: unknown } {
  const [transfer] = listOf((JSON.parse(body) as Fields)['transfers'], 'transfers');
  if (!transfer) throw new Error('a request without a transfer');
  return { amount: amountOf(transfer, 'amount'), key: (transfer['query'] as Fields)['value'] };
}

function askedOf({ asset, amount, to }: TransferOrder): string[] {
  const money = [asset, amount.toFixed()];
  if (to === 'sender' || !('key' in to)) return money;
  const { document_type = '', document_number = '' } = to.holder ?? {};
  return [...money, to.key, document_type, document_number];
}

/** A transfer of another amount, or to another key, under our id cannot be ours. */
function requireSame(transfer: Fields, body: string): void {
  const { amount, key } = sentBy(body);
  const { value = key } = Object(transfer['query']) as Fields;
  if (!amountOf(transfer, 'amount').eq(amount) || value !== key)
    throw new Unreadable('another transfer than the one asked for');
}
