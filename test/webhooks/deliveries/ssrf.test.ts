import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { expect } from 'chai';
import { readConfig } from '../../../src/config/config.ts';
import { createAddressGuard } from '../../../src/lib/outgoing/address-guard.ts';
import { createGuardedClient, type GuardedClient } from '../../../src/lib/outgoing/guarded-client.ts';
import { createHostResolver } from '../../../src/lib/outgoing/host-resolver.ts';
import { createMetrics } from '../../../src/lib/metrics.ts';
import { createDeliveryWorker } from '../../../src/webhooks/deliveries/worker.ts';
import { internalAddresses, refusedUrls } from '../../support/outside/addresses.ts';
import { startDnsServer, type DnsServer } from '../../support/outside/dns-server.ts';
import { startDeliveryBench, type DeliveryBench } from './delivery-bench.ts';

const FLIPS = 1_000;

describe('an internal destination', () => {
  let bench: DeliveryBench;
  let canary: Server;
  let canaryPort: number;
  let connections = 0;

  before(async () => {
    // Like deployments that open no ranges.
    bench = await startDeliveryBench({ WEBHOOK_ALLOW_CIDRS: '' });
    canary = createServer((socket) => {
      connections += 1;
      socket.destroy();
    });
    await once(canary.listen(0, '127.0.0.1'), 'listening');
    canaryPort = (canary.address() as AddressInfo).port;
  });
  after(async () => {
    canary?.close();
    await bench?.close();
  });
  afterEach(() => bench.clear());

  /** Registers an endpoint and returns a way to change its URL without the registration checks. */
  const smuggle = async (): Promise<(url: string) => Promise<void>> => {
    const { id } = await bench.register({ url: 'https://hooks.example.com/' });
    return async (url) => {
      await bench.service.database.query('update webhook_endpoints set url = $1 where id = $2', [url, id]);
    };
  };
  /** Attempts everything due, with lookups at the DNS server, and returns the errors. */
  const attemptAll = async (dns: DnsServer, allowCidrs: string[]): Promise<(string | null)[]> => {
    const { db, keyring, logger } = bench.service.foundation;
    const client: GuardedClient = createGuardedClient({
      guard: createAddressGuard({ allowCidrs }),
      // A resolver for each connection, so that no two share a result.
      resolveHost: (lookup) => createHostResolver({ servers: [dns.address] })(lookup),
    });
    const worker = createDeliveryWorker({ db, client, keyring, metrics: createMetrics(), logger });
    while ((await worker.runOnce()) > 0);
    client.close();
    return (await bench.deliveries()).map(({ last_error }) => last_error);
  };

  it('is closed by default', () => {
    expect(readConfig({}).webhookAllowCidrs).to.deep.equal([]);
  });

  it('is refused at registration, in every notation', async () => {
    const spellings = [
      ...refusedUrls,
      ...internalAddresses.map((address) => `https://${address.includes(':') ? `[${address}]` : address}/`),
      `https://127.0.0.1:${canaryPort}/`,
      `https://localhost:${canaryPort}/`,
    ];
    expect(new Set(spellings).size).to.be.at.least(80);
    for (const url of spellings) {
      const { status, body } = await bench.account.api.post('/v1/webhook_endpoints', { url });
      expect({ url, status, code: body.error?.code }).to.deep.equal({
        url,
        status: 400,
        code: 'invalid_request',
      });
    }
    const { body } = await bench.account.api.get('/v1/webhook_endpoints');
    expect(body.data).to.deep.equal([]);
  });

  it('is refused again at delivery, however it got there', async () => {
    const setUrl = await smuggle();
    const storable = [
      ...refusedUrls,
      `https://127.0.0.1:${canaryPort}/`,
      `https://localhost:${canaryPort}/`,
    ].filter((url) => url.length <= 2_048 && !url.includes('\0'));
    expect(storable).to.have.length.at.least(80);
    for (const url of storable) {
      await setUrl(url);
      await bench.record();
      await bench.deliverDue();
      const delivery = await bench.delivery();
      expect(delivery.last_error, url).to.match(/^address_not_allowed/);
      expect(delivery.last_http_status, url).to.equal(null);
      await bench.service.database.query('delete from events');
    }
    expect(connections).to.equal(0);
  });

  it('is refused when a name resolves to it', async () => {
    const dns = await startDnsServer((name) => [internalAddresses[Number(/^n(\d+)\./.exec(name)?.[1])]!]);
    const setUrl = await smuggle();
    expect(internalAddresses).to.have.length.at.least(80);
    for (const [index, address] of internalAddresses.entries()) {
      await setUrl(`https://n${index}.example.com:8443/`);
      await bench.record();
      expect(await attemptAll(dns, []), address).to.deep.equal([
        'address_not_allowed: The host has an address that is not on the public internet.',
      ]);
      await bench.service.database.query('delete from events');
    }
    expect(dns.questions.length).to.be.at.least(internalAddresses.length);
    await dns.close();
  });

  it(`is not reached by a name that changes ${FLIPS} times`, async () => {
    // 127.0.0.2 stands for an allowed address, 127.0.0.1 for a forbidden one.
    const turns = [
      ['127.0.0.2'],
      ['127.0.0.1'],
      ['127.0.0.2', '127.0.0.1'],
      ['::1', '127.0.0.1'],
      ['::ffff:127.0.0.1'],
    ];
    let asked = 0;
    const dns = await startDnsServer(
      (_name, type) => turns[(type === 'A' ? asked++ : asked) % turns.length]!,
    );
    const setUrl = await smuggle();
    await setUrl(`https://rebind.example.com:${canaryPort}/`);
    await bench.record(FLIPS);
    const errors = await attemptAll(dns, ['127.0.0.2/32']);
    expect(connections).to.equal(0);

    expect(errors).to.have.length(FLIPS);
    expect(asked).to.equal(FLIPS);
    const refused = errors.filter((error) => error?.startsWith('address_not_allowed')).length;
    const called = errors.filter((error) => error === 'connection_refused').length;
    // When neither question got an address.
    const unfound = errors.filter((error) => error === 'dns_failed').length;
    expect(refused + called + unfound).to.equal(FLIPS);
    // Both happened many times.
    expect(Math.min(refused, called)).to.be.above(FLIPS / 5);

    // Shows that the canary counts connections.
    await bench.record(10);
    await attemptAll(dns, ['127.0.0.0/8']);
    await dns.close();
    expect(connections).to.be.above(0);
  });
});
