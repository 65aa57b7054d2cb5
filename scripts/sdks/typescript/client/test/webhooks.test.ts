import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parseWebhook, WebhookSignatureError } from '../src/index.js';
import { given } from './support.js';

const { secret, headers, body } = JSON.parse(readFileSync(given('PAYMENTS_WEBHOOK_FILE'), 'utf8')) as {
  secret: string;
  headers: Record<string, string>;
  body: string;
};
const signature = headers['service-signature'] ?? '';
const sentAtS = Number(/^t=([0-9]+)/.exec(signature)?.[1]);
const after = (seconds: number): Date => new Date((sentAtS + seconds) * 1_000);

function sign(text: string): string {
  return `t=${sentAtS},v1=${createHmac('sha256', secret).update(`${sentAtS}.${text}`).digest('hex')}`;
}

test('a delivery is verified and parsed', () => {
  const event = parseWebhook(body, signature, secret, { now: after(2) });
  assert.ok(event.type === 'payment_link.paid');
  assert.equal(event.data.amount, '1500.50000000');
  assert.equal(event.id, headers['service-event-id']);
  assert.deepEqual(parseWebhook(Buffer.from(body), signature, secret, { now: after(2) }), event);
});

test('one of several signatures is enough', () => {
  const several = `${signature.replace(/v1=.*/, `v1=${'0'.repeat(64)}`)},${signature.replace(/.*,/, '')}`;
  assert.equal(parseWebhook(body, several, secret, { now: after(2) }).type, 'payment_link.paid');
});

test('an event of a type that the client does not know is parsed', () => {
  const unknown = JSON.stringify({ id: 'evt_1', type: 'payment_link.framed', created: sentAtS, data: {} });
  const event = parseWebhook(unknown, sign(unknown), secret, { now: after(2) });
  assert.equal(event.type as string, 'payment_link.framed');
});

test('a changed body, an old signature, another secret and no signature are refused', () => {
  const now = after(2);
  const refused: [string, string | undefined, string, Date][] = [
    [body.replace('1500.5', '9500.5'), signature, secret, now],
    [body, signature, secret, after(301)],
    [body, signature, secret, after(-301)],
    [body, signature, `${secret}x`, now],
    [body, undefined, secret, now],
    [body, `t=${sentAtS}`, secret, now],
    [body, signature.replace(/t=[0-9]+/, `t=${sentAtS + 1}`), secret, now],
  ];
  for (const [text, header, key, time] of refused) {
    assert.throws(() => parseWebhook(text, header, key, { now: time }), WebhookSignatureError);
  }
  // By default, the time is now.
  const old = sign(body).replace(/t=[0-9]+/, 't=1000000000');
  assert.throws(() => parseWebhook(body, old, secret), WebhookSignatureError);
});
