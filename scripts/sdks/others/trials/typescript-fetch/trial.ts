import { randomUUID } from 'node:crypto';
import {
  Configuration,
  ErrorCode,
  EventsApi,
  LinkCurrency,
  PaymentLinksApi,
  PaymentLinkStatus,
  ResponseError,
  WebhookEventName,
  type CreatePaymentLinkRequest,
} from '../client';
import { API_KEY, BASE_URL, run, same, VERSION } from '../checks';

const configuration = new Configuration({
  basePath: BASE_URL,
  accessToken: API_KEY,
  headers: { 'Service-Version': VERSION },
});
const links = new PaymentLinksApi(configuration);

function order(fields: Partial<CreatePaymentLinkRequest>) {
  return links.createPaymentLink({
    idempotencyKey: randomUUID(),
    createPaymentLinkRequest: {
      amount: '1500.50',
      currency: LinkCurrency.LINK_CURRENCY_MXNB,
      description: 'Order 1042',
      ...fields,
    },
  });
}

void run({
  async main_job() {
    const link = await order({ acceptedMethods: ['SPEI'] });
    same(link.amount, '1500.50000000');
    const again = await links.getPaymentLink({ code: link.code });
    same(again.status, PaymentLinkStatus.PAYMENT_LINK_STATUS_ACTIVE);
    same([again.paidAt, again.methods[0]?.quoteStatus], [null, 'native']);
  },
  async metadata() {
    same((await links.listPaymentLinks({ metadataPairs: ['batch:250'], limit: 100 })).data.length, 100);
    same((await links.listPaymentLinks({ metadataPairs: ['batch:250', 'shop:north'] })).data, []);
  },
  async null() {
    const { code } = await order({ returnUrl: 'https://shop.example/done' });
    const change = { returnUrl: null };
    const changed = await links.updatePaymentLink({
      ...{ code, idempotencyKey: randomUUID(), updatePaymentLinkRequest: change },
    });
    same(changed.returnUrl, null);
  },
  async events() {
    const type = WebhookEventName.WEBHOOK_EVENT_NAME_PAYMENT_LINK_PAID;
    const { data } = await new EventsApi(configuration).listEvents({ type });
    const [event] = data;
    if (event?.type !== 'payment_link.paid') throw new Error(`there is ${event?.type}`);
    same(event.data.amount, '1500.50000000');
  },
  async error() {
    const raised = await links.getPaymentLink({ code: 'PL-0000-0000-0000' }).catch((error: unknown) => error);
    if (!(raised instanceof ResponseError)) throw new Error('nothing was raised');
    const { error } = await raised.response.json();
    same(error.code, ErrorCode.ERROR_CODE_PAYMENT_LINK_NOT_FOUND);
  },
  async page() {
    const first = await links.listPaymentLinks({ limit: 2 });
    if (first.nextCursor === null) throw new Error('there is no second page');
    const second = await links.listPaymentLinks({ limit: 2, cursor: first.nextCursor });
    same(new Set([...first.data, ...second.data].map(({ code }) => code)).size, 4);
  },
});
