import { randomUUID } from 'node:crypto';
import { OPERATOR } from '../../../src/audit-log/record.ts';
import { money } from '../../../src/lib/money.ts';
import { createApiRefunds } from '../../../src/treasury/api-refunds.ts';
import type { TransferKindName } from '../../../src/transfers/transfer.ts';
import { recordTransfer, type TransferFields } from '../../transfers/transfers.ts';
import type { Answer } from '../client.ts';
import { until } from '../poll.ts';
import { addressOf, requiredQuery, type SampleRequest } from './sample-requests.ts';
import type { TestAccount } from '../service.ts';

/** Gets what was made for the preceding parameters. */
type Maker = (account: TestAccount, made: Record<string, string>) => Promise<string>;

/**
 * Makes the resource that a path parameter names, by the path up to that parameter. A new kind of resource needs a
 * maker here; the tests over all operations fail until it has one.
 */
const MAKERS: Record<string, Maker> = {
  '/v1/payment_links/{code}': createLink,
  '/v1/test_helpers/payment_links/{code}': createLink,
  '/v1/payment_links/{code}/methods/{method}': () => Promise.resolve('SPEI'),
  '/v1/customers/{id}': createCustomer,
  '/v1/qr_codes/{id}': createCode,
  '/v1/transactions/{id}': async (account) => {
    await payLink(account);
    return (await account.api.get('/v1/transactions?limit=1')).body.data[0].id as string;
  },
  '/v1/deposits/{id}': payLink,
  '/v1/withdrawals/{id}': (account) => makeTransfer(account, 'withdrawal'),
  '/v1/conversions/{id}': (account) => makeTransfer(account, 'conversion'),
  '/v1/refunds/{id}': async (account) =>
    makeTransfer(account, 'refund', { depositId: await payLink(account) }),
  '/v1/request_logs/{request_id}': async ({ api }) => {
    const requestId = (await api.get('/v1/ping')).headers.get('x-request-id')!;
    const isLogged = async () => (await api.get(`/v1/request_logs/${requestId}`)).status === 200;
    await until(isLogged, { what: 'the call is in the log' });
    return requestId;
  },
  '/v1/webhook_endpoints/{id}': createEndpoint,
  '/v1/webhook_endpoints/{id}/deliveries/{delivery_id}': async (account, { id }) => {
    const endpoint = id ?? (await createEndpoint(account));
    await payLink(account);
    const { body } = await account.api.get(`/v1/webhook_endpoints/${endpoint}/deliveries?limit=1`);
    return body.data[0].id as string;
  },
  '/v1/events/{id}': async (account) => {
    await payLink(account);
    return (await account.api.get('/v1/events?limit=1')).body.data[0].id as string;
  },
};

/** For operations that need a resource in a different state than a new one. */
const MAKERS_BY_PARAMETER: Record<string, Maker> = {
  'listWebhookDeliveries.id': async (account) => {
    const id = await createEndpoint(account);
    await payLink(account);
    return id;
  },
  'listQrCodeCollections.id': async (account) => {
    const id = await createCode(account);
    await collect(account, id);
    await collect(account, id);
    return id;
  },
  'deletePaymentLink.code': async (account) => {
    const code = await createLink(account);
    await account.api.post(`/v1/payment_links/${code}/cancel`);
    return code;
  },
};

/** Makes what a field of a body names, by operation and field. */
const MAKERS_OF_FIELDS: Record<string, Maker> = {
  'createPaymentLink.customer_id': createCustomer,
  'updatePaymentLink.customer_id': createCustomer,
  'createRefund.payment_link': async (account) => {
    await allowRefunds(account);
    return (await payLarge(account)).code;
  },
  'createRefund.deposit': async (account) => {
    await allowRefunds(account);
    return (await payLarge(account, '1000')).deposit;
  },
};

/** The body of an example, with what it names made. */
export async function bodyFor<B extends Record<string, unknown>>(
  operation: Pick<SampleRequest, 'id'>,
  account: TestAccount,
  body: B,
): Promise<B> {
  const made: Record<string, unknown> = {};
  for (const name of Object.keys(body)) {
    const maker = MAKERS_OF_FIELDS[`${operation.id}.${name}`];
    if (maker) made[name] = await maker(account, {});
  }
  return { ...body, ...made };
}

