import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import pg from 'pg';
import { readConfig } from '../src/config/config.ts';
import { StartupError } from '../src/lib/errors/errors.ts';
import { rawCall } from '../test/http/raw-call.ts';
import { findWaiting } from '../test/support/database.ts';
import { until } from '../test/support/poll.ts';
import { listProcesses } from '../test/support/processes/processes.ts';
import { runProgram, startServer, type RunningServer } from '../test/support/processes/program.ts';
import { startService, type TestAccount, type TestService } from '../test/support/service.ts';
import { freePort } from '../test/support/outside/free-port.ts';

const PROCESSES = 2;
const LOST_AFTER_MS = 5_000;

describe('several processes on one port', () => {
  /** In this process, on the same database: for what the servers' API cannot do. */
  let service: TestService;
  let account: TestAccount;
  let metricsPort: number;
  let server: RunningServer;

  before(async () => {
    service = await startService();
    metricsPort = await freePort();
    server = await startServer(environment({ METRICS_PORT: String(metricsPort) }));
    account = await service.createAccount();
  });
  after(async () => {
    server?.process.kill('SIGKILL');
    await service?.close();
  });

  function environment(more: Record<string, string> = {}): Record<string, string> {
    return {
      DATABASE_URL: service.database.url,
      SECRETS_KEY: service.secretsKey,
      WORKERS: String(PROCESSES),
      ...more,
    };
  }

  /** Each on its own connection, which the processes get in turn. */
  const ping = async (secret: string) =>
    rawCall(server.url, { path: '/v1/ping', headers: { authorization: `Bearer ${secret}` } });
  const pingAtOnce = async (secret: string, count: number) => {
    const answers = await Promise.all(Array.from({ length: count }, () => ping(secret)));
    return answers.map(({ status }) => status);
  };

  it('greet once', async () => {
    expect(server.greeting.match(/^ready /gm)).to.have.length(1);
    expect(server.greeting.match(/^Demo API key /gm)).to.have.length(1);
    expect(await processesOf(server)).to.have.length(PROCESSES);
  });

  it('enforce the rate limit of a key exactly', async () => {
    const { secret } = await service.createKey(account.id, { requestsPerMinute: 20 });
    const statuses = await pingAtOnce(secret, 60);
    expect(statuses.filter((status) => status === 200)).to.have.length(20);
    expect(statuses.filter((status) => status === 429)).to.have.length(40);
  });

  it('combine their metrics', async () => {
    const { secret } = await service.createKey(account.id);
    const before = await countMeasured();
    expect(await pingAtOnce(secret, 30)).to.deep.equal(Array<number>(30).fill(200));
    await until(async () => (await countMeasured()) - before === 30, { what: 'all 30 are counted' });
  });

  it('answer each scrape with what they had done when it was asked for', async () => {
    const { secret } = await service.createKey(account.id);
    const before = await countMeasured();
    const holder = new pg.Client({ connectionString: service.database.url });
    await holder.connect();
    try {
      // A figure of the process with the background work waits for this lock, and with it the answer to the first scrape.
      await holder.query('begin; lock table provider_notices');
      const first = countMeasured();
      await until(scrapeWaits, { what: 'the first scrape waits' });
      expect(await pingAtOnce(secret, 10)).to.deep.equal(Array<number>(10).fill(200));
      const second = countMeasured();
      await delay(200);
      await holder.query('commit');
      expect((await first) - before).to.equal(0);
      expect((await second) - before).to.equal(10);
    } finally {
      await holder.end();
    }
  });

  it('replace one that is killed, while the others serve and counters are kept', async () => {
    const { secret } = await service.createKey(account.id, { requestsPerMinute: 600 });
    const [victim = 0, survivor = 0] = await processesOf(server);
    process.kill(victim, 'SIGKILL');
    await until(async () => !(await processesOf(server)).includes(victim), {
      what: 'the process has exited',
    });
    let calls = 0;
    const goOn = async () => {
      calls += 1;
      // A connection being handed to the killed process is lost with it and never counted.
      const answer = await Promise.race([ping(secret), delay(LOST_AFTER_MS)]).then(
        (first) => first ?? ping(secret),
      );
      expect(answer.status).to.equal(200);
      expect(answer.headers.get('ratelimit-remaining')).to.equal(String(600 - calls));
    };
    const isReplaced = async () => {
      await goOn();
      return (await processesOf(server)).length === PROCESSES;
    };
    await until(isReplaced, { what: 'another process runs' });
    await goOn();
    expect(await processesOf(server)).to.include(survivor);
    expect(server.stderr().trim().split('\n').map(parseLine)).to.deep.equal([
      {
        level: 'error',
        message: 'API process ended; starting another',
        pid: victim,
        ended_with: 'SIGKILL',
      },
    ]);

    // Metrics work even while it is still starting.
    expect(await countMeasured()).to.be.at.least(0);
  });

  it('respond to calls in flight before they exit', async () => {
    const { secret } = await service.createKey(account.id);
    const slow = await Promise.all(Array.from({ length: 4 }, (_, at) => beginSlowCall(secret, `slow-${at}`)));
    // Responses on later connections show that the processes have the slow ones too.
    await pingAtOnce(secret, 4);
    server.process.kill('SIGTERM');
    for (const call of slow) call.end('}');
    const answers = await Promise.all(
      slow.map((call) => once(call, 'response') as Promise<[IncomingMessage]>),
    );
    for (const [answer] of answers) {
      answer.resume();
      expect(answer.statusCode).to.equal(200);
    }
    expect(await server.exited).to.equal(0);
    const logged = await service.database.query(
      `select count(*)::integer from request_logs where idempotency_key like 'slow-%'`,
    );
    expect(logged).to.deep.equal([{ count: 4 }]);
  });

  it('exit with the first process, even when it is killed', async () => {
    const other = await startServer(environment());
    expect(await processesOf(other)).to.have.length(PROCESSES);
    other.process.kill('SIGKILL');
    // Its output closes when the last process holding it has exited.
    expect(await other.exited).to.equal(null);
  });

  it('say in one line why they cannot start', async () => {
    const taken = createServer().listen(0, '127.0.0.1').unref();
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const program = runProgram('build/main.js', [], environment({ PORT: String(port) }));
    expect(await program.exited).to.equal(1);
    expect(program.stdout()).to.equal('');
    expect(program.stderr()).to.match(new RegExp(`^Port ${port} on 127\\.0\\.0\\.1 is in use\\..*\\n$`));
  });

  it('share a bundled Postgres, which the first start creates', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'payments-workers-'));
    try {
      const fresh = await startServer({ WORKERS: String(PROCESSES), DATA_DIR: dataDir });
      const key = /^Demo API key +(sk_test_\S+)$/m.exec(fresh.greeting)?.[1];
      const answers = await Promise.all(
        Array.from({ length: 8 }, () =>
          rawCall(fresh.url, { path: '/v1/ping', headers: { authorization: `Bearer ${key}` } }),
        ),
      );
      expect(answers.map(({ status }) => status)).to.deep.equal(Array<number>(8).fill(200));
      fresh.process.kill('SIGINT');
      expect(await fresh.exited).to.equal(0);
    } finally {
      await rm(dataDir, { recursive: true, force: true });
    }
  });

  it('can be 1 to 64, and only for the api role', () => {
    expect(readConfig({}).workers).to.equal(1);
    expect(readConfig({ WORKERS: '64' }).workers).to.equal(64);
    for (const WORKERS of ['0', '65', '1.5', 'all']) {
      expect(() => readConfig({ WORKERS })).to.throw(
        StartupError,
        /WORKERS must be a whole number from 1 to 64/,
      );
    }
    expect(() => readConfig({ WORKERS: '2', ROLES: 'worker' })).to.throw(
      StartupError,
      /ROLES must include api/,
    );
  });

  /** The number of pings in the metrics. */
  async function countMeasured(): Promise<number> {
    const response = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
    expect(response.status).to.equal(200);
    const line = /^payments_request_duration_seconds_count\{operation="getPing",status="200"\} (\d+)$/m;
    return Number(line.exec(await response.text())?.[1] ?? 0);
  }

  /** Whether `payments_notices_failed` waits for a lock. */
  const scrapeWaits = async (): Promise<boolean> =>
    (await findWaiting(service.database, '%notices_failed%')).length > 0;

  /** Starts a call whose body is not yet complete. */
  async function beginSlowCall(secret: string, key: string): Promise<ClientRequest> {
    const call = httpRequest(`${server.url}/v1/ping`, {
      method: 'POST',
      agent: false,
      headers: {
        authorization: `Bearer ${secret}`,
        'content-type': 'application/json',
        'content-length': '2',
        'idempotency-key': key,
      },
    });
    call.write('{');
    const [socket] = (await once(call, 'socket')) as [NodeJS.EventEmitter];
    await once(socket, 'connect');
    return call;
  }
});

/** The running processes that this server has started. */
async function processesOf({ process: { pid } }: RunningServer): Promise<number[]> {
  return (await listProcesses())
    .filter(({ parent, command }) => parent === pid && command.endsWith('build/main.js'))
    .map((child) => child.pid);
}

function parseLine(line: string): object {
  const { timestamp, ...rest } = JSON.parse(line) as Record<string, unknown>;
  expect(timestamp).to.be.a('string');
  return rest;
}
