import { randomUUID } from 'node:crypto';
import { isAxiosError } from 'axios';
import {
  Configuration,
  ErrorCode,
  EventsApi,
  LinkCurrency,
  PaymentLinksApi,
  PaymentLinkStatus,
  WebhookEventName,
  type CreatePaymentLinkRequest,
  type ErrorEnvelope,
} from '../client';
import { API_KEY, BASE_URL, run, same, VERSION } from '../checks';

const configuration = new Configuration({
  basePath: BASE_URL,
  accessToken: API_KEY,
  baseOptions: { headers: { 'Service-Version': VERSION } },
});
const links = new PaymentLinksApi(configuration);

async function order(fields: Partial<CreatePaymentLinkRequest>) {
  const { data } = await links.createPaymentLink(randomUUID(), {
    amount: '1500.50',
    currency: LinkCurrency.LINK_CURRENCY_MXNB,
    description: 'Order 1042',
    ...fields,
  });
  return data;
}

async function list(limit: number, cursor?: string, metadata?: string[]) {
  const { data } = await links.listPaymentLinks(limit, cursor, undefined, undefined, undefined, metadata);
  return data;
}

void run({
  async main_job() {
    const link = await order({ accepted_methods: ['SPEI'] });
    same(link.amount, '1500.50000000');
    const { data: again } = await links.getPaymentLink(link.code);
    same(again.status, PaymentLinkStatus.PAYMENT_LINK_STATUS_ACTIVE);
    same([again.paid_at, again.methods[0]?.quote_status], [null, 'native']);
  },
  async metadata() {
    same((await list(100, undefined, ['batch:250'])).data.length, 100);
    same((await list(100, undefined, ['batch:250', 'shop:north'])).data, []);
  },
  async null() {
    const { code } = await order({ return_url: 'https://shop.example/done' });
    const { data } = await links.updatePaymentLink(randomUUID(), code, { return_url: null });
    same(data.return_url, null);
  },
  async events() {
    const type = WebhookEventName.WEBHOOK_EVENT_NAME_PAYMENT_LINK_PAID;
    const { data } = await new EventsApi(configuration).listEvents(undefined, undefined, type);
    const [event] = data.data;
    if (event?.type !== 'payment_link.paid') throw new Error(`there is ${event?.type}`);
    same(event.data.amount, '1500.50000000');
  },
  async error() {
    const raised = await links.getPaymentLink('PL-0000-0000-0000').catch((error: unknown) => error);
    if (!isAxiosError<ErrorEnvelope>(raised)) throw new Error('nothing was raised');
    same(raised.response?.data.error.code, ErrorCode.ERROR_CODE_PAYMENT_LINK_NOT_FOUND);
  },
  async page() {
    const first = await list(2);
    const second = await list(2, first.next_cursor ?? '');
    same(new Set([...first.data, ...second.data].map(({ code }) => code)).size, 4);
  },
});
