import { connect } from 'node:net';
import { expect } from 'chai';
import { expectError, rawCall, sendBytes } from '../http/raw-call.ts';
import { until } from '../support/poll.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';

describe('floods', () => {
  let service: TestService;
  let account: TestAccount;

  before(async () => {
    service = await startService();
    account = await service.createAccount();
  });
  after(() => service?.close());

  it('of headers are accepted up to 16 KiB and refused beyond', async () => {
    const authorization = `Bearer ${account.key.secret}`;
    const headers = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`x-${at}`, 'y']));
    const few = await rawCall(service.baseUrl, {
      path: '/v1/ping',
      headers: { ...headers(1_300), authorization },
    });
    expect(few.status, few.text).to.equal(200);
    const lines = Array.from({ length: 20_000 }, (_, at) => `x-${at}: y\r\n`).join('');
    const many = await sendBytes(service.baseUrl, `GET /v1/ping HTTP/1.1\r\nHost: x\r\n${lines}\r\n`);
    expectError(many, 400, 'invalid_request');
  });

  it('of requests on one connection, without a key, delay nobody', async () => {
    const { hostname, port } = new URL(service.baseUrl);
    const flood = connect(Number(port), hostname).on('error', () => undefined);
    flood.resume().write('GET /v1/balances HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(40_000));
    const isRead = () => flood.bytesRead > 0 || flood.closed;
    await until(isRead, { what: 'the first one is answered' });
    for (let round = 0; round < 10; round += 1) {
      const { status } = await account.api.get('/v1/balances');
      expect(status).to.equal(200);
    }
    flood.destroy();
  });

  it('of endless bodies leave room for other clients, and leave nothing behind when they disconnect', async () => {
    const { hostname, port } = new URL(service.baseUrl);
    const head = [
      'POST /v1/ping HTTP/1.1',
      'Host: x',
      `Authorization: Bearer ${account.key.secret}`,
      'Content-Type: application/json',
      'Content-Length: 100000',
    ];
    const drips = Array.from({ length: 200 }, (_, at) => {
      const socket = connect(Number(port), hostname).on('error', () => undefined);
      socket.write([...head, `Idempotency-Key: drip ${at}`, '', '{"a":"'].join('\r\n'));
      return socket;
    });
    const areConnected = () => drips.every(({ connecting }) => !connecting);
    await until(areConnected, { what: 'all of them are connected' });
    for (let round = 0; round < 5; round += 1) {
      drips.forEach((socket) => socket.write('x'));
      expect((await account.api.post('/v1/ping', { round })).status).to.equal(200);
      expect((await account.api.get('/v1/balances')).status).to.equal(200);
    }
    const { waiting } = service.foundation.db.usage();
    expect(waiting).to.equal(0);
    drips.forEach((socket) => socket.destroy());
    expect((await account.api.get('/v1/ping')).status).to.equal(200);
    const [{ stored } = {}] = await service.database.query(
      `select count(*)::int as stored from idempotency_records where key like 'drip%'`,
    );
    expect(stored).to.equal(0);
  });
});
