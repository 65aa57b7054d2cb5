import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { expect } from 'chai';
import { createApi, type Api } from '../../../src/composition/app.ts';
import { createMetrics } from '../../../src/lib/metrics.ts';
import { createClient } from '../../support/client.ts';
import { sharedContract } from '../../support/contract.ts';
import { until } from '../../support/poll.ts';
import { startService, type TestService } from '../../support/service.ts';
import { expectError } from '../raw-call.ts';

const CLIENTS = 40;

describe('more simultaneous requests than the service can start', () => {
  let service: TestService;
  let api: Api;
  let baseUrl: string;
  let sockets: Socket[];
  let answers: string[];

  before(async () => {
    service = await startService();
    const { foundation } = service;
    api = await createApi({ ...foundation, metrics: createMetrics() }, sharedContract, () => baseUrl);
    await once(api.server.listen(0, '127.0.0.1'), 'listening');
    const { port } = api.server.address() as AddressInfo;
    baseUrl = `http://127.0.0.1:${port}`;
    sockets = [];
    for (let index = 0; index < CLIENTS; index++) {
      const socket = connect(port, '127.0.0.1');
      sockets.push(socket.setEncoding('utf8').on('data', (text: string) => (answers[index] += text)));
      await once(socket, 'connect');
    }
  });
  after(async () => {
    api.server.close();
    api.server.closeAllConnections();
    await api.close();
    await service.close();
  });

  /** Sends from all clients in the same turn of the event loop. Returns the statuses in the order of the requests. */
  const askTogether = async (path = '/v1/health', headers = ''): Promise<string[]> => {
    answers = sockets.map(() => '');
    for (const socket of sockets) socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`);
    await until(() => answers.every((text) => text.includes('\r\n\r\n')), { what: 'all responses' });
    return answers.map((text) => text.slice('HTTP/1.1 '.length, 12));
  };

  /** When the machine stalls for a second, some have waited too long, and all are sent again. */
  const untilAllAnswered = (): Promise<void> =>
    until(async () => (await askTogether()).every((status) => status === '200'), {
      what: 'all succeed',
    });

  it('are started over several turns of the event loop, and all succeed', async () => {
    let turn = 0;
    let isCounting = true;
    const counting = (): void => {
      turn += 1;
      if (isCounting) setImmediate(counting);
    };
    const answered: number[] = [];
    const note: RequestListener = (_request, response) =>
      void response.on('finish', () => answered.push(turn));
    api.server.on('request', note);
    setImmediate(counting);
    await untilAllAnswered();
    isCounting = false;
    api.server.off('request', note);
    expect(answered).to.have.length.of.at.least(CLIENTS);
    for (const at of answered) expect(answered.filter((other) => other === at).length).to.be.at.most(16);
  });

  it('are refused after waiting for a second, without using the rate limit', async () => {
    const account = await service.createAccount({ requestsPerMinute: 1_000 });
    const client = createClient(baseUrl, account.key.secret);
    const asKey = `Authorization: Bearer ${account.key.secret}\r\n`;
    const first = Number((await client.get('/v1/ping')).headers.get('ratelimit-remaining'));
    const refused = await refuseSome('/v1/ping', asKey);
    const carriedOut = CLIENTS - refused.length;
    for (const answer of refused) {
      expect(answer).to.include('Retry-After: 1').and.to.include('"code":"rate_limit_exceeded"');
      expect(answer).to.include('The service is overloaded');
      expect(answer).to.match(/\r\nRateLimit-Limit: \d+\r\n/);
      expect(answer).to.match(/\r\nRateLimit-Remaining: [1-9]\d*\r\n/);
      expect(answer).to.match(/\r\nRateLimit-Reset: \d+\r\n/);
    }
    const last = await client.get('/v1/ping');
    expect(Number(last.headers.get('ratelimit-remaining'))).to.equal(first - carriedOut - 1);
  });

  it('are refused in the same way without a key', async () => {
    for (const answer of await refuseSome('/v1/health')) {
      expect(answer).to.match(/\r\nRateLimit-Limit: \d+\r\n/);
    }
    await untilAllAnswered();
  });

  it("are not refused when they bring a provider's notices, which it would not send again", async () => {
    // The simulator sends none, so this address does not exist; what counts is that nobody is told to come back later.
    const statuses = await askWhileBusy('/providers/simulator/notices');
    expect(new Set(statuses)).to.deep.equal(new Set(['404']));
  });

  /** Sends while the process is busy for longer than a request may wait. */
  const askWhileBusy = async (path: string, headers?: string): Promise<string[]> => {
    let arrived = 0;
    const hold = (): void => {
      arrived += 1;
      if (arrived < CLIENTS) return;
      const endsAtMs = performance.now() + 1_100;
      while (performance.now() < endsAtMs);
    };
    api.server.on('request', hold);
    const statuses = await askTogether(path, headers);
    api.server.off('request', hold);
    expect(arrived).to.equal(CLIENTS);
    return statuses;
  };

  /** The refusals of what was sent while the process was busy. */
  const refuseSome = async (path: string, headers?: string): Promise<string[]> => {
    const statuses = await askWhileBusy(path, headers);
    expect(statuses.filter((status) => status === '200')).to.have.length.within(1, 16);
    const refused = answers.filter((text) => text.startsWith('HTTP/1.1 429'));
    expect(refused).to.have.length(CLIENTS - statuses.filter((status) => status === '200').length);
    return refused;
  };

  it('are refused while all database connections are in use, without using the rate limit', async () => {
    const { db } = service.foundation;
    const account = await service.createAccount({ requestsPerMinute: 1_000 });
    const client = createClient(baseUrl, account.key.secret);
    const before = Number((await client.get('/v1/ping')).headers.get('ratelimit-remaining'));
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const held = Array.from({ length: 16 }, () => db.transaction(() => released));
    try {
      await until(() => db.usage().open - db.usage().idle === 16, { what: 'all connections are in use' });
      const refused = await client.post('/v1/ping');
      expectError(refused, 429, 'rate_limit_exceeded');
      expect(refused.headers.get('retry-after')).to.equal('1');
      expect(refused.headers.get('ratelimit-remaining')).to.equal(String(before));
    } finally {
      release();
      await Promise.all(held);
    }
    expect((await client.post('/v1/ping')).headers.get('ratelimit-remaining')).to.equal(String(before - 1));
  });
});
