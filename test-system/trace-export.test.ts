import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { Keyring } from '../src/lib/secrets/keyring.ts';
import { createClient, type Client } from '../test/support/client.ts';
import { createTestDatabase, type TestDatabase } from '../test/support/database.ts';
import { startReceiver, type Receiver } from '../test/support/outside/receiver.ts';
import {
  startTraceReceiver,
  type ReceivedSpan,
  type TraceReceiver,
} from '../test/support/outside/trace-receiver.ts';
import { until } from '../test/support/poll.ts';
import { startServer, type RunningServer } from '../test/support/processes/program.ts';

const SOURCES = fileURLToPath(new URL('../src/', import.meta.url));
const CALLERS = '4bf92f3577b34da6a3ce929d0e0e4736';

describe('traces by OTLP', () => {
  let database: TestDatabase;
  let dataDir: string;
  let traces: TraceReceiver;
  let webhooks: Receiver;
  let server: RunningServer;
  let worker: RunningServer;
  let api: Client;
  let key: string;

  before(async () => {
    [database, traces, webhooks] = await Promise.all([
      createTestDatabase(),
      startTraceReceiver(),
      startReceiver({ names: ['hooks.localhost'] }),
    ]);
    dataDir = await mkdtemp(join(tmpdir(), 'payments-traces-'));
    const environment = {
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      SECRETS_KEY: Keyring.generate(),
      WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
      WEBHOOK_CA_FILE: webhooks.caFile,
      OTEL_EXPORTER_OTLP_ENDPOINT: traces.url,
      OTEL_EXPORTER_OTLP_TIMEOUT: '1000',
      OTEL_BSP_SCHEDULE_DELAY: '100',
    };
    server = await startServer({ ...environment, ROLES: 'api', OTEL_SERVICE_NAME: 'payments-api' });
    worker = await startServer({ ...environment, ROLES: 'worker' });
    key = /^Demo API key +(\S+)$/m.exec(server.greeting)?.[1] ?? '';
    api = createClient(server.url, key);
  });
  after(async () => {
    for (const one of [server, worker]) one?.process.kill('SIGKILL');
    await Promise.all([server?.exited, worker?.exited, traces?.close(), webhooks?.close()]);
    await database?.drop();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('lead from a call over ledger, provider and event to the deliveries, through several processes', async () => {
    const url = `https://hooks.localhost:${webhooks.port}/secret-path`;
    const endpoint = await api.post('/v1/webhook_endpoints', {
      url,
      enabled_events: ['conversion.completed', 'payment_link.paid'],
    });
    expect(endpoint.status).to.equal(201);
    const request = { amount: '20000', currency: 'MXNB', description: 'for Ada Lovelace' };
    const { code } = (await api.post('/v1/payment_links', request)).body as { code: string };
    const deposit = await fetch(`${server.url}/v1/test_helpers/payment_links/${code}/deposit`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'idempotency-key': 'one deposit',
        traceparent: `00-${CALLERS}-00f067aa0ba902b7-01`,
      },
      body: JSON.stringify({ method: 'USDC' }),
    });
    expect(deposit.status).to.equal(201);
    const requestId = deposit.headers.get('x-request-id');
    await webhooks.waitFor(2);

    const root = () => traces.spans.find(({ attributes }) => attributes['payments.request_id'] === requestId);
    const all = () => traces.spans.filter(({ traceId }) => traceId === root()?.traceId);
    const named = (name: string) => all().filter((span) => span.name === name);
    await until(
      () => named('deliver conversion.completed').length > 0 && named('deliver payment_link.paid').length > 0,
      {
        what: 'the deliveries are exported',
      },
    );
    await until(() => root() !== undefined, { what: 'the call is exported' });
    expect(root()).to.deep.include({
      service: 'payments-api',
      name: 'POST /v1/test_helpers/payment_links/{code}/deposit',
      parentId: '',
      // Not the parent: callers do not choose our traces.
      links: [CALLERS],
    });
    expect(root()?.attributes).to.include({ 'http.response.status_code': 201 });

    /** The names from a span up to the call. */
    const pathOf = (span: ReceivedSpan | undefined): string[] =>
      span ? [...pathOf(all().find(({ spanId }) => spanId === span.parentId)), span.name] : [];
    const call = root()?.name;
    const [paid] = named('deliver payment_link.paid');
    expect(paid?.service).to.equal('payments-account-api');
    expect(paid?.attributes).to.include({
      'payments.delivery.status': 'delivered',
      'payments.delivery.attempt': 1,
    });
    const [converted] = named('deliver conversion.completed');
    const toTransfer = [call, 'transaction', 'payment_conversion'];
    expect(pathOf(converted)).to.deep.equal([
      ...toTransfer,
      'transaction',
      'event conversion.completed',
      'deliver conversion.completed',
    ]);
    expect(pathOf(named('provider')[0])).to.deep.equal([...toTransfer, 'provider']);
    expect(named('ledger.post').map((span) => pathOf(span).slice(0, 2))).to.deep.include([
      call,
      'transaction',
    ]);
    // Without a description, a code, a key, a receiver's address: nothing secret and nothing personal.
    for (const kept of ['Ada', code, key, 'secret-path', 'hooks.localhost', 'one deposit']) {
      expect(traces.raw()).not.to.contain(kept);
    }
  });

  it('begin with the event where no request caused it', async () => {
    const { code } = (
      await api.post('/v1/payment_links', { amount: '20000', currency: 'MXNB', description: 'x' })
    ).body as { code: string };
    const seen = { method: 'USDC', scenario: 'seen_then_confirmed' };
    await api.post(`/v1/test_helpers/payment_links/${code}/deposit`, seen);
    await api.post('/v1/test_helpers/clock/advance', { seconds: 3_600 });
    const event = () =>
      traces.spans.find(({ name, parentId }) => name === 'event payment_link.paid' && parentId === '');
    const delivery = () => traces.spans.find(({ parentId }) => parentId === event()?.spanId);
    await until(() => event() !== undefined && delivery() !== undefined, { what: 'both are exported' });
    expect(delivery()).to.include({ name: 'deliver payment_link.paid', service: 'payments-account-api' });
  });

  it('cost no more than one warning when their receiver is away', async () => {
    await traces.close();
    const warnings = () =>
      server
        .stderr()
        .split('\n')
        .filter((line) => line.includes('trace export failed'));
    await until(
      async () => {
        expect((await api.post('/v1/ping')).status).to.equal(200);
        return warnings().length > 0;
      },
      { what: 'the warning' },
    );
    for (let call = 0; call < 5; call++) expect((await api.post('/v1/ping')).status).to.equal(200);
    server.process.kill('SIGTERM');
    expect(await server.exited).to.equal(0);
    expect(warnings()).to.have.length(1);
    expect(server.stderr().trim().split('\n')).to.have.length(1);
  });

  it('load nothing of the SDK while they are off', async () => {
    const files = (await readdir(SOURCES, { recursive: true })).filter((file) => /\.tsx?$/.test(file));
    const importing: string[] = [];
    for (const file of files) {
      const text = await readFile(join(SOURCES, file), 'utf8');
      const modules = [...text.matchAll(/^import [^;]*?'([^']+)';$/gm)].map(([, module = '']) => module);
      if (modules.some((module) => /^@opentelemetry\/(?!api$)|telemetry\/sdk\.ts$/.test(module)))
        importing.push(file);
    }
    expect(importing).to.deep.equal(['lib/telemetry/sdk.ts']);
  });
});
