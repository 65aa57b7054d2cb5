import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import winston from 'winston';
import { createMetricsServer } from '../../src/http/server/metrics-server.ts';
import { createTelemetry } from '../../src/http/server/telemetry.ts';
import { newCall, type Request } from '../../src/http/request/call.ts';
import { createRouteIndex } from '../../src/http/request/routes.ts';
import { createMetrics } from '../../src/lib/metrics.ts';
import { sharedContract } from '../support/contract.ts';
import { startReceiver } from '../support/outside/receiver.ts';
import { startService, type TestService } from '../support/service.ts';

describe('monitoring', () => {
  let service: TestService;

  before(async () => {
    service = await startService({ WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' });
  });
  after(() => service?.close());

  it('shows the service as ready only while the database responds and has the current schema, or says why not', async () => {
    const ready = async () => {
      const answer = await fetch(`${service.baseUrl}/ready`);
      return { status: answer.status, body: await answer.json() };
    };
    expect(await ready()).to.deep.equal({ status: 200, body: { ready: true } });
    await service.database.query('alter table knex_migrations rename to hidden');
    const unreadable = { ready: false, reason: 'The database cannot be read.' };
    expect(await ready()).to.deep.equal({ status: 503, body: unreadable });
    // Health checks nothing but the process.
    expect((await service.client(undefined).get('/v1/health')).status).to.equal(200);
    await service.database.query('alter table hidden rename to knex_migrations');
    expect(await ready()).to.deep.equal({ status: 200, body: { ready: true } });

    const change = `update knex_migrations set name = $2 where name = $1`;
    const names = ['20261126160000_user_identities.ts', '20261126160000_renamed.ts'];
    await service.database.query(change, names);
    const { status, body } = await ready();
    expect(status).to.equal(503);
    expect((body as { reason: string }).reason).to.match(
      /newer than this program.*_renamed.*lacks .*_user_ident/,
    );
    await service.database.query(change, names.reverse());
    expect(await ready()).to.deep.equal({ status: 200, body: { ready: true } });
  });

  it('counts calls by operation and status, connections, queues and deliveries', async () => {
    const receiver = await startReceiver();
    try {
      const { api } = await service.createAccount();
      await api.post('/v1/webhook_endpoints', { url: `${receiver.url}/hook` });
      const link = await api.post('/v1/payment_links', { amount: '100', currency: 'MXNB', description: 'x' });
      await api.post(`/v1/test_helpers/payment_links/${link.body.code}/deposit`, { method: 'SPEI' });
      await api.get('/v1/payment_links/nope');
      await (await fetch(String(link.body.checkout_url))).text();

      const server = createMetricsServer(service.foundation.metrics).listen(0, '127.0.0.1');
      await once(server, 'listening');
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const before = await (await fetch(`${url}/metrics`)).text();
      expect(before).to.match(
        /payments_request_duration_seconds_count\{operation="createPaymentLink",status="201"\} 1\n/,
      );
      expect(before).to.match(
        /payments_request_duration_seconds_count\{operation="getPaymentLink",status="404"\} 1\n/,
      );
      expect(before).to.match(
        /payments_request_duration_seconds_count\{operation="GET \/pay\/\{code\}",status="200"\} 1\n/,
      );
      expect(before).to.match(/payments_deliveries_pending 3\n/);
      expect(before).to.match(/payments_db_connections_open [1-9]/);
      expect(before).to.match(/nodejs_eventloop_lag_p99_seconds /);

      // Its certificate is not trusted here, so the attempts fail and will be retried.
      await service.workers.deliveries.runOnce();
      const after = await (await fetch(`${url}/metrics`)).text();
      expect(after).to.match(/payments_delivery_attempts_total\{outcome="retried"\} 3\n/);
      expect(after).to.match(/payments_delivery_lag_seconds_count 3\n/);
      expect((await fetch(`${url}/other`)).status).to.equal(404);
      server.close();
    } finally {
      await receiver.close();
    }
  });

  it('logs a call with its request id, path, address and trace id, when enabled', () => {
    const lines: Record<string, unknown>[] = [];
    const transport = new winston.transports.Console();
    transport.log = (line: Record<string, unknown>, next: () => void) => {
      lines.push(line);
      next();
    };
    const logger = winston.createLogger({ transports: [transport] });
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
    const call = newCall('192.0.2.1', `00-${traceId}-00f067aa0ba902b7-01`);
    const request = { call, method: 'GET', originalUrl: '/v1/payment_links/PL-7K2M-9QX4-B1TZ' } as Request;
    call.match = createRouteIndex(sharedContract, { environment: 'test' }).match('GET', request.originalUrl);
    const answer = { status: 200, headers: {}, text: '' };
    createTelemetry({ metrics: createMetrics(), logger, accessLog: false }).ofCall(request, answer);
    expect(lines).to.deep.equal([]);
    createTelemetry({ metrics: createMetrics(), logger, accessLog: true }).ofCall(request, answer);
    expect(lines[0]).to.deep.include({
      message: 'call',
      request_id: call.requestId,
      trace_id: traceId,
      method: 'GET',
      path: '/v1/payment_links/{code}',
      operation: 'getPaymentLink',
      address: '192.0.2.1',
      status: 200,
    });
    // Whoever has a link's code can open it.
    expect(JSON.stringify(lines)).not.to.contain('9QX4');
    expect(newCall('192.0.2.1', '00-nonsense').traceId).to.equal(undefined);
  });
});
