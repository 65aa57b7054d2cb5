import { existsSync } from 'node:fs';
import { request, Agent } from 'node:https';
import { request as requestHttp, type IncomingMessage } from 'node:http';
import { connect } from 'node:http2';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { entryOf } from '../../test/request-logs/entries.ts';
import { toAnswer, type Answer } from '../../test/support/client.ts';
import { startService, type TestAccount, type TestService } from '../../test/support/service.ts';
import { CADDY, NGINX, openRelay, type Proxy, type ProxyUnderTest, type Relay } from './proxy.ts';

const LINK = { amount: '1500', currency: 'MXNB', description: 'Order 1042' };
/** Another than the proxy's own, which is trusted. */
const CLIENT_ADDRESS = '127.0.0.5';

interface Answered {
  status: number;
  headers: IncomingMessage['headers'];
  raw: string[];
  body: string;
}

for (const proxyUnderTest of [CADDY, NGINX]) describeProxy(proxyUnderTest);

function describeProxy(underTest: ProxyUnderTest): void {
  const { name, program } = underTest;
  describe(`${name} in front of the service, with its file in deploy/`, () => {
    let service: TestService;
    let relay: Relay;
    let proxy: Proxy;
    let agent: Agent;
    let account: TestAccount;

    before(async function () {
      if (!existsSync(program) && process.env['CI'] === undefined) this.skip();
      service = await startService({ TRUSTED_PROXIES: '127.0.0.1/32', BASE_URL: 'https://localhost' });
      relay = await openRelay(service.baseUrl);
      proxy = await underTest.start(relay.address);
      agent = new Agent({ ca: proxy.ca, keepAlive: true, maxSockets: 4, localAddress: CLIENT_ADDRESS });
      account = await service.createAccount();
    });
    after(async () => {
      agent?.destroy();
      await proxy?.close();
      await relay?.close();
      await service?.close();
    });

    const call = async (
      method: string,
      path: string,
      { headers = {}, body }: { headers?: Record<string, string>; body?: string } = {},
    ): Promise<Answered> => {
      const key = path.startsWith('/v1/') ? { Authorization: `Bearer ${account.key.secret}` } : {};
      const own =
        body === undefined
          ? {}
          : { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(body)) };
      // By IPv4, as the client's address is one.
      const sent = request(`${proxy.url}${path}`, {
        method,
        agent,
        family: 4,
        headers: { ...key, ...own, ...headers },
      });
      sent.end(body);
      return read(((await once(sent, 'response')) as [IncomingMessage])[0]);
    };
    const createLink = (idempotencyKey: string, headers: Record<string, string> = {}): Promise<Answered> =>
      call('POST', '/v1/payment_links', {
        headers: { 'Idempotency-Key': idempotencyKey, ...headers },
        body: JSON.stringify(LINK),
      });

    it("passes on calls with the client's address, whatever address the client claims", async () => {
      const created = await createLink('order-1', {
        'X-Forwarded-For': '203.0.113.9',
        Forwarded: 'for=203.0.113.9',
      });
      expect(created.status).to.equal(201);
      const entry = await entryOf(account.api, asAnswer(created));
      expect(entry).to.include({ operation: 'createPaymentLink', status: 201, ip: CLIENT_ADDRESS });
    });

    it("shows the payer's page and its files, over HTTP/2 as well", async () => {
      const { code } = JSON.parse((await createLink('order-2')).body) as { code: string };
      const page = await call('GET', `/pay/${code}`);
      expect(page.status).to.equal(200);
      expect(page.headers['content-security-policy']).to.include("default-src 'none'");
      const [, style = ''] = /<link[^>]+href="([^"]+\.css)"/.exec(page.body) ?? [];
      expect((await call('GET', style)).headers['cache-control']).to.include('immutable');

      const session = connect(proxy.url, { ca: proxy.ca, servername: 'localhost' });
      const stream = session.request({ ':path': `/pay/${code}` });
      const [headers] = (await once(stream, 'response')) as [Record<string, unknown>];
      session.destroy();
      expect(headers[':status']).to.equal(200);
    });

    it('passes on long responses whole, compressed by the service if the client can read that', async () => {
      const direct = await (await fetch(`${service.baseUrl}/openapi.yaml`)).text();
      const plain = await call('GET', '/openapi.yaml');
      expect(plain.body).to.have.length.above(300_000).and.equal(direct);
      const compressed = await call('GET', '/openapi.yaml', { headers: { 'Accept-Encoding': 'gzip' } });
      expect(compressed.headers['content-encoding']).to.equal('gzip');
    });

    it('leaves the limits to the service, which explains them, and stops what is far above', async () => {
      const post = (bytes: number): Promise<Answered> =>
        call('POST', '/v1/ping', {
          headers: { 'Idempotency-Key': `bytes-${bytes}` },
          body: JSON.stringify({ echo: 'x'.repeat(bytes) }),
        });
      const large = await post(300 * 1024);
      expect(large.status).to.equal(413);
      expect(JSON.parse(large.body)).to.have.nested.property('error.code', 'payload_too_large');
      expect((await post(3 * 1024 * 1024)).status).to.equal(413);
      expect((await call('GET', '/v1/ping', { headers: { 'X-Long': 'x'.repeat(12_000) } })).status).to.equal(
        200,
      );
    });

    it('keeps its connections to the service', async () => {
      const before = relay.connections();
      for (let calls = 0; calls < 30; calls += 1)
        expect((await call('GET', '/v1/ping')).status).to.equal(200);
      expect(relay.connections() - before).to.be.at.most(1);
    });

    it('sends plain http to https, and tells browsers once to use nothing else', async () => {
      const plain = requestHttp(`${proxy.httpUrl}/pay/PL-1?a=b`, { family: 4 }).end();
      const { status, headers } = await read(((await once(plain, 'response')) as [IncomingMessage])[0]);
      expect(status).to.equal(308);
      expect(headers.location).to.match(/^https:\/\/localhost(:\d+)?\/pay\/PL-1\?a=b$/);
      for (const path of ['/v1/health', '/panel/sign-in', '/none']) {
        const { raw } = await call('GET', path);
        const sent = raw.filter((_, at) => raw[at - 1]?.toLowerCase() === 'strict-transport-security');
        expect(sent, path).to.deep.equal(['max-age=31536000; includeSubDomains']);
      }
    });

    if (name === CADDY.name) {
      // With a body only since Caddy 2.11.2, which Debian does not have yet.
      it('lets calls without a body wait while the service restarts', async () => {
        await relay.close();
        const waiting = call('GET', '/v1/ping');
        await delay(300);
        await relay.reopen();
        expect((await waiting).status).to.equal(200);
      });
    }
  });
}

async function read(response: IncomingMessage): Promise<Answered> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  const { statusCode = 0, headers, rawHeaders } = response;
  return { status: statusCode, headers, raw: rawHeaders, body: Buffer.concat(chunks).toString() };
}

function asAnswer({ status, headers, body }: Answered): Answer {
  const entries = Object.entries(headers).map(
    ([header, value]) => [header, String(value)] as [string, string],
  );
  return toAnswer(status, new Headers(entries), Buffer.from(body));
}
