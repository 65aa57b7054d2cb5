import type { Money } from '../../../lib/money.ts';
import type { Outcome, Provider, RefundDestination, SentTransfer } from '../../index.ts';
import { carryOut } from './carry-out.ts';
import { listLeft } from './left.ts';
import type { Access, FoundOrder, Order, Standing } from './order.ts';
import type { OrderIds } from './order-ids.ts';
import { ruleOut, whetherEnded } from './rule-out.ts';

type Purpose = 'pay_out' | 'refund';

/** Money that is to be sent to somebody. */
export type TransferOrder = {
  idempotencyKey: string;
  asset: string;
  amount: Money;
  to: RefundDestination;
} & ({ purpose: 'pay_out'; method: string } | { purpose: 'refund'; depositReference: string });

/** How a provider makes transfers, where payouts and refunds are the same to it. */
export interface TransferApi<Made> {
  /** Everything that was asked for: the same order with anything else is a mistake. Must not throw. */
  askedOf(order: TransferOrder): readonly string[];
  /** The body of a request, as an order is prepared. */
  prepare(order: TransferOrder, id: string, signal: AbortSignal): ReturnType<Order<Made>['prepare']>;
  /** Undefined if the provider says that there is none. */
  find(id: string, known: FoundOrder, signal: AbortSignal): Promise<Made | undefined>;
  /** Where looking takes long: an order of which nothing is noted is looked for only before it is ruled out. */
  skipsFirstLook?: true;
  request(id: string, body: string, signal: AbortSignal): Promise<Made>;
  /** Throws a ProviderFailure for a transfer of another amount, or to somebody else, than the body asks for. */
  requireSame(made: Made, body: string): void;
  /** The provider's own id of it. */
  referenceOf(made: Made): string;
  standingOf(made: Made): Standing;
}

/** What the port asks of payouts and refunds. */
export interface Transfers extends Pick<Provider, 'payOut' | 'refund' | 'ruleOut'> {
  /** Of these transfers, by key, those whose money has left. */
  listLeft(sent: readonly SentTransfer[], signal: AbortSignal): Promise<string[]>;
}

/** Makes a transfer once for each key, by an id of ours, and tells what became of its money. */
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
        ...{ id, purpose, idempotencyKey, asked: api.askedOf(order) },
        prepare: () => api.prepare(order, id, signal),
        async find(known, body) {
          if (!known && api.skipsFirstLook) return undefined;
          const made = await api.find(id, known, signal);
          // Also what an earlier database asked for: then it must be the same money.
          if (made !== undefined) api.requireSame(made, body);
          return made;
        },
        async request(body, within) {
          const made = await api.request(id, body, within);
          api.requireSame(made, body);
          return made;
        },
        referenceOf: (made) => api.referenceOf(made),
        standingOf: (made) => api.standingOf(made),
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
          : whetherEnded(access.rail, api.referenceOf(made), api.standingOf(made));
      };
      await ruleOut(access, idempotencyKey, [{ id, purpose, look }]);
    },

    listLeft: (sent, signal) =>
      listLeft(access.db.read, ids.idOf, sent, async (order) => {
        const made = await api.find(order.id, order, signal);
        return made !== undefined && api.standingOf(made).is === 'done';
      }),
  };
}
