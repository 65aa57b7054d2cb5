import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { createClient, type Client } from '../test/support/client.ts';
import { createTestDatabase, type TestDatabase } from '../test/support/database.ts';
import { startDatabaseProxy } from '../test/support/outside/database-proxy.ts';
import { until } from '../test/support/poll.ts';
import { startServer, type RunningServer } from '../test/support/processes/program.ts';

type Line = Record<string, unknown> & { level: string; message: string };

/** Long enough for each worker to fail several times. */
const AWAY_MS = 1_500;

describe('the log of a process', () => {
  let database: TestDatabase;
  let proxy: Awaited<ReturnType<typeof startDatabaseProxy>>;
  let dataDir: string;
  let server: RunningServer;
  let api: Client;

  before(async () => {
    database = await createTestDatabase();
    proxy = await startDatabaseProxy(database.url);
    dataDir = await mkdtemp(join(tmpdir(), 'payments-log-'));
    server = await startServer({
      DATABASE_URL: proxy.url,
      DATA_DIR: dataDir,
      ACCESS_LOG: 'true',
      LOG_LEVEL: 'info',
    });
    api = createClient(server.url, /^Demo API key +(\S+)$/m.exec(server.greeting)?.[1]);
  });
  after(async () => {
    server?.process.kill('SIGKILL');
    await server?.exited;
    proxy?.close();
    await database?.drop();
    await rm(dataDir, { recursive: true, force: true });
  });

  const lines = (): Line[] =>
    server
      .stderr()
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Line);
  const others = () => lines().filter(({ message }) => message !== 'call');

  it('says once that the service started, and as what', () => {
    expect(others()).to.have.length(1);
    expect(others()[0]).to.include({
      level: 'info',
      message: 'service started',
      version: '0.1.0',
      environment: 'test',
      database: proxy.url.replace(/^.*@/, ''),
      address: server.url,
    });
    expect(others()[0]).to.deep.include({ roles: ['api', 'worker'], providers: ['simulator'] });
  });

  it('has a line for each request, with path and address, but without what gives access', async () => {
    const { code, checkout_url: page } = (
      await api.post('/v1/payment_links', { amount: '20000', currency: 'MXNB', description: 'x' })
    ).body as { code: string; checkout_url: string };
    await api.get(`/v1/payment_links/${code}`);
    await fetch(page);
    const token = 'A'.repeat(43);
    // Without a detour by the panel's host name.
    await fetch(`${server.url.replace('127.0.0.1', 'localhost')}/panel/links/${token}?next=${token}`);
    await fetch(`${server.url}/.env/${token}`);
    const calls = () => lines().filter(({ message }) => message === 'call');
    await until(() => calls().length >= 5, { what: 'all are logged' });
    expect(calls().map(({ method, path, status, address }) => [method, path, status, address])).to.deep.equal(
      [
        ['POST', '/v1/payment_links', 201, '127.0.0.1'],
        ['GET', '/v1/payment_links/{code}', 200, '127.0.0.1'],
        // A payer's.
        ['GET', '/pay/{code}', 200, '127.0.0.0/24'],
        ['GET', '/panel/links/{token}', 404, '127.0.0.1'],
        ['GET', '/', 404, '127.0.0.0/24'],
      ],
    );
    expect(server.stderr()).not.to.contain(code).and.not.to.contain(token);
  });

  it('says once that the database is away and once that it is back, whatever fails meanwhile', async () => {
    const before = others().length;
    await proxy.away();
    expect((await api.post('/v1/ping')).status).to.equal(500);
    expect((await api.get('/v1/balances')).status).to.equal(500);
    await delay(AWAY_MS);
    await proxy.back();
    await until(() => others().length >= before + 2, { what: 'it is back' });
    expect((await api.get('/v1/balances')).status).to.equal(200);
    const [away, back, ...more] = others().slice(before);
    expect(more).to.deep.equal([]);
    expect(away).to.include({ level: 'warn', error_code: 'ECONNREFUSED' });
    expect(away?.message).to.match(/^database unavailable/);
    expect(back).to.include({ level: 'info', message: 'database recovered' });
    expect(back?.['away_ms']).to.be.within(AWAY_MS - 100, 30_000);
  });

  it('says once that the service stopped, and how long that took', async () => {
    const before = others().length;
    server.process.kill('SIGTERM');
    expect(await server.exited).to.equal(0);
    const [stopped, ...more] = others().slice(before);
    expect(more).to.deep.equal([]);
    expect(stopped).to.include({ level: 'info', message: 'service stopped' });
    expect(stopped?.['took_ms']).to.be.a('number');
  });
});
