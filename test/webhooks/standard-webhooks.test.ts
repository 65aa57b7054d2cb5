import { expect } from 'chai';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { newSigningSecret, nowS, signStandard } from '../../src/lib/outgoing/signature.ts';
import { assertDeliveryHeaders } from '../support/contract.ts';
import { answers, type ReceivedRequest } from '../support/outside/receiver.ts';
import { invalid, refusal } from '../support/refusal.ts';
import { startDeliveryBench, type DeliveryBench } from './deliveries/delivery-bench.ts';
import { verifySignature } from './verify-signature.ts';

const HEADERS = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const;

describe('a signature of Standard Webhooks', () => {
  const id = 'msg_p5jXN8AQM9LWM0D4loKWxJek';
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

  it('is that of the published example', () => {
    const example = { id, body: '{"test": 2432232314}', secrets: [secret], timestampS: 1_614_265_330 };
    expect(signStandard(example)).to.equal('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
  });

  it('is that of the standard’s own library, for any bytes of a text', () => {
    const body = JSON.stringify({ name: 'Ñandú €', amount: '10.00000000' });
    const timestampS = nowS();
    for (const known of [secret, newSigningSecret()]) {
      const signed = signStandard({ id, body: Buffer.from(body), secrets: [known], timestampS });
      expect(signed).to.equal(new Webhook(known).sign(id, new Date(timestampS * 1000), body));
    }
  });

  it('is one for each secret, in their order', () => {
    const [body, timestampS, other] = ['{}', nowS(), newSigningSecret()];
    const of = (...secrets: string[]) => signStandard({ id, body, secrets, timestampS });
    expect(of(other, secret)).to.equal(`${of(other)} ${of(secret)}`);
  });

  it('has the same key for a secret in base64url, which is how older ones were written', () => {
    const bytes = Buffer.from('fb'.repeat(32), 'hex');
    const [older, rewritten] = [`whsec_${bytes.toString('base64url')}`, `whsec_${bytes.toString('base64')}`];
    const [, encoded = ''] = /^whsec_(.*)$/.exec(older) ?? [];
    const asTheGuideSays = `whsec_${encoded.replaceAll('-', '+').replaceAll('_', '/')}=`;
    expect(asTheGuideSays).to.equal(rewritten);
    const message = { id, body: '{}', timestampS: nowS() };
    expect(signStandard({ ...message, secrets: [older] })).to.equal(
      signStandard({ ...message, secrets: [rewritten] }),
    );
  });
});

describe('the headers of Standard Webhooks', () => {
  let bench: DeliveryBench;

  before(async () => {
    bench = await startDeliveryBench();
  });
  after(() => bench?.close());
  afterEach(() => bench.clear());

  const path = (id: string, action = '') => `/v1/webhook_endpoints/${id}${action}`;
  const register = () => bench.register({ standard_webhooks: true });
  const choose = (id: string, chosen: unknown) =>
    bench.account.api.patch(path(id), { standard_webhooks: chosen });
  const deliver = async (): Promise<ReceivedRequest> => {
    await bench.record();
    await bench.deliverDue();
    return bench.receiver.requests.at(-1)!;
  };
  const standardOf = ({ headers }: ReceivedRequest) => HEADERS.map((name) => headers[name]);
  /** What the library says: nothing is wrong, or why it refuses the delivery. */
  const verdict = (
    { headers, body }: Pick<ReceivedRequest, 'headers' | 'body'>,
    secret: string,
  ): string | undefined => {
    try {
      new Webhook(secret).verify(body, headers as Record<string, string>);
      return undefined;
    } catch (error) {
      if (error instanceof WebhookVerificationError) return error.message;
      throw error;
    }
  };
  const NO_MATCH = 'No matching signature found';

  it('come beside ours when the endpoint has chosen them, and its secret verifies both', async () => {
    const { id, secret } = await register();
    expect(await bench.endpoint(id)).to.include({ standard_webhooks: true });
    const delivered = await deliver();
    const { headers, body } = delivered;
    assertDeliveryHeaders(headers);
    expect(verdict(delivered, secret)).to.be.undefined;
    expect(verifySignature({ header: String(headers['service-signature']), body, secret, nowS: nowS() })).to
      .be.true;
    expect(headers['webhook-id']).to.equal(headers['service-event-id']);
    expect(headers['service-signature']).to.match(new RegExp(`^t=${String(headers['webhook-timestamp'])},`));
  });

  it('are not sent to other endpoints', async () => {
    const { id } = await bench.register();
    expect(await bench.endpoint(id)).to.include({ standard_webhooks: false });
    const { headers } = await deliver();
    expect(Object.keys(headers).filter((name) => /^(service|webhook)-/.test(name))).to.deep.equal([
      'service-signature',
      'service-event-id',
      'service-event-type',
      'service-delivery-attempt',
      'service-event-sequence',
    ]);
  });

  it('are refused by the library when the delivery was changed, is old, or is another endpoint’s', async () => {
    const { secret } = await register();
    const other = await register();
    await deliver();
    const delivered = bench.receiver.requests.find((request) => verdict(request, secret) === undefined)!;
    const { headers, body } = delivered;
    expect(verdict(delivered, other.secret), 'another endpoint').to.equal(NO_MATCH);
    const changed = Buffer.from(body.toString().replace('150.0', '950.0'));
    expect(verdict({ headers, body: changed }, secret), 'another body').to.equal(NO_MATCH);
    const renamed = { ...headers, 'webhook-id': 'evt_1' };
    expect(verdict({ headers: renamed, body }, secret), 'another id').to.equal(NO_MATCH);
    const timestampS = nowS() - 301;
    const id = String(headers['webhook-id']);
    const old = {
      'webhook-id': id,
      'webhook-timestamp': String(timestampS),
      'webhook-signature': signStandard({ id, body, secrets: [secret], timestampS }),
    };
    expect(verdict({ headers: old, body }, secret), 'an old one').to.equal('Message timestamp too old');
  });

  it('do not lend their signature to ours, nor ours to them', async () => {
    const { secret } = await register();
    const { headers, body } = await deliver();
    const [, standard = ''] = String(headers['webhook-signature']).split(',');
    const [time, ours = ''] = String(headers['service-signature']).split(',v1=');
    const header = `${time},v1=${Buffer.from(standard, 'base64').toString('hex')}`;
    expect(verifySignature({ header, body, secret, nowS: nowS() })).to.be.false;
    const lent = { ...headers, 'webhook-signature': `v1,${Buffer.from(ours, 'hex').toString('base64')}` };
    expect(verdict({ headers: lent, body }, secret)).to.equal(NO_MATCH);
  });

  it('carry a signature for each of two secrets, until the older one ends', async () => {
    const { id, secret } = await register();
    const rotate = { previous_secret_valid_for: 3600 };
    const fresh = (await bench.account.api.post(path(id, '/rotate_secret'), rotate)).body.signing_secret;
    const during = await deliver();
    assertDeliveryHeaders(during.headers);
    expect([secret, fresh].map((known) => verdict(during, known))).to.deep.equal([undefined, undefined]);
    await bench.advance(3600);
    const after = await deliver();
    expect([secret, fresh].map((known) => verdict(after, known))).to.deep.equal([NO_MATCH, undefined]);
  });

  it('have the same id and a new time in each attempt, and when somebody sends the event again', async () => {
    const { id, secret } = await register();
    bench.receiver.answerWith(answers.inTurn(answers.status(500), answers.status(200)));
    await deliver();
    await bench.advance(60);
    await bench.deliverDue();
    const delivery = await bench.delivery();
    await bench.account.api.post(path(id, `/deliveries/${delivery.id}/redeliver`));
    await bench.deliverDue();
    const { requests } = bench.receiver;
    expect(requests.map((request) => verdict(request, secret))).to.deep.equal([
      undefined,
      undefined,
      undefined,
    ]);
    expect(new Set(requests.map(({ headers }) => headers['webhook-id']))).to.deep.equal(
      new Set([delivery.event_id]),
    );
    for (const { headers, receivedAt } of requests)
      expect(receivedAt.getTime() / 1000 - Number(headers['webhook-timestamp'])).to.be.within(-1, 5);
  });

  it('follow a change at the next attempt, and nothing else of the endpoint changes', async () => {
    const { id, secret } = await bench.register();
    const before = await bench.endpoint(id);
    bench.receiver.answerWith(answers.inTurn(answers.status(500), answers.status(200)));
    expect(standardOf(await deliver())).to.deep.equal([undefined, undefined, undefined]);
    expect((await choose(id, true)).body).to.deep.equal({ ...before, standard_webhooks: true });
    await bench.account.api.patch(path(id), { description: 'Shop' });
    await bench.advance(60);
    await bench.deliverDue();
    const retried = bench.receiver.requests.at(-1)!;
    expect(retried.headers['service-delivery-attempt']).to.equal('2');
    expect(verdict(retried, secret)).to.be.undefined;
    await choose(id, false);
    expect(standardOf(await deliver())).to.deep.equal([undefined, undefined, undefined]);
  });

  it('come with test events', async () => {
    const { id, secret } = await register();
    const { body } = await bench.account.api.post(path(id, '/test'));
    const [sent] = bench.receiver.requests;
    assertDeliveryHeaders(sent!.headers);
    expect(verdict(sent!, secret)).to.be.undefined;
    expect(sent!.headers['webhook-id']).to.equal(body.event_id);
  });

  it('are chosen by true or false, with the scope of every other change', async () => {
    const { id } = await bench.register();
    for (const wrong of ['standard', 1, null])
      expect(refusal(await choose(id, wrong)), String(wrong)).to.deep.equal(invalid('standard_webhooks'));
    const { secret } = await bench.service.createKey(bench.account.id, { scopes: ['links:write'] });
    const refused = await bench.service.client(secret).patch(path(id), { standard_webhooks: true });
    expect(refusal(refused)).to.deep.equal({ status: 403, code: 'insufficient_scope' });
    expect(await bench.endpoint(id)).to.include({ standard_webhooks: false });
  });
});
