// Creates a link, reads it, and reads one that does not exist, with the package as it was installed.
import { deepStrictEqual, ok, rejects, throws } from 'node:assert/strict';
import { ApiError, parseWebhook, PaymentsAccount, WebhookSignatureError } from 'payments-account';

const { PAYMENTS_API_KEY = '', PAYMENTS_BASE_URL = '' } = process.env;
const payments = new PaymentsAccount({ apiKey: PAYMENTS_API_KEY, baseUrl: PAYMENTS_BASE_URL });
const { data: made } = await payments.createPaymentLink({
  body: { amount: '1500.50', currency: 'MXNB', description: 'Order 1042' },
});
const { data: link } = await payments.getPaymentLink({ path: { code: made.code } });
deepStrictEqual([link.code, link.amount], [made.code, '1500.50000000']);

await rejects(payments.getPaymentLink({ path: { code: 'PL-0000-0000-0000' } }), (error: unknown) => {
  ok(error instanceof ApiError);
  ok(error.requestId);
  deepStrictEqual([error.status, error.code], [404, 'payment_link_not_found']);
  return true;
});
throws(() => parseWebhook('{}', 't=1,v1=00', 'whsec_other'), WebhookSignatureError);
