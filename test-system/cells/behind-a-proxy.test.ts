import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Agent } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { readCellsFile } from '../../src/cells/index.ts';
import { createClient, send, type Answer } from '../../test/support/client.ts';
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts';
import { freePort } from '../../test/support/outside/free-port.ts';
import { until } from '../../test/support/poll.ts';
import { runProgram, startServer, type RunningServer } from '../../test/support/processes/program.ts';
import { ENVOY, NGINX, type CellProxy, type CellProxyUnderTest } from './cell-proxy.ts';

const LINK = { amount: '1500', currency: 'MXNB', description: 'Order 1042' };
const SHOP = 'pay.example.com';
/** Cell 1 has two processes. */
const PROCESSES = [0, 1, 1, 46];
/** What is answered for a dead cell without asking it. */
const AT_ONCE_MS = 100;
/** On a busy machine; a frozen process would not answer at all. */
const REFUSED_WITHIN_MS = 500;
/** A check of 3 s that fails, at most a second later, and what a busy machine adds. */
const FOUND_FROZEN_MS = 30_000;
const CALLERS = 8;

interface Process {
  cell: number;
  port: number;
  server?: RunningServer;
}

describe('three cells behind a proxy', function () {
  this.timeout(120_000);
  const databases = new Map<number, TestDatabase>();
  const keys = new Map<number, string>();
  const processes: Process[] = [];
  let folder: string;
  let file: string;

  const start = async (process: Process): Promise<string> => {
    const { cell, port } = process;
    process.server = await startServer({
      DATABASE_URL: databases.get(cell)?.url ?? '',
      DATA_DIR: join(folder, String(cell)),
      PORT: String(port),
      CELL: String(cell),
      CELLS_FILE: file,
      BASE_URL: `https://c${cell}.${SHOP}`,
      CHECKOUT_BASE_URL: `https://${SHOP}`,
      TRUSTED_PROXIES: '127.0.0.1/32',
      LOG_LEVEL: 'error',
    });
    return process.server.greeting;
  };
  const kill = async ({ server }: Process): Promise<void> => {
    server?.process.kill('SIGKILL');
    await server?.exited;
  };
  const of = (cell: number): Process[] => processes.filter((process) => process.cell === cell);

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cells-'));
    file = join(folder, 'cells.json');
    for (const cell of PROCESSES) processes.push({ cell, port: await freePort() });
    const cells = [...new Set(PROCESSES)].map((cell) => ({
      cell,
      servers: of(cell).map(({ port }) => `127.0.0.1:${port}`),
      url: `https://c${cell}.${SHOP}`,
      environment_file: `${cell}.env`,
    }));
    await writeFile(file, JSON.stringify({ cells }));
    for (const process of processes) {
      if (!databases.has(process.cell)) databases.set(process.cell, await createTestDatabase());
      const [, key] = /(sk_test_\S+)/.exec(await start(process)) ?? [];
      if (key !== undefined) keys.set(process.cell, key);
    }
  });
  after(async () => {
    await Promise.all(processes.map(kill));
    for (const database of databases.values()) await database.drop();
    await rm(folder, { recursive: true, force: true });
  });

  for (const underTest of [NGINX, ENVOY]) describeProxy(underTest);

  function describeProxy({ name, isInstalled, start: startProxy }: CellProxyUnderTest): void {
    describe(name, () => {
      const agent = new Agent({ keepAlive: true });
      let proxy: CellProxy;

      before(async function () {
        if (!isInstalled && process.env['CI'] === undefined) this.skip();
        proxy = await startProxy(readCellsFile(file));
      });
      after(async () => {
        agent.destroy();
        await proxy?.close();
      });

      const api = (cell: number) => createClient(proxy.url, keys.get(cell));
      const page = (path: string, host = SHOP, headers: Record<string, string> = {}): Promise<Answer> =>
        send(proxy.url, { method: 'GET', path, headers: { host, ...headers }, agent: false });
      // What a proxy answers itself is not in the contract.
      const createLink = (cell: number): Promise<Answer> =>
        send(proxy.url, {
          method: 'POST',
          path: '/v1/payment_links',
          headers: {
            authorization: `Bearer ${keys.get(cell)}`,
            'content-type': 'application/json',
            'idempotency-key': randomUUID(),
          },
          body: JSON.stringify(LINK),
          agent,
        });
      const timed = async (call: () => Promise<Answer>): Promise<Answer & { ms: number }> => {
        const startMs = performance.now();
        const answer = await call();
        return { ...answer, ms: performance.now() - startMs };
      };

      it('sends calls to the cell of their key, and payers to that of their link', async () => {
        for (const cell of keys.keys()) {
          const link = await createLink(cell);
          expect(link.status).to.equal(201);
          if (cell !== 0) expect(link.body.code.endsWith(cell === 1 ? '01' : '1A')).to.equal(true);
          expect((await page(`/pay/${link.body.code}`)).status).to.equal(200);
          expect((await api(cell).get(`/v1/payment_links/${link.body.code}`)).status).to.equal(200);
        }
      });

      it('asks cell 0 for a code that the cell which it names does not know', async () => {
        const answer = await page('/pay/PL-AAAA-BBBB-CC01');
        expect(answer.status).to.equal(404);
        expect(answer.headers.has('payments-cell')).to.equal(false);
      });

      it("shows a cell's panel at its own host, and sends a session to its cell from any", async () => {
        for (const cell of keys.keys()) {
          const signIn = await page('/panel/sign-in', `c${cell}.${SHOP}`);
          expect([signIn.status, signIn.headers.has('payments-cell')]).to.deep.equal([200, false]);
        }
        const cookie = `__Host-panel=${'A'.repeat(43)}1A`;
        const unknown = await page('/panel', `c0.${SHOP}`, { cookie });
        // A cell asked for the session of another would say so.
        expect(unknown.status).to.equal(303);
      });

      it('does not give up a process that refuses what a caller sends', async () => {
        for (const length of [300_000, 900_000, 300_000, 900_000]) {
          const large = await send(proxy.url, {
            method: 'POST',
            path: '/v1/payment_links',
            headers: { authorization: `Bearer ${keys.get(46)}`, 'content-type': 'application/json' },
            body: JSON.stringify({ ...LINK, description: 'x'.repeat(length) }),
            agent: false,
          });
          // 400 comes first, where the service has not read as much yet.
          expect(large.status).to.be.oneOf([400, 413]);
          const many = await page('/v1/ping', SHOP, {
            'x-long': 'x'.repeat(15_000),
            'x-more': 'x'.repeat(15_000),
          });
          expect(many.status).to.equal(400);
          expect((await createLink(46)).status).to.equal(201);
        }
      });

      it('loses no call of a cell when one of its processes is killed', async () => {
        const [victim] = of(1) as [Process];
        const answers: Answer[] = [];
        let isOver = false;
        const callers = Array.from({ length: CALLERS }, async () => {
          while (!isOver) answers.push(await createLink(1));
        });
        const untilMore = (count: number): Promise<void> => {
          const enough = answers.length + count;
          return until(() => answers.length > enough, { what: 'more calls have been answered' });
        };
        await untilMore(5 * CALLERS);
        await kill(victim);
        await untilMore(20 * CALLERS);
        isOver = true;
        await Promise.all(callers);
        await start(victim);
        // What is repeated while the killed process's transaction still holds the key is refused, and done once.
        const lost = answers.map(({ status }) => status).filter((status) => status !== 201 && status !== 409);
        expect(lost).to.deep.equal([]);
      });

      it('answers for a dead cell at once, and asks it again when it is back', async () => {
        const [victim] = of(46) as [Process];
        await kill(victim);
        await createLink(46);
        for (let calls = 0; calls < 20; calls += 1) {
          const { status, headers, body, ms } = await timed(() => createLink(46));
          expect(status).to.equal(503);
          expect(headers.get('retry-after')).to.equal('1');
          expect(body.error).to.deep.include({ type: 'api_error', code: 'internal_error' });
          expect(body.error.request_id).to.equal(headers.get('x-request-id'));
          expect(ms).to.be.below(AT_ONCE_MS);
          expect((await createLink(0)).status).to.equal(201);
          expect((await createLink(1)).status).to.equal(201);
        }
        const { status, headers, text } = await page('/panel/sign-in', `c46.${SHOP}`);
        expect(status).to.equal(503);
        expect(headers.get('content-type')).to.equal('text/html; charset=utf-8');
        expect(headers.get('retry-after')).to.equal('1');
        expect(text).to.contain('Please try again').and.to.contain('Inténtalo de nuevo');

        await start(victim);
        const startMs = performance.now();
        await until(async () => (await createLink(46)).status === 201, { what: 'the cell is back' });
        expect(performance.now() - startMs).to.be.below(5_000);
      });

      it('answers at once for a host that drops packets, after it has found that out', async () => {
        const [victim] = of(46) as [Process];
        await kill(victim);
        const silent = await listenSilently(victim.port);
        try {
          // The calls that find it out wait for a connection, at Envoy for a second one as well.
          const slow: number[] = [];
          const isAtOnce = async (): Promise<boolean> => {
            const { status, ms } = await timed(() => createLink(46));
            expect(status).to.equal(503);
            if (ms >= AT_ONCE_MS) slow.push(ms);
            return ms < AT_ONCE_MS;
          };
          // Most of them: a busy machine delays any one.
          const areAtOnce = async (): Promise<boolean> => {
            const calls: boolean[] = [];
            for (let call = 0; call < 5; call += 1) calls.push(await isAtOnce());
            return calls.filter(Boolean).length >= 3;
          };
          await until(areAtOnce, { what: 'calls are answered at once', timeoutMs: 20_000 });
          expect(Math.max(...slow, 0)).to.be.below(5_000);
        } finally {
          await silent.close();
          await start(victim);
        }
        await until(async () => (await createLink(46)).status === 201, { what: 'the cell is back' });
      });

      // nginx only notices when a call has taken too long.
      if (name === ENVOY.name) {
        it('sends no more calls to a process that is frozen, once its checks have found it', async () => {
          const [frozen] = of(46) as [Process];
          frozen.server?.process.kill('SIGSTOP');
          const waiting: Promise<Answer>[] = [];
          try {
            const isRefused = async (): Promise<boolean> => {
              const call = createLink(46);
              waiting.push(call);
              return Promise.race([
                call.then(({ status }) => status === 503),
                delay(REFUSED_WITHIN_MS, false),
              ]);
            };
            await until(isRefused, { what: 'calls are refused at once', timeoutMs: FOUND_FROZEN_MS });
          } finally {
            frozen.server?.process.kill('SIGCONT');
          }
          // Those that were sent before are answered after all.
          const statuses = (await Promise.all(waiting)).map(({ status }) => status);
          expect(statuses.filter((status) => status === 201)).not.to.be.empty;
          expect(statuses.filter((status) => status !== 201 && status !== 503)).to.deep.equal([]);
          await until(async () => (await createLink(46)).status === 201, { what: 'the cell is back' });
        });
      }
    });
  }
});

/** Whoever connects to this port gets no answer, like from a host whose network is gone. */
async function listenSilently(port: number): Promise<{ close: () => Promise<void> }> {
  const program = runProgram(
    '-e',
    [
      `require('node:net').createServer().listen({ port: ${port}, host: '127.0.0.1', backlog: 1 }, () => console.log('listens'))`,
    ],
    {},
  );
  await until(() => program.stdout().includes('listens'), { what: 'something listens' });
  program.process.kill('SIGSTOP');
  const sockets: Socket[] = [];
  // The system still opens as many connections as may wait, and then no more.
  for (let isOpen = true; isOpen;) {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    sockets.push(socket);
    isOpen = await Promise.race([once(socket, 'connect').then(() => true), delay(300, false)]);
  }
  return {
    async close() {
      for (const socket of sockets) socket.destroy();
      program.process.kill('SIGKILL');
      await program.exited;
    },
  };
}
