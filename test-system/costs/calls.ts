import type { Receiver } from '../../test/support/outside/receiver.ts';
import type { TestAccount, TestService } from '../../test/support/service.ts';
import type { Measured } from './meter.ts';

const LINK = { amount: '100.00', currency: 'MXNB', description: 'Order 1', reference: 'order-1' };
/** More than are paid, cancelled, changed or deleted. */
const LINKS = 200;
export const WEBHOOKS = 3;
/** By workers, not by a call. */
export const DELIVERIES = 'the deliveries to three webhooks';

/** The calls, and what workers do, whose costs are recorded. */
export async function prepareCalls(
  service: TestService,
  receiver: Receiver,
): Promise<Record<string, Measured>> {
  const [account, told] = [await service.createAccount(), await service.createAccount()];
  const { api } = account;
  for (let i = 0; i < WEBHOOKS; i++)
    await told.api.post('/v1/webhook_endpoints', { url: `${receiver.url}/hooks` });
  const next = await stockOf(account);
  const nextTold = await stockOf(told);
  const code = next();
  let cancelled = '';
  const idempotencyKey = 'the-same-key-again';
  const pay = (by: TestAccount, link: string) =>
    by.api.post(`/v1/test_helpers/payment_links/${link}/deposit`, { method: 'SPEI' });
  const { body: deposit } = await pay(account, next());
  return {
    listBalances: { call: () => api.get('/v1/balances') },
    getPaymentLink: { call: () => api.get(`/v1/payment_links/${code}`) },
    listPaymentLinks: { call: () => api.get('/v1/payment_links?limit=25') },
    createPaymentLink: { call: () => api.post('/v1/payment_links', LINK) },
    'createPaymentLink with a key used before': {
      call: () => api.post('/v1/payment_links', LINK, { idempotencyKey }),
    },
    updatePaymentLink: {
      call: () => api.patch(`/v1/payment_links/${next()}`, { description: 'Order 2' }),
    },
    cancelPaymentLink: { call: () => api.post(`/v1/payment_links/${next()}/cancel`) },
    deletePaymentLink: {
      prepare: async () => {
        cancelled = next();
        await api.post(`/v1/payment_links/${cancelled}/cancel`);
      },
      call: () => api.delete(`/v1/payment_links/${cancelled}`),
    },
    createQrCode: { call: () => api.post('/v1/qr_codes', { name: 'Counter', currency: 'MXNB' }) },
    'simulateDeposit that pays a link': { call: () => pay(account, next()) },
    'simulateDeposit that pays a link, with three webhooks': { call: () => pay(told, nextTold()) },
    [DELIVERIES]: {
      prepare: () => pay(told, nextTold()),
      call: () => service.workers.deliveries.runOnce(),
    },
    getDeposit: { call: () => api.get(`/v1/deposits/${String(deposit.id)}`) },
    listDeposits: { call: () => api.get('/v1/deposits?limit=25') },
    listTransactions: { call: () => api.get('/v1/transactions?limit=25') },
    listEvents: { call: () => api.get('/v1/events?limit=25') },
    postPing: { call: () => api.post('/v1/ping') },
    'a call with a key that does not exist': {
      call: () => service.client(`sk_test_${'x'.repeat(16)}_${'x'.repeat(32)}`).get('/v1/balances'),
    },
  };
}

/** Gives the code of an unpaid link each time. */
async function stockOf({ api }: TestAccount): Promise<() => string> {
  const codes: string[] = [];
  while (codes.length < LINKS) codes.push(String((await api.post('/v1/payment_links', LINK)).body.code));
  return () => {
    const code = codes.pop();
    if (code === undefined) throw new Error('there are no more links: raise LINKS');
    return code;
  };
}
