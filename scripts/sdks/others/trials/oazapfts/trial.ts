import { randomUUID } from 'node:crypto';
import { ok } from '@oazapfts/runtime';
import {
  createPaymentLink,
  defaults,
  getPaymentLink,
  listEvents,
  listPaymentLinks,
  updatePaymentLink,
  type CreatePaymentLinkRequest,
} from '../client';
import { API_KEY, BASE_URL, run, same, VERSION } from '../checks';

defaults.baseUrl = BASE_URL;
defaults.headers = { Authorization: `Bearer ${API_KEY}`, 'Service-Version': VERSION };

function order(fields: Partial<CreatePaymentLinkRequest>) {
  const body = { amount: '1500.50', currency: 'MXNB', description: 'Order 1042', ...fields } as const;
  return ok(createPaymentLink(randomUUID(), body));
}

function list(query: { limit: number; cursor?: string; metadataPairs?: string[] }) {
  return ok(listPaymentLinks(query));
}

void run({
  async main_job() {
    const link = await order({ accepted_methods: ['SPEI'] });
    same(link.amount, '1500.50000000');
    const again = await ok(getPaymentLink(link.code));
    same([again.status, again.paid_at, again.methods[0]?.quote_status], ['active', null, 'native']);
  },
  async metadata() {
    same((await list({ metadataPairs: ['batch:250'], limit: 100 })).data.length, 100);
    same((await list({ metadataPairs: ['batch:250', 'shop:north'], limit: 100 })).data, []);
  },
  async null() {
    const { code } = await order({ return_url: 'https://shop.example/done' });
    same((await ok(updatePaymentLink(code, randomUUID(), { return_url: null }))).return_url, null);
  },
  async events() {
    const [event] = (await ok(listEvents({ $type: 'payment_link.paid' }))).data;
    if (event?.type !== 'payment_link.paid') throw new Error(`there is ${event?.type}`);
    same(event.data.amount, '1500.50000000');
  },
  async error() {
    const answer = await getPaymentLink('PL-0000-0000-0000');
    if (answer.status !== 404) throw new Error(`the status is ${answer.status}`);
    same(answer.data.error.code, 'payment_link_not_found');
  },
  async page() {
    const first = await list({ limit: 2 });
    const second = await list({ limit: 2, cursor: first.next_cursor ?? '' });
    same(new Set([...first.data, ...second.data].map(({ code }) => code)).size, 4);
  },
});
