import { randomBytes, randomInt } from 'node:crypto';
import { once } from 'node:events';
import {
  createServer,
  request,
  Agent,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { cellNamedBy, type Addressed } from '../../src/cells/named-cell.ts';
import { formatApiKey, newPublicId, newSecret } from '../../src/credentials/secret.ts';
import { workFor } from '../../src/lib/cell.ts';
import { newId, newLinkCode } from '../../src/lib/ids.ts';
import { newToken } from '../../src/people/token.ts';
import { describeCell, ENVOY, NGINX, type CellProxy, type CellProxyUnderTest } from './cell-proxy.ts';

const CELLS = [0, 1, 35, 36, 46, 1295];
/** One that the proxies do not know. */
const UNKNOWN = 7;
const REQUESTS = 1_500;

interface Received {
  cell: number;
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
}

interface Answered {
  status: number;
  headers: IncomingMessage['headers'];
  body: string;
}

for (const underTest of [NGINX, ENVOY]) describeProxy(underTest);

/** The cells here only say what they received, or name another cell. */
function describeProxy({ name, isInstalled, start }: CellProxyUnderTest): void {
  describe(`${name}, configured by \`payments cells config\``, () => {
    const servers: Server[] = [];
    const agent = new Agent({ keepAlive: true, maxSockets: 8, localAddress: '127.0.0.5' });
    /** What a cell answers instead of what it received: that another is meant. */
    const misdirected = new Map<number, number>();
    let proxy: CellProxy;

    before(async function () {
      if (!isInstalled && process.env['CI'] === undefined) this.skip();
      const cells = await Promise.all(
        CELLS.map(async (cell) => {
          const answer = async (received: IncomingMessage, response: ServerResponse): Promise<void> => {
            const chunks: Buffer[] = [];
            for await (const chunk of received) chunks.push(chunk as Buffer);
            const body = Buffer.concat(chunks).toString();
            const other = received.url === '/ready' ? undefined : misdirected.get(cell);
            if (other !== undefined) response.writeHead(421, { 'Payments-Cell': String(other) });
            const { method = '', url = '', headers } = received;
            response.end(JSON.stringify({ cell, method, url, headers, body }));
          };
          const server = createServer((received, response) => void answer(received, response));
          server.listen(0, '127.0.0.1');
          servers.push(server);
          await once(server, 'listening');
          return describeCell(cell, [`127.0.0.1:${(server.address() as AddressInfo).port}`]);
        }),
      );
      proxy = await start(cells);
    });
    after(async () => {
      agent.destroy();
      await proxy?.close();
      for (const server of servers) server.close().closeAllConnections();
    });
    afterEach(() => misdirected.clear());

    const call = async (
      method: string,
      path: string,
      headers: Record<string, string> = {},
      body?: string,
    ): Promise<Answered> => {
      const sent = request(`${proxy.url}${path}`, { method, agent, headers });
      sent.end(body);
      const [response] = (await once(sent, 'response')) as [IncomingMessage];
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk as Buffer);
      return {
        status: response.statusCode ?? 0,
        headers: response.headers,
        body: Buffer.concat(chunks).toString(),
      };
    };
    const received = ({ body }: Answered): Received => JSON.parse(body) as Received;

    it('asks the cell that the service itself would name', async () => {
      const wrong: string[] = [];
      const ask = async ({ url, headers }: Addressed & { host: string }, host: string, cell: number) => {
        const sent: Record<string, string> = { Host: host };
        if (headers.authorization !== undefined) sent['Authorization'] = headers.authorization;
        if (headers.cookie !== undefined) sent['Cookie'] = headers.cookie;
        const asked = received(await call('GET', url, sent)).cell;
        if (asked !== cell) wrong.push(`${JSON.stringify({ host, url, ...headers })}: ${asked}, not ${cell}`);
      };
      const asked = new Set<number>();
      for (let batch = 0; batch < REQUESTS / 50; batch += 1) {
        await Promise.all(
          Array.from({ length: 50 }, () => {
            const addressed = randomRequest();
            const cell = expectedCell(addressed);
            asked.add(cell);
            return ask(addressed, addressed.host, cell);
          }),
        );
      }
      expect(wrong).to.deep.equal([]);
      expect([...asked].sort((one, other) => one - other)).to.deep.equal(CELLS);
    });

    it('follows a 421 twice, with method, path and body, and tells only the cell asked which one it is', async () => {
      misdirected.set(46, 1).set(1, 1295);
      const key = keyOf(46);
      const body = JSON.stringify({ amount: '1500', description: 'x'.repeat(100_000) });
      const headers = {
        Authorization: `Bearer ${key}`,
        'Idempotency-Key': 'order-1',
        Host: 'pay.example.com',
      };
      const answer = await call('POST', '/v1/payment_links?a=b%2Fc', headers, body);
      expect(answer.status).to.equal(200);
      expect(answer.headers).not.to.have.any.keys('payments-cell', 'location');
      const seen = received(answer);
      expect(seen).to.include({ cell: 1295, method: 'POST', url: '/v1/payment_links?a=b%2Fc', body });
      expect(seen.headers).to.include({
        authorization: `Bearer ${key}`,
        'idempotency-key': 'order-1',
        host: 'pay.example.com',
        'payments-cell': '1295',
      });

      const page = received(await call('POST', '/pay/PL-AAAA-BBBB-CC1A/quote', {}, 'method=SPEI'));
      expect(page).to.include({ cell: 1295, method: 'POST', body: 'method=SPEI' });
    });

    it('answers 503 after that, because the cells do not agree: nothing was done, and it may be tried again', async () => {
      misdirected.set(46, 1).set(1, 46);
      for (const path of ['/v1/ping', '/pay/PL-AAAA-BBBB-CC1A']) {
        const answer = await call('GET', path, { Authorization: `Bearer ${keyOf(46)}` });
        expect(answer.status).to.equal(503);
        expect(answer.headers).to.include({ 'retry-after': '1' });
        expect(answer.headers).not.to.have.any.keys('payments-cell', 'location');
      }
    });

    it('answers 503 where a cell names one that is not in the file', async () => {
      misdirected.set(46, UNKNOWN);
      const answer = await call('GET', '/v1/ping', { Authorization: `Bearer ${keyOf(46)}` });
      expect(answer.status).to.equal(503);
    });

    it('tells a cell who the client is, whatever the client claims, and takes no cell from it', async () => {
      const answer = await call('GET', '/v1/ping', {
        'X-Forwarded-For': '203.0.113.9',
        Forwarded: 'for=203.0.113.9',
        'Payments-Cell': '1',
        'Payments-Cluster': 'payments_cell_1',
      });
      const { cell, headers } = received(answer);
      expect(cell).to.equal(0);
      expect(headers['x-forwarded-for']).to.equal('127.0.0.5');
      expect(headers).not.to.have.property('payments-cell');
    });

    it('takes no more than a megabyte', async () => {
      const answer = await call('POST', '/v1/ping', {}, 'x'.repeat(3 * 1024 * 1024)).catch(
        // The proxy need not read all of it.
        (error: NodeJS.ErrnoException) => ({ status: error.code === 'EPIPE' ? 413 : 0 }),
      );
      expect(answer.status).to.equal(413);
    });
  });
}

