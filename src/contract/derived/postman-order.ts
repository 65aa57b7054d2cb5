import { findOperation, type Entry } from './postman-variables.ts';

/** A request of the collection. */
export interface Step {
  entry: Entry;
  /** Instead of the operation's example. */
  body?: object;
  /** For a request that is only sent for another one, that request and the reason. */
  preparation?: { neededBy: string; why: string };
}

interface Preparation {
  why: string;
  requests: { operationId: string; body?: object }[];
}

const PAID_LINK = [{ operationId: 'createPaymentLink' }, { operationId: 'simulateDeposit' }];

/** The requests sent before an operation, because nothing else in its folder creates the object that it needs. */
const PREPARATIONS: Record<string, Preparation> = {
  listTransactions: { why: 'A payment that is credited is a transaction.', requests: PAID_LINK },
  listDeposits: { why: 'A payment of a link is a deposit.', requests: PAID_LINK },
  listConversions: {
    why: "A payment in another currency than the link's is converted.",
    requests: [
      {
        operationId: 'createPaymentLink',
        body: { amount: '150.00', currency: 'USDC', description: 'Order 10443' },
      },
      { operationId: 'simulateDeposit' },
    ],
  },
  createRefund: { why: 'Only a paid link can be refunded.', requests: PAID_LINK },
  listWebhookDeliveries: {
    why: 'A link that is paid is an event, which is delivered to the endpoint.',
    requests: PAID_LINK,
  },
  simulateDeposit: {
    why: 'A link can be paid once, and only while it is active.',
    requests: [{ operationId: 'createPaymentLink' }],
  },
  listEvents: { why: 'A link that is paid is an event.', requests: PAID_LINK },
};

/** A folder's requests in the order in which they can be sent, each after its preparations. */
export function inSendingOrder(folder: Entry[], entries: Entry[]): Step[] {
  const inOrder = folder.toSorted((one, other) => rank(one) - rank(other));
  return inOrder.flatMap((entry) => {
    const [, , { operationId, summary = '' }] = entry;
    const { why = '', requests = [] } = PREPARATIONS[operationId] ?? {};
    const before = requests.map(({ operationId: id, ...rest }) => ({
      entry: findOperation(entries, id),
      ...rest,
      preparation: { neededBy: summary, why },
    }));
    return [...before, { entry }];
  });
}

/** Creating comes first, then reading, changing, ending and deleting. */
function rank([, method, { responses, 'x-destructive': isDestructive = false }]: Entry): number {
  if (method === 'POST' && '201' in responses) return 0;
  if (method === 'GET') return 1;
  if (method === 'DELETE') return 4;
  return isDestructive ? 3 : 2;
}
