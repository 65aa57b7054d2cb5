import type { Money } from '../../../lib/money.ts';
import type { Outcome, Provider, RefundDestination, SentTransfer } from '../../index.ts';
import { carryOut } from './carry-out.ts';
import { listLeft } from './left.ts';
import type { Access, FoundOrder, Order, OrderStatus } from './order.ts';
import type { OrderIds } from './order-ids.ts';
import { ruleOut, whetherEnded } from './rule-out.ts';

type Purpose = 'pay_out' | 'refund';

/** Money to be sent to a payee. */
export type TransferOrder = {
  idempotencyKey: string;
  asset: string;
  amount: Money;
  to: RefundDestination;
} & ({ purpose: 'pay_out'; method: string } | { purpose: 'refund'; depositReference: string });

/** A provider's transfers, where payouts and refunds are the same to it. */
export interface TransferApi<Made> {
  /** The complete request, because the same order with a different request is an error. Must not throw. */
  requestedOf(order: TransferOrder): readonly string[];
  /** The body of a request, as an order is prepared. */
  prepare(order: TransferOrder, id: string, signal: AbortSignal): ReturnType<Order<Made>['prepare']>;
  /** Undefined if the provider says that there is none. */
  find(id: string, known: FoundOrder, signal: AbortSignal): Promise<Made | undefined>;
  /** For rails with slow look-ups. An order without a record is looked up only before it is ruled out. */
  skipsFirstLook?: true;
  request(id: string, body: string, signal: AbortSignal): Promise<Made>;
  /** Throws a ProviderFailure for a transfer whose amount or payee differs from the body. */
  requireSame(made: Made, body: string): void;
  /** The provider's own id of it. */
  referenceOf(made: Made): string;
  statusOf(made: Made): OrderStatus;
}

/** The port's calls for payouts and refunds. */
export interface Transfers extends Pick<Provider, 'payOut' | 'refund' | 'ruleOut'> {
  /** The keys of the given transfers whose money has left. */
  listLeft(sent: readonly SentTransfer[], signal: AbortSignal): Promise<string[]>;
}

/** Makes a transfer once for each key, by an id of ours, and returns the state of its money. */
export function createTransfers<Made>(
  { ids, ...access }: Access & { ids: Pick<OrderIds<Purpose>, 'idOf'> },
  api: TransferApi<Made>,
): Transfers {
  const send = (order: TransferOrder, signal: AbortSignal): Promise<Outcome> => {
    const { purpose, idempotencyKey } = order;
    const id = ids.idOf(purpose, idempotencyKey);
    return carryOut<Made>(
      access,
      {
        id,
        purpose,
        idempotencyKey,
        requested: api.requestedOf(order),
        prepare: () => api.prepare(order, id, signal),
        async find(known, body) {
          if (!known && api.skipsFirstLook) return undefined;
          const made = await api.find(id, known, signal);
          // An order of an earlier database must also move the same money.
          if (made !== undefined) api.requireSame(made, body);
          return made;
        },
        async request(body, within) {
          const made = await api.request(id, body, within);
          api.requireSame(made, body);
          return made;
        },
        referenceOf: (made) => api.referenceOf(made),
        statusOf: (made) => api.statusOf(made),
      },
      signal,
    );
  };

  return {
    payOut: ({ destination: to, ...order }, signal) => send({ ...order, to, purpose: 'pay_out' }, signal),
    refund: (order, signal) => send({ ...order, purpose: 'refund' }, signal),

    async ruleOut({ operation: purpose, idempotencyKey }, signal) {
      // Nothing is exchanged here, so no conversion can be under way.
      if (purpose === 'convert') return;
      const id = ids.idOf(purpose, idempotencyKey);
      const look = async (known: FoundOrder) => {
        const made = await api.find(id, known, signal);
        return made === undefined
          ? 'absent'
          : whetherEnded(access.rail, api.referenceOf(made), api.statusOf(made));
      };
      await ruleOut(access, idempotencyKey, [{ id, purpose, look }]);
    },

    listLeft: (sent, signal) =>
      listLeft(access.db.read, ids.idOf, sent, async (order) => {
        const made = await api.find(order.id, order, signal);
        return made !== undefined && api.statusOf(made).is === 'done';
      }),
  };
}
