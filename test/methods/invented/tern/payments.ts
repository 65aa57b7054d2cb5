import type { Database } from '../../../../src/db/index.ts';
import type { Logger } from '../../../../src/lib/logger.ts';
import {
  PROVIDER_TIMEOUTS_MS,
  ProviderFailure,
  type RefundDestination,
  type ReturnedTransfer,
} from '../../../../src/methods/index.ts';
import { saidOfOrder, wordOf, type Fields } from '../../../../src/methods/providers/http-rail/index.ts';
import {
  createOrderIds,
  createTransfers,
  findOrder,
  type OrderRow,
  type OrderRail,
  type Seen,
  type OrderStatus,
  type Terms,
  type TransferOrder,
  type Transfers,
} from '../../../../src/methods/providers/orders/index.ts';
import {
  amountOf,
  ASSET,
  DECIMALS,
  fieldsOf,
  partOf,
  reasonOf,
  textOf,
  Unreadable,
  type TernClient,
} from './client.ts';

const WATCHED_FOR_MS = 30 * 24 * 3_600_000;

/** Tern recognizes a client id for good, and shows at once what it has answered. */
const TERMS: Terms = {
  answeredWithinMs: PROVIDER_TIMEOUTS_MS.money,
  repeatAfterMs: 0,
  repeatForMs: Infinity,
  absentForMs: 60_000,
};

export const TERN: OrderRail = {
  ...{ provider: 'tern', name: 'Tern', saidBy: saidOfOrder },
  terms: TERMS,
};

export const ids = createOrderIds<'pay_out' | 'refund'>('tern', ['pay_out', 'refund']);

/** Payments to accounts in the US, once for each key; the reference is Tern's id. */
export interface Payments extends Transfers {
  /** By its client id; undefined if Tern has none. */
  find(id: string, signal: AbortSignal, options?: { isBackground: boolean }): Promise<Fields | undefined>;
  /** Of a payment that has come back after it was told as done; undefined for any other. */
  findReturn(payment: Fields): Promise<ReturnedTransfer | undefined>;
}

export function createPayments(db: Database, logger: Logger, client: TernClient): Payments {
  const pathOf = (id: string): string => `/payments/${encodeURIComponent(id)}`;
  const find: Payments['find'] = (id, signal, options) =>
    client.find(pathOf(id), 'payment', signal, { ...options, having: { client_id: id } });
  const transfers = createTransfers<Fields>(
    { db, logger, rail: TERN, ids },
    {
      ...{ requestedOf: askedOf, requireSame, statusOf },
      prepare: (order) => Promise.resolve({ body: bodyOf(order) }),
      find: (id, _known, signal) => find(id, signal),
      request: async (id, body, signal) =>
        fieldsOf(await client.call({ method: 'PUT', path: pathOf(id), body }, signal), 'payment'),
      referenceOf: (payment) => textOf(payment, 'id'),
    },
  );
  return {
    ...transfers,
    find,
    async findReturn(payment) {
      const order = await findOrder(db.read, { id: textOf(payment, 'client_id') });
      return order?.doneAt && payment['state'] === 'returned' ? returnOf(payment) : undefined;
    },
  };
}

function bodyOf({ asset, amount, to: destination }: TransferOrder): string {
  const to = payeeOf(destination);
  if (!to)
    throw new ProviderFailure('refused', 'Tern pays to accounts in the US only.', {
      reason: 'INVALID_DESTINATION',
    });
  if (asset !== ASSET || (amount.decimalPlaces() ?? 0) > DECIMALS)
    throw new ProviderFailure('refused', `Tern carries ${ASSET} with at most ${DECIMALS} decimals.`);
  return JSON.stringify({ amount: amount.toFixed(DECIMALS), currency: ASSET, to });
}

function askedOf({ asset, amount, to }: TransferOrder): string[] {
  return [asset, amount.toFixed(), ...Object.values(payeeOf(to) ?? {})];
}

function payeeOf(to: RefundDestination) {
  if (to === 'sender' || !('bank' in to) || !('routing_number' in to.bank)) return undefined;
  const { account_name: name, account_number: number, routing_number } = to.bank;
  return { name, number, routing_number };
}

function requireSame(payment: Fields, body: string): void {
  const asked = JSON.parse(body) as Fields & { to: { number: string } };
  if (
    !amountOf(payment, 'amount').eq(amountOf(asked, 'amount')) ||
    partOf(payment, 'to')['number'] !== asked.to.number
  )
    throw new Unreadable('another payment than the one asked for');
}

function statusOf(payment: Fields): OrderStatus {
  const state = textOf(payment, 'state');
  switch (state) {
    case 'processing':
      return { is: 'pending' };
    case 'paid':
      return { is: 'done', watchForMs: WATCHED_FOR_MS };
    case 'failed':
    case 'returned':
      return { is: 'refused', ...whyNot(payment), watchForMs: 0 };
    default: {
      const words = `Tern says that ${textOf(payment, 'id')} is ${wordOf(state) ?? 'in an unknown state'}: ask Tern.`;
      return { is: 'pending', waits: { reason: 'OPERATOR', words } };
    }
  }
}

/** How an order that was done stands now; undefined while Tern does not show it. */
export function seenIn({ doneAt }: Pick<OrderRow, 'doneAt'>, payment: Fields | undefined): Seen {
  if (!payment) return { is: 'under_way' };
  if (doneAt && payment['state'] === 'returned') return { is: 'returned', returned: returnOf(payment) };
  if (payment['state'] === 'paid') return { is: 'as_told' };
  return { is: 'otherwise', state: { state: wordOf(payment['state']) } };
}

function returnOf(payment: Fields): ReturnedTransfer {
  const providerReference = textOf(payment, 'id');
  return {
    ...{ providerReference, returnReference: `${providerReference}:return` },
    ...{ asset: ASSET, amount: amountOf(payment, 'amount'), ...whyNot(payment) },
  };
}

function whyNot(payment: Fields): Pick<ReturnedTransfer, 'reason' | 'message'> {
  const [state, code] = [textOf(payment, 'state'), wordOf(payment['reason'])];
  return {
    reason: reasonOf(code) ?? (state === 'returned' ? 'RETURNED' : 'PROVIDER_REFUSED'),
    message: `Tern says that the payment is ${state} (${code ?? 'no reason'}).`,
  };
}
