import { randomUUID } from 'node:crypto';
import createClient from 'openapi-fetch';
import type { components, paths } from '../client/schema';
import { API_KEY, BASE_URL, run, same, VERSION } from '../checks';

type Schemas = components['schemas'];

const client = createClient<paths>({
  baseUrl: BASE_URL,
  headers: { Authorization: `Bearer ${API_KEY}`, 'Service-Version': VERSION },
});

async function order(fields: Partial<Schemas['CreatePaymentLinkRequest']>): Promise<Schemas['PaymentLink']> {
  const { data, error } = await client.POST('/v1/payment_links', {
    params: { header: { 'Idempotency-Key': randomUUID() } },
    body: { amount: '1500.50', currency: 'MXNB', description: 'Order 1042', ...fields },
  });
  if (!data) throw new Error(error.error.message);
  return data;
}

async function list(query: { limit: number; cursor?: string; metadata_pairs?: string[] }) {
  const { data, error } = await client.GET('/v1/payment_links', { params: { query } });
  if (!data) throw new Error(error.error.message);
  return data;
}

void run({
  async main_job() {
    const link = await order({ accepted_methods: ['SPEI'] });
    same(link.amount, '1500.50000000');
    const { data } = await client.GET('/v1/payment_links/{code}', { params: { path: { code: link.code } } });
    same([data?.status, data?.paid_at, data?.methods[0]?.quote_status], ['active', null, 'native']);
  },
  async metadata() {
    same((await list({ metadata_pairs: ['batch:250'], limit: 100 })).data.length, 100);
    same((await list({ metadata_pairs: ['batch:250', 'shop:north'], limit: 100 })).data, []);
  },
  async null() {
    const { code } = await order({ return_url: 'https://shop.example/done' });
    const { data } = await client.PATCH('/v1/payment_links/{code}', {
      params: { path: { code }, header: { 'Idempotency-Key': randomUUID() } },
      body: { return_url: null },
    });
    same(data?.return_url, null);
  },
  async events() {
    const { data } = await client.GET('/v1/events', { params: { query: { type: 'payment_link.paid' } } });
    const event = data?.data[0];
    if (event?.type !== 'payment_link.paid') throw new Error(`there is ${event?.type}`);
    same(event.data.amount, '1500.50000000');
  },
  async error() {
    const path = { code: 'PL-0000-0000-0000' };
    const { error } = await client.GET('/v1/payment_links/{code}', { params: { path } });
    if (!error) throw new Error('there is no error');
    same(error.error.code, 'payment_link_not_found' satisfies Schemas['ErrorCode']);
  },
  async page() {
    const first = await list({ limit: 2 });
    const second = await list({ limit: 2, cursor: first.next_cursor ?? '' });
    same(new Set([...first.data, ...second.data].map(({ code }) => code)).size, 4);
  },
});
