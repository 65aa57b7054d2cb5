import type { Database } from '../../../../src/db/index.ts';
import type { Logger } from '../../../../src/lib/logger.ts';
import { type Balances, type BalancesRequest, type Provider } from '../../../../src/methods/index.ts';
import { createHttpRail, readBook } from '../../../../src/methods/providers/http-rail/index.ts';
import { createOrderWatch } from '../../../../src/methods/providers/orders/index.ts';
import { amountOf, ASSET, createTernClient, textOf, type TernClient, type TernConfig } from './client.ts';
import { createTernNotices } from './notices.ts';
import { confirmDeposit, hasArrived, issueByAccount } from './pay-ins.ts';
import { createPayments, seenIn, TERN, type Payments } from './payments.ts';
import { bookOf } from './statement.ts';

/** An account at Tern as a provider, and its API. */
export interface Tern extends Provider {
  readonly client: TernClient;
}

export function createTern(parts: { db: Database; logger: Logger }, config: TernConfig): Tern {
  const { db, logger } = parts;
  const client = createTernClient(logger, config);
  const payments = createPayments(db, logger, client);
  const book = bookOf(client, payments);
  const provider = createHttpRail('tern', 'Tern', {
    carries: ({ asset, network }) => asset === ASSET && network === null,
    issueInstructions: (request, signal) => issueByAccount(client, request, signal),
    confirmDeposit: ({ providerReference }, signal) => confirmDeposit(client, providerReference, signal),
    payOut: payments.payOut,
    refund: payments.refund,
    ruleOut: payments.ruleOut,
    refundDestination({ payer: { name: account_name, account: account_number, routing_number } }) {
      if (account_name === undefined || account_number === undefined || routing_number === undefined)
        return undefined;
      return { bank: { account_name, account_number, routing_number } };
    },
    notices: createTernNotices(client, payments, config.webhookSecret),
    background: (takeIn) => [
      createOrderWatch({
        ...{ db, logger, rail: TERN, takeIn },
        ask: async (order, signal) =>
          seenIn(order, await payments.find(order.id, signal, { isBackground: true })),
      }),
    ],
    listStatement: (request, signal) => readBook(book, request, signal),
    readBalances: (request, signal) => readTernBalances(client, payments, request, signal),
  });
  return { ...provider, client };
}

/** What has left or arrived meanwhile is looked up afterwards, so that nothing that ends in between is missed. */
async function readTernBalances(
  client: TernClient,
  payments: Payments,
  { sent, seen }: BalancesRequest,
  signal: AbortSignal,
): Promise<Balances> {
  const balance = await client.get('/balance', 'balance', signal, { isBackground: true });
  const holding = {
    ...{ place: 'Tern', asset: ASSET },
    ...{ amount: amountOf(balance, 'amount'), asOf: textOf(balance, 'as_of') },
  };
  const left = await payments.listLeft(sent, signal);
  const absent: string[] = [];
  for (const reference of seen) if (!(await hasArrived(client, reference, signal))) absent.push(reference);
  return { holdings: [holding], unread: [], left, absent };
}
