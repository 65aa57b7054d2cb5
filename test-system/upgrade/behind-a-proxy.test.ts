import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { CADDY, NGINX, type Proxy, type ProxyUnderTest } from '../deploy/proxy.ts';

import { freePort } from '../../test/support/outside/free-port.ts';
import { startServer, type RunningServer } from '../../test/support/processes/program.ts';
import { startService, type TestAccount, type TestService } from '../../test/support/service.ts';
import { startLoad } from '../../test/support/upgrade/load.ts';

const CALLERS = 8;
const ROUNDS = 3;
const PAUSE_MS = 300;

for (const proxyUnderTest of [CADDY, NGINX]) describeProxy(proxyUnderTest);

function describeProxy(underTest: ProxyUnderTest): void {
  const { name, program } = underTest;
  describe(`replacing the service behind ${name}`, () => {
    /** In this process, on the same database: for what the servers' API cannot do. */
    let service: TestService;
    let account: TestAccount;
    let proxy: Proxy;
    let ports: [number, number];
    const servers = new Map<number, RunningServer>();

    before(async function () {
      if (!existsSync(program) && process.env['CI'] === undefined) this.skip();
      service = await startService();
      account = await service.createAccount();
      ports = [await freePort(), await freePort()];
      proxy = await underTest.start(`127.0.0.1:${ports[0]}`);
    });
    after(async () => {
      await proxy?.close();
      await Promise.all([...servers.keys()].map(stop));
      await service?.close();
    });

    const startAt = async (port: number): Promise<void> => {
      const environment = {
        DATABASE_URL: service.database.url,
        SECRETS_KEY: service.secretsKey,
        PORT: String(port),
        ROLES: 'api',
      };
      servers.set(port, await startServer(environment));
    };
    const stop = async (port: number): Promise<void> => {
      const server = servers.get(port);
      servers.delete(port);
      server?.process.kill('SIGTERM');
      await server?.exited;
    };

    it('fails no call, neither of those that are open nor of those that come', async () => {
      await startAt(ports[0]);
      const load = startLoad({
        callers: CALLERS,
        apiKey: account.key.secret,
        baseUrls: () => [proxy.url],
        ca: proxy.ca,
      });
      for (let round = 0, [from, to] = ports; round < ROUNDS; round++, [from, to] = [to, from]) {
        await startAt(to);
        await proxy.sendTo(`127.0.0.1:${to}`);
        await delay(PAUSE_MS);
        await stop(from);
        await delay(PAUSE_MS);
      }
      const tally = await load.stop();
      expect(tally.faults.slice(0, 5)).to.deep.equal([]);
      expect(tally.paid).to.be.above(50);
    });
  });
}
