import { expect } from 'chai';
import { setMaxListeners } from 'node:events';
import { mkdtemp, readFile, readdir, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHostResolver, type ResolveHost } from '../../../src/lib/outgoing/host-resolver.ts';
import { silence, startDnsServer, type DnsServer, type Zone } from '../../support/outside/dns-server.ts';
import { until } from '../../support/poll.ts';

describe('host resolver', () => {
  let dns: DnsServer;
  let zone: Zone;

  before(async () => {
    dns = await startDnsServer((name, type) => zone(name, type));
  });
  beforeEach(() => {
    dns.questions.length = 0;
    zone = () => ['192.0.2.1'];
  });
  after(() => dns.close());

  const open = (options: Parameters<typeof createHostResolver>[0] = {}): ResolveHost =>
    createHostResolver({ servers: [dns.address], ...options });
  const lookUp = (
    resolveHost: ResolveHost,
    hostname: string,
    { accountId = 'acme', signal = new AbortController().signal } = {},
  ) => resolveHost({ hostname, accountId, signal });
  /** The outcome of a lookup that must fail. */
  const failure = async (found: Promise<unknown>): Promise<unknown> => {
    const [settled] = await Promise.allSettled([found]);
    if (settled.status === 'fulfilled') throw new Error(`found ${JSON.stringify(settled.value)}`);
    return (settled.reason as { outcome: unknown }).outcome;
  };
  const namesAsked = () => [...new Set(dns.questions.map((question) => question.split(' ')[1]))];

  describe('the result', () => {
    it('has all IPv4 and IPv6 addresses of a name', async () => {
      zone = () => ['192.0.2.1', '192.0.2.2', '2001:db8::1'];
      const found = await lookUp(open(), 'hooks.example.com');
      expect(found).to.deep.equal(['192.0.2.1', '192.0.2.2', '2001:db8::1']);
      expect(dns.questions.sort()).to.deep.equal(['A hooks.example.com', 'AAAA hooks.example.com']);
    });

    it('may be of one family, whatever happens to the other query', async () => {
      zone = () => ['2001:db8::1'];
      expect(await lookUp(open(), 'six.example.com')).to.deep.equal(['2001:db8::1']);
      zone = (_name, type) => (type === 'A' ? ['192.0.2.1'] : 'SERVFAIL');
      expect(await lookUp(open(), 'four.example.com')).to.deep.equal(['192.0.2.1']);
      zone = (_name, type) => (type === 'A' ? ['192.0.2.1'] : silence());
      expect(await lookUp(open({ timeoutMs: 200 }), 'four.example.com')).to.deep.equal(['192.0.2.1']);
    });

    it('is the loopback address for localhost and its subdomains, without a query', async () => {
      for (const name of ['localhost', 'api.localhost']) {
        expect(await lookUp(open(), name)).to.deep.equal(['127.0.0.1', '::1']);
      }
      expect(dns.questions).to.be.empty;
    });

    it('comes from the hosts file first, if one is configured', async () => {
      const folder = await mkdtemp(join(tmpdir(), 'hosts-'));
      const hostsFile = join(folder, 'hosts');
      await writeFile(
        hostsFile,
        '# own network\n10.0.0.1\tReceiver receiver.corp # ours\n\n10.0.0.2 other\nfd00::1 receiver\n10.0.0.9\n',
      );
      const resolveHost = open({ hostsFile });
      expect(await lookUp(resolveHost, 'receiver')).to.deep.equal(['10.0.0.1', 'fd00::1']);
      expect(await lookUp(resolveHost, 'receiver.corp')).to.deep.equal(['10.0.0.1']);
      expect(dns.questions).to.be.empty;
      expect(await lookUp(resolveHost, 'elsewhere.corp')).to.deep.equal(['192.0.2.1']);
      await rm(folder, { recursive: true });
      expect(await lookUp(resolveHost, 'receiver')).to.deep.equal(['192.0.2.1']);
    });

    it('is looked up again each time', async () => {
      const resolveHost = open();
      await lookUp(resolveHost, 'hooks.example.com');
      zone = () => ['192.0.2.7'];
      expect(await lookUp(resolveHost, 'hooks.example.com')).to.deep.equal(['192.0.2.7']);
    });
  });

  describe('a name without an address', () => {
    it('is dns_failed, whether it does not exist, has no address, or its servers are broken', async () => {
      for (const found of ['NXDOMAIN', 'SERVFAIL', []] as const) {
        zone = () => found;
        expect(await failure(lookUp(open(), 'lost.example.com')), String(found)).to.equal('dns_failed');
      }
    });

    it('is dns_failed when no name server can be reached', async () => {
      const gone = await startDnsServer(silence);
      await gone.close();
      const resolveHost = createHostResolver({ servers: [gone.address] });
      expect(await failure(lookUp(resolveHost, 'hooks.example.com'))).to.equal('dns_failed');
    });
  });

  describe('a name whose lookup hangs', () => {
    beforeEach(() => {
      zone = (name) => (name.startsWith('silent') ? silence() : ['192.0.2.1']);
    });

    it('times out at the deadline, leaving nothing open', async () => {
      const before = await countSockets();
      expect(await failure(lookUp(open({ timeoutMs: 100 }), 'silent.example.com'))).to.equal('timeout');
      await until(async () => (await countSockets()) === before, { what: 'its sockets are closed' });
    });

    it('is given up once nobody waits for it, and not before', async () => {
      const before = await countSockets();
      const resolveHost = open({ timeoutMs: 60_000 });
      const attempts = [new AbortController(), new AbortController()];
      const found = attempts.map(({ signal }) =>
        failure(lookUp(resolveHost, 'silent.example.com', { signal })),
      );
      await until(() => dns.questions.length === 2, { what: 'both share one lookup' });
      attempts[0]!.abort();
      if (canCountSockets) expect(await countSockets()).to.be.above(before);
      attempts[1]!.abort();
      expect(await Promise.all(found)).to.deep.equal(['timeout', 'timeout']);
      await until(async () => (await countSockets()) === before, { what: 'its sockets are closed' });
      expect(dns.questions).to.have.length(2);
    });

    it('is looked up again by the next attempt after it was given up', async () => {
      const resolveHost = open({ timeoutMs: 60_000 });
      const first = new AbortController();
      const given = failure(lookUp(resolveHost, 'silent.example.com', first));
      await until(() => dns.questions.length === 2, { what: 'the first lookup has started' });
      first.abort();
      zone = () => ['192.0.2.1'];
      expect(await lookUp(resolveHost, 'silent.example.com')).to.deep.equal(['192.0.2.1']);
      expect(await given).to.equal('timeout');
    });

    it('waits for one of its account’s eight slots, and takes none from other accounts', async () => {
      const resolveHost = open({ timeoutMs: 60_000 });
      const stop = new AbortController();
      setMaxListeners(0, stop.signal);
      const silent = Array.from({ length: 32 }, (_, index) =>
        failure(lookUp(resolveHost, `silent${index}.example.com`, stop)),
      );
      let isFound = false;
      const own = lookUp(resolveHost, 'own.example.com').finally(() => (isFound = true));
      expect(await lookUp(resolveHost, 'hooks.example.com', { accountId: 'other' })).to.deep.equal([
        '192.0.2.1',
      ]);
      await readFile('/etc/hosts');
      expect(namesAsked().filter((name) => name?.startsWith('silent'))).to.have.length(8);
      expect(namesAsked()).not.to.include('own.example.com');
      expect(isFound).to.be.false;

      stop.abort();
      expect(await own).to.deep.equal(['192.0.2.1']);
      expect(new Set(await Promise.all(silent))).to.deep.equal(new Set(['timeout']));
      expect(namesAsked().filter((name) => name?.startsWith('silent'))).to.have.length(8);
    });

    it('frees its slot at its deadline for those that wait', async () => {
      const resolveHost = open({ timeoutMs: 100 });
      const silent = Array.from({ length: 15 }, (_, index) =>
        failure(lookUp(resolveHost, `silent${index}.example.com`)),
      );
      expect(await lookUp(resolveHost, 'own.example.com')).to.deep.equal(['192.0.2.1']);
      expect(new Set(await Promise.all(silent))).to.deep.equal(new Set(['timeout']));
      expect(namesAsked()).to.have.length(16);
    });
  });
});

const canCountSockets = process.platform === 'linux';

/** The number of sockets that this process has open, according to the system. */
async function countSockets(): Promise<number> {
  if (!canCountSockets) return 0;
  const files = await readdir('/proc/self/fd');
  const targets = await Promise.all(files.map((file) => readlink(`/proc/self/fd/${file}`).catch(() => '')));
  return targets.filter((target) => target.startsWith('socket:')).length;
}
