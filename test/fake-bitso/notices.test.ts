import { createPublicKey, verify } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { openFake } from './caller.ts';

interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

describe('the stand-in for Bitso sends notices', () => {
  let fake: Awaited<ReturnType<typeof openFake>>;
  let url: string;
  let statuses: number[];
  let received: Received[];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      received.push({ headers: request.headers, body });
      response.writeHead(statuses.shift() ?? 200).end();
    });
  });

  before(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/notices`;
  });
  after(() => void server.close().closeAllConnections());
  beforeEach(async () => {
    [received, statuses] = [[], []];
    fake = await openFake({ notices: { retryMs: 5 } });
    const subscription = { callback_url: url, events: ['funding', 'withdrawal', 'spei_payment'] };
    expect((await fake.call('POST', '/v4/webhooks', subscription)).status).to.equal(201);
  });
  afterEach(() => fake.fake.close());

  const keys = async () => {
    const { body } = await fake.call('GET', '/v4/webhooks/public-key', undefined, { unsigned: true });
    return new Map<string, string>(body.map((key: any) => [key.key_id, key.public_key]));
  };
  const payloadOf = ({ body }: Received) => body.slice(body.indexOf('"payload":') + '"payload":'.length, -1);
  const isSigned = async (notice: Received, payload = payloadOf(notice)) => {
    const key = (await keys()).get(String(notice.headers['x-bitso-key-id']));
    if (key === undefined) return undefined;
    const publicKey = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' });
    const signature = Buffer.from(String(notice.headers['x-bitso-webhook-event-signature']), 'base64');
    return verify('sha256', Buffer.from(payload), publicKey, signature);
  };
  const pay = async () => {
    const payment = { payment_id: 'p1', amount: '9.00', payer_name: 'María Pérez' };
    const { clabe } = (await fake.call('POST', '/spei/v1/payments', payment)).payload;
    fake.control.pay({ receiver_clabe: clabe, amount: '9.00', sender_name: 'MARÍA PÉREZ' });
    await fake.fake.noticesAtRest();
  };

  it('about payments and fundings, signed over the bytes of the payload', async () => {
    await pay();
    expect(received.map(({ body }) => JSON.parse(body).event)).to.have.members(['funding', 'spei_payment']);
    for (const notice of received) {
      expect(await isSigned(notice)).to.equal(true);
      const reprinted = JSON.stringify(JSON.parse(payloadOf(notice)));
      expect(await isSigned(notice, reprinted), 'printed again').to.equal(false);
    }
    const funding = received.find(({ body }) => body.startsWith('{"event":"funding"'))!;
    expect(funding.body).to.include('"amount":9.00,').and.to.include('MAR\\u00cdA');
  });

  it('again after a 5xx, and never after a 4xx', async () => {
    statuses = [503, 503, 200, 400];
    fake.control.credit({ amount: '1.00' });
    await fake.fake.noticesAtRest();
    expect(received).to.have.length(3);
    fake.control.credit({ amount: '1.00' });
    await fake.fake.noticesAtRest();
    expect(received).to.have.length(4);
  });

  it('lost, doubled and forged ones on request', async () => {
    fake.control.noticeWeather({ lost: 1 });
    await pay();
    expect(received).to.have.length(0);
    fake.control.noticeWeather({ lost: 0, doubled: 1, forged: 1, unknownKey: 1 });
    fake.control.credit({ amount: '1.00' });
    await fake.fake.noticesAtRest();
    const verdicts = await Promise.all(received.map((notice) => isSigned(notice)));
    expect(verdicts).to.have.deep.members([true, true, false, undefined]);
  });

  it('with another key from one moment to the next', async () => {
    const [old] = [...(await keys()).keys()];
    fake.control.rotateKey({ keepsOld: false });
    fake.control.credit({ amount: '1.00' });
    await fake.fake.noticesAtRest();
    expect(received[0]!.headers['x-bitso-key-id']).to.not.equal(old);
    expect(await isSigned(received[0]!)).to.equal(true);
    expect([...(await keys()).keys()]).to.not.include(old);
  });

  it('to one subscription for each event', async () => {
    const again = await fake.call('POST', '/v4/webhooks', {
      callback_url: url,
      events: ['payout', 'funding'],
    });
    expect(again.status).to.equal(400);
    const { body } = await fake.call('GET', '/v4/webhooks');
    expect(body.map(({ event }: any) => event)).to.deep.equal(['funding', 'withdrawal', 'spei_payment']);
    expect((await fake.call('DELETE', `/v4/webhooks/${body[0].id}`)).status).to.equal(204);
    fake.control.credit({ amount: '1.00' });
    await fake.fake.noticesAtRest();
    expect(received).to.have.length(0);
    const plain = await fake.call('POST', '/v4/webhooks', {
      callback_url: 'http://example.com',
      events: ['funding'],
    });
    expect(plain.code).to.equal('0304');
  });
});
