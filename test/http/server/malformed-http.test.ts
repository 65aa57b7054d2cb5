import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect } from 'chai';
import { startService, type TestAccount, type TestService } from '../../support/service.ts';
import { expectError, rawCall, sendBytes } from '../raw-call.ts';

describe('malformed HTTP requests', () => {
  let service: TestService;
  let account: TestAccount;

  before(async () => {
    service = await startService();
    account = await service.createAccount();
  });
  after(() => service?.close());

  it('get the error envelope when the parser refuses them', async () => {
    for (const bytes of [
      'GARBAGE\r\n\r\n',
      'GET /v1/\0 HTTP/1.1\r\nHost: a\r\n\r\n',
      'GET /v1/é HTTP/1.1\r\nHost: a\r\n\r\n',
      'GET /v1/health HTTP/1.1\r\nHost: a\r\nBad Name: x\r\n\r\n',
      'POST /v1/ping HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
      'POST /v1/ping HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n',
      'POST /v1/ping HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
    ]) {
      const answer = await sendBytes(service.baseUrl, bytes);
      expectError(answer, 400, 'invalid_request');
      expect(answer.body.error.message).to.equal('This is not a valid HTTP request.');
      expect(answer.headers.get('connection')).to.equal('close');
      expect(answer.headers.get('content-type')).to.equal('application/json; charset=utf-8');
    }
  });

  it('get it when they have no Host header, which HTTP/1.1 requires', async () => {
    expectError(await sendBytes(service.baseUrl, 'GET /v1/health HTTP/1.1\r\n\r\n'), 400, 'invalid_request');
    const older = await sendBytes(service.baseUrl, 'GET /v1/health HTTP/1.0\r\n\r\n');
    expect(older.status).to.equal(200);
  });

  it('get it when their headers are larger than 16 KiB', async () => {
    const answer = await sendBytes(
      service.baseUrl,
      `GET /v1/health HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(17_000)}\r\n\r\n`,
    );
    expectError(answer, 400, 'invalid_request');
    expect(answer.body.error.message).to.equal('The address and headers of a request may have up to 16 KiB.');
    const long = await sendBytes(service.baseUrl, `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`);
    expectError(long, 400, 'invalid_request');
    const large = { 'x-large': 'x'.repeat(14_000) };
    expect((await rawCall(service.baseUrl, { path: '/v1/health', headers: large })).status).to.equal(200);
  });

  it('get it when the body becomes malformed halfway', async () => {
    const answer = await sendBytes(
      service.baseUrl,
      `POST /v1/ping HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${account.key.secret}\r\n` +
        'Idempotency-Key: broken\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nnonsense\r\n',
    );
    expectError(answer, 400, 'invalid_request');
    expect(answer.body.error.message).to.equal('This is not a valid HTTP request.');
    expect((await account.api.post('/v1/ping', {}, { idempotencyKey: 'broken' })).status).to.equal(200);
  });

  it('are refused after the response to an earlier request on the connection, which they do not disturb', async () => {
    const call = (method: string, headers: string, body = ''): string =>
      `${method} /v1/ping HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${account.key.secret}\r\n${headers}\r\n${body}`;
    const write = `Idempotency-Key: before-garbage\r\nContent-Type: application/json\r\nContent-Length: 2\r\n`;
    for (const valid of [
      'GET /v1/health HTTP/1.1\r\nHost: a\r\n\r\n',
      call('GET', ''),
      call('POST', write, '{}'),
      call('GET', '') + call('GET', ''),
    ]) {
      const { status, text } = await sendBytes(service.baseUrl, `${valid}GARBAGE\r\n\r\n`);
      expect(status, valid).to.equal(200);
      expect(text).to.match(/HTTP\/1.1 400 Bad Request[^]+This is not a valid HTTP request\./);
    }
  });

  it('get it when they have several Host headers, of which proxies could take another', async () => {
    for (const second of ['a', 'b', '']) {
      const answer = await sendBytes(
        service.baseUrl,
        `GET /v1/health HTTP/1.1\r\nHost: a\r\nHOST: ${second}\r\nConnection: close\r\n\r\n`,
      );
      expectError(answer, 400, 'invalid_request');
      expect(answer.body.error.message).to.equal('The request has more than one Host header.');
    }
  });

  it('are counted against their address', async () => {
    const remaining = async () => {
      const { headers } = await sendBytes(service.baseUrl, 'GARBAGE\r\n\r\n');
      return Number(headers.get('ratelimit-remaining'));
    };
    const before = await remaining();
    expect(await remaining()).to.equal(before - 1);
  });

  it('are served despite an unknown Expect header', async () => {
    const answer = await rawCall(service.baseUrl, {
      method: 'POST',
      path: '/v1/ping',
      headers: {
        authorization: `Bearer ${account.key.secret}`,
        'idempotency-key': 'expects',
        'content-type': 'application/json',
        expect: 'a-miracle',
      },
      body: '{}',
    });
    expect(answer.status).to.equal(200);
  });

  it('block nothing while their body is incomplete', async () => {
    const socket = await openSocket();
    socket.write(pingHead('slow', 10) + '{');
    const headers = { authorization: `Bearer ${account.key.secret}`, 'idempotency-key': 'slow' };
    const answer = await rawCall(service.baseUrl, { method: 'POST', path: '/v1/ping', headers });
    expect(answer.status).to.equal(200);
    socket.destroy();
  });

  it('are not carried out when they break off', async () => {
    for (let count = 0; count < 20; count += 1) {
      const socket = await openSocket();
      // Not "no body": a body of which nothing or only a part arrives.
      socket.write(pingHead(`broken-off-${count}`, 10) + (count % 2 === 0 ? '' : '{"a":1'));
      await service.client(undefined).get('/v1/health');
      socket.resetAndDestroy();
    }
    for (let count = 0; count < 20; count += 1) await account.api.post('/v1/ping', {});
    const done = await service.database.query(
      `select key from idempotency_records where key like 'broken-off-%'`,
    );
    expect(done).to.deep.equal([]);
  });

  it('get their responses in order when pipelined', async () => {
    const answer = await sendBytes(
      service.baseUrl,
      'GET /v1/health HTTP/1.1\r\nHost: a\r\n\r\nGET /v1/nope HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
    );
    expect(answer.status).to.equal(200);
    expect(answer.text).to.match(/"status":"ok"[\s\S]*HTTP\/1\.1 404[\s\S]*route_not_found/);
  });

  async function openSocket(): Promise<Socket> {
    const { hostname, port } = new URL(service.baseUrl);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    return socket;
  }

  function pingHead(key: string, length: number): string {
    return (
      `POST /v1/ping HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${account.key.secret}\r\n` +
      `Idempotency-Key: ${key}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`
    );
  }
});
