import { expect } from 'chai';
import { createAddressGuard } from '../../../src/lib/outgoing/address-guard.ts';
import { createGuardedClient, type GuardedClient } from '../../../src/lib/outgoing/guarded-client.ts';
import { createHostResolver } from '../../../src/lib/outgoing/host-resolver.ts';
import type { Loop } from '../../../src/lib/work/loop.ts';
import { createMetrics } from '../../../src/lib/metrics.ts';
import { createDeliveryWorker } from '../../../src/webhooks/deliveries/worker.ts';
import { silence, startDnsServer, type DnsServer } from '../../support/outside/dns-server.ts';
import { until } from '../../support/poll.ts';
import { startReceiver, type Receiver } from '../../support/outside/receiver.ts';
import type { TestAccount } from '../../support/service.ts';
import { startDeliveryBench, type DeliveryBench } from './delivery-bench.ts';

const SILENT = 15;

describe('fifteen endpoints whose name lookups hang', () => {
  let bench: DeliveryBench;
  let receiver: Receiver;
  let dns: DnsServer;
  let client: GuardedClient;
  let troubled: TestAccount;
  let loop: Loop | undefined;

  before(async () => {
    receiver = await startReceiver({ names: ['hooks.example.com', 'own.example.com'] });
    dns = await startDnsServer((name) => (name.startsWith('silent') ? silence() : ['127.0.0.1']));
    bench = await startDeliveryBench();
    troubled = await bench.service.createAccount();
    client = createGuardedClient({
      guard: createAddressGuard({ allowCidrs: ['127.0.0.0/8'] }),
      caFile: receiver.caFile,
      resolveHost: createHostResolver({ servers: [dns.address] }),
    });
  });
  after(async () => {
    await loop?.stop();
    client?.close();
    await bench?.close();
    await receiver?.close();
    await dns?.close();
  });

  const register = async ({ api }: TestAccount, host: string) => {
    const { status } = await api.post('/v1/webhook_endpoints', { url: `https://${host}:${receiver.port}/` });
    expect(status).to.equal(201);
  };
  const received = (host: string) =>
    receiver.requests.filter(({ headers }) => headers.host?.startsWith(host)).length;
  const endedWithout = async () => (await bench.deliveries()).filter(({ last_error }) => last_error !== null);

  it('do not hold up other accounts, and hold up others of the same account by one lookup at most', async () => {
    for (let index = 0; index < SILENT; index++) await register(troubled, `silent${index}.example.com`);
    await register(troubled, 'own.example.com');
    await register(bench.account, 'hooks.example.com');
    const { db, keyring, logger } = bench.service.foundation;
    loop = createDeliveryWorker({ db, client, keyring, metrics: createMetrics(), logger }).start();

    await bench.record(1, troubled.id);
    await until(() => dns.questions.length > 0, { what: 'the silent names are being looked up' });
    await bench.record(20);
    await until(() => received('hooks') === 20, { what: 'the other account has all its events' });
    expect(await endedWithout(), 'the silent names are still being looked up').to.be.empty;

    await until(async () => (await endedWithout()).length === SILENT, {
      what: 'the silent names have been given up',
    });
    expect(received('own')).to.equal(1);
    const errors = (await endedWithout()).map(({ last_error }) => last_error);
    expect(new Set(errors)).to.deep.equal(new Set(['timeout']));
  });
});
