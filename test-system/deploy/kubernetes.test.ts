import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { containerOf, roleOf, secrets, variables, type Probe } from '../../test/deploy/manifests.ts';
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts';
import { startDatabaseProxy } from '../../test/support/outside/database-proxy.ts';
import { runProgram, startServer, type RunningServer } from '../../test/support/processes/program.ts';
import { freePort } from '../../test/support/outside/free-port.ts';

describe('deploy/kubernetes.yaml', () => {
  const secretsKey = randomBytes(32).toString('base64');

  describe('with the program', () => {
    let database: TestDatabase;
    const running: RunningServer[] = [];
    /** In the test environment, because live needs a provider. Returns the addresses of its ports. */
    const start = async (name: string, databaseUrl: string) => {
      const [port, metricsPort] = [await freePort(), await freePort()];
      const server = await startServer({
        ...variables,
        ...roleOf(name),
        ...{ DATABASE_URL: databaseUrl, SECRETS_KEY: secretsKey, ENVIRONMENT: 'test' },
        ...{ PORT: String(port), METRICS_PORT: String(metricsPort) },
      });
      running.push(server);
      return { http: `http://127.0.0.1:${port}`, metrics: `http://127.0.0.1:${metricsPort}` };
    };

    before(async () => {
      database = await createTestDatabase();
    });
    after(async () => {
      for (const server of running) server.process.kill('SIGKILL');
      await Promise.all(running.map(({ exited }) => exited));
      await database?.drop();
    });

    for (const [replaced, value, reason] of [
      ['SECRETS_KEY', secretsKey, 'DATABASE_URL must be like'],
      ['DATABASE_URL', undefined, 'SECRETS_KEY must be 32 random bytes'],
    ] as const) {
      it(`does not start when only ${replaced} of the secrets is replaced`, async () => {
        const environment = { ...variables, ...secrets, ...roleOf('payments-api'), ENVIRONMENT: 'test' };
        const program = runProgram('build/main.js', [], {
          ...environment,
          [replaced]: value ?? database.url,
        });
        expect(await program.exited).to.equal(1);
        expect(program.stderr()).to.contain(reason);
      });
    }

    for (const [trouble, begin] of [
      ['is away', 'away'],
      ['is silent', 'goDark'],
    ] as const) {
      it(`takes no calls while the database ${trouble}, but does not restart pods`, async () => {
        const proxy = await startDatabaseProxy(database.url);
        try {
          const { http } = await start('payments-api', proxy.url);
          const { startupProbe, readinessProbe, livenessProbe } = containerOf('payments-api');
          const ask = async ({ httpGet, timeoutSeconds }: Probe) => {
            const signal = AbortSignal.timeout(timeoutSeconds! * 1_000);
            return (await fetch(`${http}${httpGet!.path}`, { signal })).status;
          };
          const statuses = () => Promise.all([livenessProbe!, readinessProbe].map(ask));
          expect([await ask(startupProbe!), ...(await statuses())]).to.deep.equal([200, 200, 200]);
          await proxy[begin]();
          for (let times = 0; times < 3; times += 1) {
            expect(await statuses()).to.deep.equal([200, 503]);
          }
        } finally {
          proxy.close();
        }
      });
    }

    it('finds a worker ready by the port of its metrics, the only one that it listens on', async () => {
      const { readinessProbe, livenessProbe, startupProbe, ports } = containerOf('payments-worker');
      expect([livenessProbe, startupProbe]).to.deep.equal([undefined, undefined]);
      expect(ports.map(({ name }) => name)).to.deep.equal([readinessProbe.tcpSocket?.port]);
      const { http, metrics } = await start('payments-worker', database.url);
      expect((await fetch(`${metrics}/metrics`)).status).to.equal(200);
      await fetch(`${http}/v1/health`).then(
        () => expect.fail('it serves calls'),
        (error: Error) => expect(error.cause).to.have.property('code', 'ECONNREFUSED'),
      );
    });
  });
});
