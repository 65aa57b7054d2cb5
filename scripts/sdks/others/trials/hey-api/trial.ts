import { randomUUID } from 'node:crypto';
import { client } from '../client/client.gen';
import {
  createPaymentLink,
  getPaymentLink,
  listEvents,
  listPaymentLinks,
  updatePaymentLink,
  type CreatePaymentLinkRequest,
  type ErrorCode,
} from '../client';
import { API_KEY, BASE_URL, run, same, VERSION } from '../checks';

client.setConfig({ baseUrl: BASE_URL, auth: API_KEY, headers: { 'Service-Version': VERSION } });

async function order(fields: Partial<CreatePaymentLinkRequest>) {
  const { data } = await createPaymentLink({
    headers: { 'Idempotency-Key': randomUUID() },
    body: { amount: '1500.50', currency: 'MXNB', description: 'Order 1042', ...fields },
    throwOnError: true,
  });
  return data;
}

async function list(query: { limit: number; cursor?: string; metadata_pairs?: string[] }) {
  const { data } = await listPaymentLinks({ query, throwOnError: true });
  return data;
}

void run({
  async main_job() {
    const link = await order({ accepted_methods: ['SPEI'] });
    same(link.amount, '1500.50000000');
    const { data: again } = await getPaymentLink({ path: { code: link.code }, throwOnError: true });
    same([again.status, again.paid_at, again.methods[0]?.quote_status], ['active', null, 'native']);
  },
  async metadata() {
    same((await list({ metadata_pairs: ['batch:250'], limit: 100 })).data.length, 100);
    same((await list({ metadata_pairs: ['batch:250', 'shop:north'], limit: 100 })).data, []);
  },
  async null() {
    const { code } = await order({ return_url: 'https://shop.example/done' });
    const { data } = await updatePaymentLink({
      path: { code },
      headers: { 'Idempotency-Key': randomUUID() },
      body: { return_url: null },
      throwOnError: true,
    });
    same(data.return_url, null);
  },
  async events() {
    const { data } = await listEvents({ query: { type: 'payment_link.paid' }, throwOnError: true });
    const [event] = data.data;
    if (event?.type !== 'payment_link.paid') throw new Error(`there is ${event?.type}`);
    same(event.data.amount, '1500.50000000');
  },
  async error() {
    const { error } = await getPaymentLink({ path: { code: 'PL-0000-0000-0000' } });
    if (!error) throw new Error('there is no error');
    same(error.error.code, 'payment_link_not_found' satisfies ErrorCode);
  },
  async page() {
    const first = await list({ limit: 2 });
    const second = await list({ limit: 2, cursor: first.next_cursor ?? '' });
    same(new Set([...first.data, ...second.data].map(({ code }) => code)).size, 4);
  },
});