/** Makes resources on which the operation succeeds, and returns its path parameters. */
export async function belongingsFor(
  operation: SampleRequest,
  account: TestAccount,
): Promise<Record<string, string>> {
  const params: Record<string, string> = {};
  for (const { name } of operation.pathParams) {
    const prefix = operation.path.slice(0, operation.path.indexOf(`{${name}}`) + name.length + 2);
    const maker = MAKERS_BY_PARAMETER[`${operation.id}.${name}`] ?? MAKERS[prefix];
    if (!maker) throw new Error(`${operation.id}: test/support/data/belongings.ts cannot make a ${prefix}`);
    const value = await maker(account, params);
    if (!value) throw new Error(`${operation.id}: failed to make a ${prefix}`);
    params[name] = value;
  }
  return params;
}

/** Gives the account more than one of everything that can be listed. */
export async function fillLists(account: TestAccount): Promise<void> {
  for (const make of Object.values(MAKERS)) {
    await make(account, {});
    await make(account, {});
  }
}

/** The account's cursor for the second page of this list. */
export async function cursorFor(
  operation: SampleRequest,
  account: TestAccount,
  belongings: Record<string, string>,
): Promise<string> {
  const address = addressOf(operation, belongings, { ...requiredQuery(operation), limit: '1' });
  const page: Answer = await account.api.get(address);
  if (typeof page.body.next_cursor !== 'string') {
    throw new Error(
      `${operation.id}: fillLists() of test/support/data/belongings.ts does not give it a second page`,
    );
  }
  return page.body.next_cursor;
}

async function createLink({ api }: TestAccount): Promise<string> {
  const { body } = await api.post('/v1/payment_links', {
    amount: '150',
    currency: 'MXNB',
    description: 'Order 7',
  });
  return body.code as string;
}

async function createCustomer({ api }: TestAccount): Promise<string> {
  return (await api.post('/v1/customers', { name: 'Ana Ruiz', reference: randomUUID() })).body.id as string;
}

async function createCode({ api }: TestAccount): Promise<string> {
  const { body } = await api.post('/v1/qr_codes', {
    name: 'Till 4',
    external_reference: randomUUID(),
    currency: 'MXNB',
    fixed_amount: '150',
  });
  return body.id as string;
}

async function collect({ api }: TestAccount, id: string): Promise<void> {
  const { body } = await api.get(`/v1/qr_codes/${id}`);
  const scanned = await fetch(body.url as string, { redirect: 'manual' });
  const code = scanned.headers.get('location')?.replace('/pay/', '');
  await api.post(`/v1/test_helpers/payment_links/${code}/deposit`, { method: 'SPEI' });
}

async function createEndpoint({ api }: TestAccount): Promise<string> {
  const { body } = await api.post('/v1/webhook_endpoints', { url: 'https://hooks.example.com/' });
  return body.id as string;
}

async function payLink(account: TestAccount): Promise<string> {
  const code = await createLink(account);
  const { body } = await account.api.post(`/v1/test_helpers/payment_links/${code}/deposit`, {
    method: 'SPEI',
  });
  return body.id as string;
}

/** A link that was paid or, with another amount, the unmatched deposit. */
async function payLarge({ api }: TestAccount, amount?: string): Promise<{ code: string; deposit: string }> {
  const { body: link } = await api.post('/v1/payment_links', {
    amount: '1500',
    currency: 'MXNB',
    description: 'Order 8',
  });
  const path = `/v1/test_helpers/payment_links/${link.code}/deposit`;
  const { body } = await api.post(path, { method: 'SPEI', ...(amount !== undefined && { amount }) });
  return { code: link.code, deposit: body.id };
}

async function allowRefunds({ id, foundation }: TestAccount): Promise<void> {
  const limit = { currency: 'MXN', amount: money('100000') };
  const apiRefunds = createApiRefunds({ panelUrl: () => '' });
  await foundation.db.transaction((trx) => apiRefunds.set(trx, id, OPERATOR, limit));
}

async function makeTransfer(
  { id, foundation }: TestAccount,
  ...transfer: [kind: TransferKindName, fields?: Partial<TransferFields>]
): Promise<string> {
  return (await recordTransfer(foundation.db, id, ...transfer)).id;
}
