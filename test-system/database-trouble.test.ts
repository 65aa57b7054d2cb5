import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import type { Database } from '../src/db/connect.ts';
import { Keyring } from '../src/lib/secrets/keyring.ts';
import { createClient, type Client } from '../test/support/client.ts';
import { createTestDatabase } from '../test/support/database.ts';
import { startDatabaseProxy } from '../test/support/outside/database-proxy.ts';
import { until } from '../test/support/poll.ts';
import { runProgram, startServer, type RunningServer } from '../test/support/processes/program.ts';
import { refusal } from '../test/support/refusal.ts';
import { startService } from '../test/support/service.ts';

const RESTARTS = 10;
const LINK = { amount: '100', currency: 'MXNB', description: 'x' };

describe('trouble with the database', function () {
  this.timeout(120_000);

  it(`stops no process and loses no acknowledged write when Postgres dies ${RESTARTS} times under load`, async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'payments-trouble-'));
    const server = await startServer({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' });
    try {
      const api = await unlimitedClient(server, dataDir);
      const load = startLoad(api);
      for (let restart = 0; restart < RESTARTS; restart++) {
        const pid = Number(
          (await readFile(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8')).split('\n')[0],
        );
        // Alternates between a kill and an immediate shutdown.
        process.kill(pid, restart % 2 === 0 ? 'SIGKILL' : 'SIGQUIT');
        await untilServing(api, pid, dataDir);
        await load.untilAcknowledged(4);
      }
      const { acknowledged, statuses } = await load.stop();

      expect(server.process.exitCode).to.equal(null);
      expect([...statuses].filter((status) => ![201, 409, 500].includes(status))).to.deep.equal([]);
      expect(acknowledged.length).to.be.greaterThan(RESTARTS);
      for (const { key, code } of acknowledged) {
        const again = await api.post('/v1/payment_links', LINK, { idempotencyKey: key });
        expect(again.headers.get('idempotent-replay')).to.equal('true');
        expect(again.body.code).to.equal(code);
      }
      server.process.kill('SIGTERM');
      expect(await server.exited).to.equal(0);
    } finally {
      server.process.kill('SIGKILL');
      await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    }
  });

  it('does not end a service that is starting when its connections are lost for a moment', async () => {
    const database = await createTestDatabase();
    let opened = 0;
    let lost: Promise<void> | undefined;
    const proxy = await startDatabaseProxy(database.url, {
      observe: () => {
        opened += 1;
        // The first belong to the migrations, which a database that cannot be reached ends at once.
        if (opened === 3) lost = proxy.away().then(() => delay(300).then(() => proxy.back()));
        return { fromClient: () => undefined, fromDatabase: () => undefined };
      },
    });
    try {
      const server = await startServer({ DATABASE_URL: proxy.url, SECRETS_KEY: Keyring.generate() });
      await lost;
      expect(lost, 'connections were lost').not.to.equal(undefined);
      expect((await fetch(`${server.url}/ready`)).status).to.equal(200);
      server.process.kill('SIGTERM');
      expect(await server.exited).to.equal(0);
    } finally {
      proxy.close();
      await database.drop();
    }
  });

  it('refuses calls while all connections are in use, instead of letting them pile up', async () => {
    const service = await startService();
    const { db } = service.foundation;
    try {
      const { api } = await service.createAccount();
      let letGo = (): void => undefined;
      const held = new Promise<void>((resolve) => (letGo = resolve));
      const holders = Array.from({ length: 16 }, () => db.transaction(() => held).catch(() => undefined));
      await untilAllTaken(db);
      // No connection is released before all calls have a response.
      const answers = await Promise.all(Array.from({ length: 20 }, () => api.post('/v1/ping')));
      expect(answers.map(refusal)).to.deep.equal(
        Array.from({ length: 20 }, () => ({ status: 429, code: 'rate_limit_exceeded' })),
      );
      letGo();
      await Promise.all(holders);
      expect((await api.post('/v1/ping')).status).to.equal(200);
    } finally {
      await service.close();
    }
  });

  it('refuses calls beyond its capacity at once, without starting them', async () => {
    const service = await startService();
    const { db } = service.foundation;
    try {
      const { api } = await service.createAccount({ requestsPerMinute: 10_000 });
      let letGo = (): void => undefined;
      const held = new Promise<void>((resolve) => (letGo = resolve));
      const holders = Array.from({ length: 16 }, () => db.transaction(() => held).catch(() => undefined));
      await untilAllTaken(db);
      const answered: { idempotencyKey: string; answer: Awaited<ReturnType<typeof api.post>> }[] = [];
      const calls = Array.from({ length: 400 }, async (_, at) => {
        const idempotencyKey = `busy ${at}`;
        answered.push({ idempotencyKey, answer: await api.post('/v1/ping', {}, { idempotencyKey }) });
      });
      // With all connections held, the first to get a response are those that found no free slot. On a busy machine they may
      // be refused for their age before another has come as far as a connection.
      await until(() => answered.length > 0 && db.usage().waiting > 0, {
        what: 'a call is refused, and others wait for a connection',
      });
      const [{ idempotencyKey, answer: first } = expect.fail('no call was answered')] = answered;
      const { waiting } = db.usage();
      letGo();
      await Promise.all([...holders, ...calls]);
      expect(waiting, 'no more than have a slot wait for a connection').to.be.within(1, 256);
      expect(refusal(first)).to.deep.equal({ status: 429, code: 'rate_limit_exceeded' });
      expect(first.headers.get('retry-after')).to.equal('1');
      const again = await api.post('/v1/ping', {}, { idempotencyKey });
      expect(again.status).to.equal(200);
      expect(again.headers.get('idempotent-replay')).to.equal(null);
    } finally {
      await service.close();
    }
  });
});

function untilAllTaken(db: Database): Promise<void> {
  return until(() => db.usage().open === 16 && db.usage().idle === 0, { what: 'all connections are in use' });
}

/** A client with a key that no limit stops, created on the command line beside the running server. */
async function unlimitedClient(server: RunningServer, dataDir: string): Promise<Client> {
  const account = /^Demo account +(\S+)$/m.exec(server.greeting)?.[1] ?? '';
  const limits = ['--requests-per-minute', '1000000', '--money-per-day', '1000000'];
  const args = [
    'keys',
    'create',
    '--account',
    account,
    '--name',
    'load',
    '--scopes',
    'all',
    ...limits,
    '--json',
  ];
  const command = runProgram('build/cli.js', args, { DATA_DIR: dataDir });
  expect(await command.exited).to.equal(0);
  const { secret } = JSON.parse(command.stdout()) as { secret: string };
  return createClient(server.url, secret);
}

interface Load {
  /** Waits for this many more links. */
  untilAcknowledged(more: number): Promise<void>;
  stop(): Promise<LoadResult>;
}

interface LoadResult {
  acknowledged: { key: string; code: string }[];
  statuses: Set<number>;
}

/** Four clients that create links one after another, each retrying with its key until it succeeds. */
function startLoad(api: Client): Load {
  const result: LoadResult = { acknowledged: [], statuses: new Set() };
  let stopping = false;
  const client = async (): Promise<void> => {
    while (!stopping) {
      const key = randomUUID();
      for (;;) {
        const answer = await api.post('/v1/payment_links', LINK, { idempotencyKey: key });
        result.statuses.add(answer.status);
        if (answer.status === 201) {
          result.acknowledged.push({ key, code: String(answer.body.code) });
          break;
        }
        await delay(50);
      }
    }
  };
  const clients = Array.from({ length: 4 }, client);
  return {
    async untilAcknowledged(more) {
      const goal = result.acknowledged.length + more;
      await until(() => result.acknowledged.length >= goal, { what: `${more} more links` });
    },
    async stop() {
      stopping = true;
      await Promise.all(clients);
      return result;
    },
  };
}

/** Waits until a call that needs the new Postgres succeeds. */
async function untilServing(api: Client, oldPid: number, dataDir: string): Promise<void> {
  const pidFile = join(dataDir, 'postgres/data/postmaster.pid');
  const isServing = async (): Promise<boolean> => {
    const pid = (await readFile(pidFile, 'utf8').catch(() => '')).split('\n')[0];
    return pid !== '' && Number(pid) !== oldPid && (await api.get('/v1/balances')).status === 200;
  };
  await until(isServing, { what: 'a new Postgres serves' });
}
