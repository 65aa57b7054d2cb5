import { expect } from 'chai';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { createAddressGuard, type AddressGuard } from '../../../src/lib/outgoing/address-guard.ts';
import {
  createGuardedClient,
  type ClientOptions,
  type GuardedClient,
} from '../../../src/lib/outgoing/guarded-client.ts';
import {
  createHostResolver,
  LookupFailed,
  type HostLookup,
} from '../../../src/lib/outgoing/host-resolver.ts';
import { internalAddresses, refusedUrls } from '../../support/outside/addresses.ts';
import { silence, startDnsServer } from '../../support/outside/dns-server.ts';
import { until } from '../../support/poll.ts';
import { answers, startReceiver, type Receiver } from '../../support/outside/receiver.ts';

const strict = createAddressGuard({ allowCidrs: [] });
const loopback = createAddressGuard({ allowCidrs: ['127.0.0.0/8'] });

describe('guarded client', () => {
  let receiver: Receiver;
  const opened: { close: () => unknown }[] = [];

  before(async () => {
    receiver = await startReceiver();
  });
  beforeEach(() => {
    receiver.requests.length = 0;
    receiver.answerWith(answers.status(200));
  });
  afterEach(async () => {
    for (const each of opened.splice(0)) await each.close();
  });
  after(() => receiver.close());

  function openClient(options: Partial<ClientOptions> = {}): GuardedClient {
    const client = createGuardedClient({ guard: loopback, caFile: receiver.caFile, ...options });
    opened.push(client);
    return client;
  }

  async function openReceiver(options: Parameters<typeof startReceiver>[0]): Promise<Receiver> {
    const other = await startReceiver(options);
    opened.push(other);
    return other;
  }

  /** A listener that only counts connections and never responds. */
  async function openListener(): Promise<{ port: number; connectionCount: () => number }> {
    const sockets: Socket[] = [];
    const server = createServer((socket) => sockets.push(socket.on('error', () => {})));
    opened.push(server, { close: () => sockets.forEach((socket) => socket.destroy()) });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return { port: (server.address() as AddressInfo).port, connectionCount: () => sockets.length };
  }

  const post = (client: GuardedClient, url = receiver.url, timeoutMs = 30_000) =>
    client.post({
      accountId: 'acme',
      url,
      headers: { 'content-type': 'application/json' },
      body: '{"id":"evt_1"}',
      timeoutMs,
    });

  describe('sending', () => {
    it('delivers the bytes and headers as given and reports the response', async () => {
      receiver.answerWith(answers.status(202, 'thanks'));
      const body = Buffer.from([0x7b, 0xff, 0x00, 0x7d]);
      const headers = { 'content-type': 'application/json', 'service-signature': 't=1,v1=ab' };
      const outcome = await openClient().post({
        accountId: 'acme',
        url: `${receiver.url}/a?b=c`,
        headers,
        body,
        timeoutMs: 5_000,
      });
      expect(outcome).to.include({ httpStatus: 202, error: null, responseBody: 'thanks' });
      expect(outcome.durationMs).to.be.within(0, 5_000);
      const [request] = receiver.requests;
      expect(request).to.include({ method: 'POST', path: '/a?b=c' });
      expect(request?.body).to.deep.equal(body);
      expect(request?.headers).to.include({ ...headers, 'content-length': '4' });
      expect(request?.headers).to.not.have.any.keys('accept-encoding', 'cookie');
    });

    it('reports the final status, whatever comes before it', async () => {
      const client = openClient();
      for (const status of [204, 400, 410, 500, 599]) {
        receiver.answerWith(answers.status(status));
        expect(await post(client)).to.include({ httpStatus: status, error: null });
      }
      const early = 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n';
      receiver.answerWith(answers.raw(`${early}HTTP/1.1 201 Created\r\ncontent-length: 0\r\n\r\n`));
      expect(await post(client)).to.include({ httpStatus: 201, error: null });
    });

    it('reuses a connection for the next delivery', async () => {
      const own = await openReceiver({});
      const client = openClient();
      for (let sent = 0; sent < 5; sent += 1) expect((await post(client, own.url)).httpStatus).to.equal(200);
      expect(own.connectionCount()).to.equal(1);
    });

    it('retries on a new connection when the reused one turns out to be closed', async () => {
      receiver.answerWith(answers.inTurn(answers.status(200), answers.reset(), answers.status(200)));
      const client = openClient();
      expect((await post(client)).httpStatus).to.equal(200);
      expect(await post(client)).to.include({ httpStatus: 200, error: null });
      expect(receiver.requests).to.have.length(3);
    });

    it('does not retry when a new connection breaks', async () => {
      receiver.answerWith(answers.reset());
      expect(await post(openClient())).to.include({ httpStatus: null, error: 'connection_reset' });
      expect(receiver.requests).to.have.length(1);
    });

    it('sends nothing through a proxy named in the environment', async () => {
      const canary = await openListener();
      const names = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'ALL_PROXY', 'NODE_USE_ENV_PROXY'];
      await withEnvironment(names, `http://127.0.0.1:${canary.port}`, async () => {
        expect((await post(openClient())).httpStatus).to.equal(200);
      });
      expect(canary.connectionCount()).to.equal(0);
    });

    it('rejects headers that would inject others', async () => {
      const client = openClient();
      for (const [name, value] of [
        ['x-a', 'b\r\nx-c: d'],
        ['x-a\r\nx-c', 'd'],
        ['x-a', 'b\0'],
      ] as const) {
        const headers = { [name]: value };
        const sent = client.post({
          accountId: 'acme',
          url: receiver.url,
          headers,
          body: '',
          timeoutMs: 1_000,
        });
        expect(await sent.catch((error: unknown) => error)).to.be.instanceOf(TypeError);
      }
      expect(receiver.requests).to.be.empty;
    });

    it('gives up when cancelled', async () => {
      receiver.answerWith(answers.hangBeforeHeaders());
      const stop = new AbortController();
      const request = {
        accountId: 'acme',
        url: receiver.url,
        headers: {},
        body: '',
        timeoutMs: 5_000,
        signal: stop.signal,
      };
      const client = openClient();
      const sent = client.post(request);
      await receiver.waitFor(1);
      stop.abort();
      expect(await sent).to.include({ httpStatus: null, error: 'cancelled' });
      expect(await client.post(request)).to.include({ httpStatus: null, error: 'cancelled' });
      expect(receiver.requests).to.have.length(1);
    });
  });

  describe('where it connects to', () => {
    it('refuses every unacceptable URL before any lookup', async () => {
      const lookedUp: string[] = [];
      const client = openClient({
        caFile: undefined,
        guard: strict,
        resolveHost: recordingResolver(lookedUp, ['127.0.0.1']),
      });
      for (const url of refusedUrls) {
        const { httpStatus, error } = await post(client, url);
        expect(httpStatus, url).to.equal(null);
        expect(error, url).to.match(/^address_not_allowed: ./);
      }
      expect(lookedUp).to.be.empty;
    });

    it('refuses every internal address that a public name resolves to', async () => {
      let address = '';
      const client = openClient({
        caFile: undefined,
        guard: strict,
        resolveHost: () => Promise.resolve([address]),
      });
      for (address of internalAddresses) {
        const { error } = await post(client, 'https://hooks.example.com');
        expect(error, address).to.match(/^address_not_allowed: ./);
      }
    });

    it('has a second check in case the first one fails', async () => {
      const blind: AddressGuard = { ...strict, isAllowed: () => true };
      let address = '';
      const client = openClient({
        caFile: undefined,
        guard: blind,
        resolveHost: () => Promise.resolve([address]),
      });
      for (address of [
        '127.0.0.1',
        '10.0.0.1',
        '169.254.169.254',
        '0.0.0.0',
        '::1',
        'fd00::1',
        '::ffff:10.0.0.1',
      ]) {
        const { error } = await post(client, 'https://hooks.example.com');
        expect(error, address).to.equal('address_not_allowed');
      }
    });

    it('refuses a literal or a name in the internal network unless its range is opened', async () => {
      const client = openClient({ caFile: undefined, guard: strict });
      for (const host of ['127.0.0.1', 'localhost']) {
        expect((await post(client, `https://${host}:${receiver.port}`)).error).to.match(
          /^address_not_allowed/,
        );
      }
      expect(receiver.requests).to.be.empty;
      expect((await post(openClient(), `https://localhost:${receiver.port}`)).httpStatus).to.equal(200);
    });

    it('never reaches an address outside the opened ranges, whatever else DNS returns with it', async () => {
      const canary = await openListener();
      // Opens an unused range, so that any port is accepted; the canary is outside it.
      const guard = createAddressGuard({ allowCidrs: ['192.0.2.0/24'] });
      let addresses: string[] = [];
      const client = openClient({ caFile: undefined, guard, resolveHost: () => Promise.resolve(addresses) });
      for (addresses of [
        ['127.0.0.1'],
        ['8.8.8.8', '127.0.0.1'],
        ['192.0.2.1', '127.0.0.1'],
        ['::ffff:127.0.0.1'],
      ]) {
        const { httpStatus } = await post(client, `https://hooks.example.com:${canary.port}`, 300);
        expect(httpStatus, addresses.join()).to.equal(null);
      }
      expect(canary.connectionCount()).to.equal(0);
    });

    it('connects to the address it has checked, however the name changes', async () => {
      const canary = await openListener();
      const lookedUp: string[] = [];
      const guard = createAddressGuard({ allowCidrs: ['192.0.2.1/32'] });
      const client = openClient({
        guard,
        resolveHost: recordingResolver(lookedUp, ['192.0.2.1'], ['127.0.0.1']),
      });
      const url = `https://hooks.example.com:${canary.port}`;
      expect((await post(client, url, 300)).error).to.not.match(/^address_not_allowed/);
      expect(lookedUp).to.have.length(1);
      expect((await post(client, url, 300)).error).to.match(/^address_not_allowed/);
      expect(canary.connectionCount()).to.equal(0);
    });

    it('checks the name again for each new connection', async () => {
      const named = await openReceiver({ names: ['hooks.example.com'] });
      const lookedUp: string[] = [];
      const client = openClient({ resolveHost: recordingResolver(lookedUp, ['127.0.0.1'], ['10.0.0.1']) });
      const url = `https://hooks.example.com:${named.port}`;
      named.answerWith(answers.inTurn(answers.status(200), answers.status(200, '', { connection: 'close' })));
      expect((await post(client, url)).httpStatus).to.equal(200);
      expect((await post(client, url)).httpStatus).to.equal(200);
      expect(lookedUp).to.have.length(1);
      expect((await post(client, url)).error).to.match(/^address_not_allowed/);
      expect(named.requests).to.have.length(2);
    });

    it('does not connect when the deadline passes during the lookup', async () => {
      const connections = receiver.connectionCount();
      let answer = (): void => {};
      const resolveHost = () => new Promise<string[]>((resolve) => (answer = () => resolve(['127.0.0.1'])));
      const client = openClient({ resolveHost });
      expect(await post(client, `https://localhost:${receiver.port}`, 100)).to.include({ error: 'timeout' });
      answer();
      await post(openClient());
      expect(receiver.connectionCount()).to.equal(connections + 1);
    });

    it('aborts a lookup at the deadline, and passes it the account', async () => {
      const lookups: HostLookup[] = [];
      const resolveHost = (lookup: HostLookup) => {
        lookups.push(lookup);
        return silence();
      };
      const client = openClient({ resolveHost });
      const url = 'https://hooks.example.com';
      expect(await post(client, url, 100)).to.include({ error: 'timeout' });
      const [lookup] = lookups;
      expect(lookup).to.include({ hostname: 'hooks.example.com', accountId: 'acme' });
      await until(() => lookup!.signal.aborted, { what: 'the lookup is aborted' });
    });

    it('reaches a name while lookups of others hang', async () => {
      const named = await openReceiver({ names: ['hooks.example.com'] });
      const dns = await startDnsServer((name) => (name.startsWith('silent') ? silence() : ['127.0.0.1']));
      opened.push(dns);
      const client = openClient({ resolveHost: createHostResolver({ servers: [dns.address] }) });
      const stop = new AbortController();
      const request = { headers: {}, body: '', timeoutMs: 60_000 };
      const silent = Array.from({ length: 32 }, (_, index) => {
        const url = `https://silent${index}.example.com:${named.port}`;
        return client.post({ ...request, accountId: 'acme', url, signal: stop.signal });
      });
      await until(() => dns.questions.length > 0, { what: 'the first lookups have started' });
      const url = `https://hooks.example.com:${named.port}`;
      expect(await client.post({ ...request, accountId: 'other', url })).to.include({ httpStatus: 200 });
      expect(await isPending(Promise.race(silent))).to.be.true;
      stop.abort();
      expect((await Promise.all(silent)).map(({ error }) => error)).to.deep.equal(
        Array(32).fill('cancelled'),
      );
    });

    it('reports what went wrong', async () => {
      const { port, close } = await startReceiver();
      await close();
      expect((await post(openClient(), `https://127.0.0.1:${port}`)).error).to.equal('connection_refused');
      for (const outcome of ['dns_failed', 'timeout'] as const) {
        const lost = openClient({ resolveHost: () => Promise.reject(new LookupFailed(outcome)) });
        expect((await post(lost, 'https://hooks.example.com')).error).to.equal(outcome);
      }
      const empty = openClient({ resolveHost: () => Promise.resolve([]) });
      expect((await post(empty, 'https://hooks.example.com')).error).to.match(
        /^address_not_allowed: .*no address/,
      );
    });
  });

  describe('certificates', () => {
    it('are accepted from the extra CA, and refused without it', async () => {
      expect((await post(openClient())).httpStatus).to.equal(200);
      const { error } = await post(openClient({ caFile: undefined }));
      expect(error).to.equal('tls_error: UNABLE_TO_VERIFY_LEAF_SIGNATURE');
    });

    it('are refused when expired, from another CA, or issued for another name', async () => {
      const expired = await openReceiver({ certificate: 'expired' });
      const untrusted = await openReceiver({ certificate: 'untrusted' });
      const client = openClient({ resolveHost: () => Promise.resolve(['127.0.0.1']) });
      // Even when verification is switched off for the whole process.
      await withEnvironment(['NODE_TLS_REJECT_UNAUTHORIZED'], '0', async () => {
        expect((await post(client, expired.url)).error).to.equal('tls_error: CERT_HAS_EXPIRED');
        expect((await post(client, untrusted.url)).error).to.match(/^tls_error: /);
        const wrongName = await post(client, `https://hooks.example.com:${receiver.port}`);
        expect(wrongName.error).to.equal('tls_error: ERR_TLS_CERT_ALTNAME_INVALID');
      });
      expect([...expired.requests, ...untrusted.requests, ...receiver.requests]).to.be.empty;
    });

    it('are required of a server that does not speak TLS', async () => {
      const plain = createServer((socket) => socket.on('error', () => {}).write('HTTP/1.1 200 OK\r\n\r\n'));
      opened.push(plain);
      await once(plain.listen(0, '127.0.0.1'), 'listening');
      const { port } = plain.address() as AddressInfo;
      expect((await post(openClient(), `https://127.0.0.1:${port}`)).error).to.match(/^tls_error: /);
    });

    it('need a valid CA file when one is configured', () => {
      expect(() => openClient({ caFile: '/nowhere/ca.pem' })).to.throw('ENOENT');
      const noCa = join(receiver.caFile, '..', 'none.pem');
      writeFileSync(noCa, 'no certificate');
      expect(() => openClient({ caFile: noCa })).to.throw(/PEM/i);
    });
  });

  describe('hostile responses', () => {
    const timeoutMs = 300;
    let client: GuardedClient;
    before(() => {
      client = createGuardedClient({ guard: loopback, caFile: receiver.caFile });
    });
    after(() => client.close());

    // The upper bound is generous: it must show that the deadline applies, not how busy the machine is.
    const untilDeadline = [timeoutMs - 5, timeoutMs + 10_000] as const;

    for (const [name, answer] of Object.entries({
      silence: answers.hangBeforeHeaders(),
      'headers that drip': answers.dripHeaders(),
    })) {
      it(`are cut off at the deadline: ${name}`, async () => {
        receiver.answerWith(answer);
        const outcome = await post(client, receiver.url, timeoutMs);
        expect(outcome).to.include({ httpStatus: null, error: 'timeout', responseBody: '' });
        expect(outcome.durationMs).to.be.within(...untilDeadline);
      });
    }

    for (const [name, answer] of Object.entries({
      'no body after the headers': answers.hangAfterHeaders(),
      'a body that drips': answers.drip(),
    })) {
      it(`are cut off at the deadline, and the status counts: ${name}`, async () => {
        receiver.answerWith(answer);
        const outcome = await post(client, receiver.url, timeoutMs);
        expect(outcome).to.include({ httpStatus: 200, error: null });
        expect(outcome.durationMs).to.be.within(...untilDeadline);
      });
    }

    it('leave at most 512 connections open to a host; an attempt that waits for one ends at its deadline', async () => {
      const silent = await openListener();
      const url = `https://127.0.0.1:${silent.port}`;
      const stop = new AbortController();
      const slow = {
        accountId: 'acme',
        url,
        headers: {},
        body: '',
        timeoutMs: 15_000,
        signal: stop.signal,
      };
      const others = Promise.all(Array.from({ length: 512 }, () => client.post(slow)));
      const outcome = await post(client, url, timeoutMs);
      expect(outcome).to.include({ httpStatus: null, error: 'timeout' });
      expect(outcome.durationMs).to.be.within(...untilDeadline);
      expect(silent.connectionCount()).to.be.at.most(512);
      stop.abort();
      expect((await others).map(({ error }) => error)).to.deep.equal(Array(512).fill('cancelled'));
    });

    it('are not read on when endless: the start is kept and the connection closed', async () => {
      let sentBytes = (): number => NaN;
      receiver.answerWith((response, request) => {
        const { socket } = response;
        sentBytes = () => socket?.bytesWritten ?? NaN;
        answers.endless()(response, request);
      });
      const outcome = await post(client);
      expect(outcome).to.include({ httpStatus: 200, error: null });
      expect(outcome.responseBody).to.equal('x'.repeat(1024));
      expect(outcome.durationMs).to.be.below(5_000);
      // The 64 KB that were read, plus the buffers of the two sockets.
      expect(sentBytes()).to.be.below(16 * 1024 * 1024);
    });

    it('are not decompressed', async () => {
      receiver.answerWith(answers.gzipBomb());
      const outcome = await post(client);
      expect(outcome).to.include({ httpStatus: 200, error: null });
      expect(outcome.responseBody).to.have.length.at.most(1024);
      expect(outcome.responseBody.startsWith('\x1f')).to.be.true;
    });

    it('are not followed when they redirect', async () => {
      const canary = await openListener();
      for (const status of [301, 302, 303, 307, 308]) {
        receiver.answerWith(answers.redirectTo(`https://127.0.0.1:${canary.port}/`, status));
        expect(await post(client)).to.include({ httpStatus: status, error: 'redirect_not_followed' });
      }
      expect(canary.connectionCount()).to.equal(0);
    });

    it('count by their status when the body breaks off or is malformed', async () => {
      receiver.answerWith(answers.shortBody());
      expect(await post(client)).to.include({
        httpStatus: 200,
        error: null,
        responseBody: 'only this',
      });
      receiver.answerWith(answers.raw('HTTP/1.1 500 No\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n'));
      expect(await post(client)).to.include({ httpStatus: 500, error: null });
    });

    it('are refused when they violate HTTP', async () => {
      for (const bytes of [
        'SSH-2.0-OpenSSH_9.6\r\n',
        'HTTP/1.1 2xx OK\r\n\r\n',
        'HTTP/1.1 20 OK\r\n\r\n',
        'HTTP/1.1 2000 OK\r\n\r\n',
        'HTTP/1.1 000 OK\r\ncontent-length: 0\r\n\r\n',
        'HTTP/1.1 999 OK\r\ncontent-length: 0\r\n\r\n',
        'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n',
        'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
        'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab',
        `HTTP/1.1 200 OK\r\n${`x-a: ${'y'.repeat(1000)}\r\n`.repeat(40)}\r\n`,
      ]) {
        receiver.answerWith(answers.raw(bytes));
        const { httpStatus, error } = await post(client);
        expect(httpStatus, bytes).to.equal(null);
        expect(error, bytes).to.match(/^invalid_response: /);
      }
    });

    it('are returned as text that a database can store', async () => {
      receiver.answerWith(answers.status(200, Buffer.from([0x61, 0x00, 0xff, 0x62])));
      expect((await post(client)).responseBody).to.equal('a\uFFFD\uFFFDb');
      receiver.answerWith(answers.status(200, '€'.repeat(1000)));
      expect((await post(client)).responseBody).to.match(/^€{341}\uFFFD?$/);
    });
  });
});

/** Returns one result after another, repeating the last, and records the names looked up. */
function recordingResolver(lookedUp: string[], ...answersInTurn: string[][]) {
  return ({ hostname }: HostLookup): Promise<string[]> => {
    const answer = answersInTurn[Math.min(lookedUp.length, answersInTurn.length - 1)] ?? [];
    lookedUp.push(hostname);
    return Promise.resolve(answer);
  };
}

async function isPending(promise: Promise<unknown>): Promise<boolean> {
  const pending = Symbol('pending');
  return (await Promise.race([promise, Promise.resolve(pending)])) === pending;
}

async function withEnvironment(names: string[], value: string, run: () => Promise<void>): Promise<void> {
  const before = names.map((name) => [name, process.env[name]] as const);
  for (const name of names) process.env[name] = value;
  try {
    await run();
  } finally {
    for (const [name, old] of before) {
      if (old === undefined) delete process.env[name];
      else process.env[name] = old;
    }
  }
}
