import { randomUUID } from 'node:crypto';
import axios, { isAxiosError } from 'axios';
import {
  createPaymentLink,
  ErrorCode,
  getPaymentLink,
  listEvents,
  listPaymentLinks,
  updatePaymentLink,
  type CreatePaymentLinkRequest,
  type ErrorEnvelope,
  type ListPaymentLinksParams,
} from '../client';
import { API_KEY, BASE_URL, run, same, VERSION } from '../checks';

axios.defaults.baseURL = BASE_URL;
axios.defaults.headers.common = { Authorization: `Bearer ${API_KEY}`, 'Service-Version': VERSION };

const keyed = () => ({ headers: { 'Idempotency-Key': randomUUID() } });

async function order(fields: Partial<CreatePaymentLinkRequest>) {
  const body = { amount: '1500.50', currency: 'MXNB', description: 'Order 1042', ...fields } as const;
  return (await createPaymentLink(body, keyed())).data;
}

async function list(params: ListPaymentLinksParams) {
  return (await listPaymentLinks(params)).data;
}

void run({
  async main_job() {
    const link = await order({ accepted_methods: ['SPEI'] });
    same(link.amount, '1500.50000000');
    const { data: again } = await getPaymentLink(link.code);
    same([again.status, again.paid_at, again.methods[0]?.quote_status], ['active', null, 'native']);
  },
  async metadata() {
    same((await list({ metadata_pairs: ['batch:250'], limit: 100 })).data.length, 100);
    same((await list({ metadata_pairs: ['batch:250', 'shop:north'], limit: 100 })).data, []);
  },
  async null() {
    const { code } = await order({ return_url: 'https://shop.example/done' });
    same((await updatePaymentLink(code, { return_url: null }, keyed())).data.return_url, null);
  },
  async events() {
    const [event] = (await listEvents({ type: 'payment_link.paid' })).data.data;
    if (event?.type !== 'payment_link.paid') throw new Error(`there is ${event?.type}`);
    same(event.data.amount, '1500.50000000');
  },
  async error() {
    const error: unknown = await getPaymentLink('PL-0000-0000-0000').catch((reason: unknown) => reason);
    if (!isAxiosError<ErrorEnvelope>(error)) throw new Error('there is no error');
    same(error.response?.data.error.code, ErrorCode.ERROR_CODE_PAYMENT_LINK_NOT_FOUND);
  },
  async page() {
    const first = await list({ limit: 2 });
    const second = await list({ limit: 2, cursor: first.next_cursor ?? '' });
    same(new Set([...first.data, ...second.data].map(({ code }) => code)).size, 4);
  },
});
