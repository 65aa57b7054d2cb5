import { randomUUID } from 'node:crypto';
import { Api, ErrorCode, type CreatePaymentLinkRequest, type ErrorEnvelope } from '../client/Api';
import { API_KEY, BASE_URL, run, same, VERSION } from '../checks';

const { v1: payments } = new Api({
  baseUrl: BASE_URL,
  baseApiParams: { headers: { Authorization: `Bearer ${API_KEY}`, 'Service-Version': VERSION } },
});
const keyed = () => ({ headers: { 'Idempotency-Key': randomUUID() } });

async function order(fields: Partial<CreatePaymentLinkRequest>) {
  const body = { amount: '1500.50', currency: 'MXNB', description: 'Order 1042', ...fields };
  return (await payments.createPaymentLink(body as CreatePaymentLinkRequest, keyed())).data;
}

async function list(query: { limit: number; cursor?: string; metadata_pairs?: string[] }) {
  return (await payments.listPaymentLinks(query)).data;
}

void run({
  async main_job() {
    const link = await order({ accepted_methods: ['SPEI'] });
    same(link.amount, '1500.50000000');
    const { data: again } = await payments.getPaymentLink(link.code);
    same([again.status, again.paid_at, again.methods[0]?.quote_status], ['active', null, 'native']);
  },
  async metadata() {
    same((await list({ metadata_pairs: ['batch:250'], limit: 100 })).data.length, 100);
    same((await list({ metadata_pairs: ['batch:250', 'shop:north'], limit: 100 })).data, []);
  },
  async null() {
    const { code } = await order({ return_url: 'https://shop.example/done' });
    const { data } = await payments.updatePaymentLink(code, { return_url: null }, keyed());
    same(data.return_url, null);
  },
  async events() {
    const { data } = await payments.listEvents({ type: 'payment_link.paid' as never });
    const [event] = data.data;
    if (event?.type !== 'payment_link.paid') throw new Error(`there is ${event?.type}`);
    same(event.data.amount, '1500.50000000');
  },
  async error() {
    const answer = await payments.getPaymentLink('PL-0000-0000-0000').catch((reason: unknown) => reason);
    const { error } = (answer as { error: ErrorEnvelope }).error;
    same(error.code, ErrorCode.ERROR_CODE_PAYMENT_LINK_NOT_FOUND);
  },
  async page() {
    const first = await list({ limit: 2 });
    const second = await list({ limit: 2, cursor: first.next_cursor ?? '' });
    same(new Set([...first.data, ...second.data].map(({ code }) => code)).size, 4);
  },
});