/** By the service's own function; by the host, or cell 0, where that names none or one that is not there. */
function expectedCell(addressed: Addressed & { host: string }): number {
  workFor(UNKNOWN);
  try {
    const byHost = Number(/^c(\d+)\.pay/.exec(addressed.host)?.[1] ?? 0);
    const cell = cellNamedBy(addressed) ?? byHost;
    return CELLS.includes(cell) ? cell : 0;
  } finally {
    workFor(0);
  }
}

function randomRequest(): Addressed & { host: string } {
  const host = pick(['pay.example.com', ...CELLS.map((cell) => `c${cell}.pay.example.com`)]);
  const headers: Addressed['headers'] = {};
  if (happens(0.3)) headers.authorization = `${pick(['Bearer ', 'bearer  '])}${spoilt(keyOf(pick(CELLS)))}`;
  if (happens(0.4)) headers.cookie = randomCookies();
  return { host, url: randomPath(), headers };
}

function randomPath(): string {
  const cell = pick([...CELLS, UNKNOWN]);
  const end = pick(['', '', '/status', '?seen=1', '/', '/x?y=/pay/PL-AAAA-BBBB-CC01']);
  const issued = (make: () => string): string => spoilt(as(cell, make));
  return pick([
    () => `/pay/${issued(newLinkCode)}${end}`,
    () => `/q/${issued(newId)}${end}`,
    () => `/panel/links/${issued(newToken)}${end}`,
    () => `/panel${end}`,
    () => `/v1/payment_links/${issued(newLinkCode)}`,
    () => pick(['/', '/q', '/pay', '/pay/', '/panels', '/panel/links', '/Panel', '/payments', '//pay/x01']),
  ])();
}

function randomCookies(): string {
  const session = `${pick(['panel', '__Host-panel'])}=${spoilt(as(pick(CELLS), newToken))}`;
  const others = ['payer=abc', `language=es`, `xpanel=${as(1, newToken)}`, `a=panel`];
  return pick([
    [session],
    [pick(others), session],
    [session, pick(others)],
    [session, `panel=${as(pick(CELLS), newToken)}`],
    [pick(others)],
  ]).join('; ');
}

function keyOf(cell: number): string {
  return as(cell, () => formatApiKey({ environment: 'test', publicId: newPublicId(), secret: newSecret() }));
}

/** What this cell would issue. */
function as<T>(cell: number, make: () => T): T {
  workFor(cell);
  try {
    return make();
  } finally {
    workFor(0);
  }
}

/** Sometimes not what was issued, but something like it. */
function spoilt(text: string): string {
  if (happens(0.7)) return text;
  const at = randomInt(text.length);
  return pick([
    () => text.slice(0, at),
    () => text.slice(0, at) + text.slice(at + 1),
    () => text.slice(0, at) + randomBytes(1).toString('hex') + text.slice(at),
    () => text.slice(0, at) + pick(['-', '_', 'Z', '0', 'z', '.']) + text.slice(at + 1),
    () => text.toLowerCase(),
    () => text.toUpperCase(),
  ])();
}

function happens(share: number): boolean {
  return Math.random() < share;
}

function pick<T>(from: readonly T[]): T {
  return from[randomInt(from.length)] as T;
}
