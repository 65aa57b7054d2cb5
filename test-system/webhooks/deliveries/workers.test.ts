import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { stopClock } from '../../../test/support/clock.ts';
import { until } from '../../../test/support/poll.ts';
import { answers } from '../../../test/support/outside/receiver.ts';
import { startDeliveryBench, type DeliveryBench } from '../../../test/webhooks/deliveries/delivery-bench.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

describe('delivery workers', () => {
  let bench: DeliveryBench;

  before(async () => {
    bench = await startDeliveryBench();
  });
  after(() => bench?.close());
  afterEach(() => bench.clear());

  describe('in separate processes', () => {
    let worker: ChildProcess;
    const workers: ChildProcess[] = [];

    const startWorker = async (...preload: string[]): Promise<void> => {
      worker = spawn(process.execPath, [...preload, 'build/main.js'], {
        cwd: ROOT,
        env: {
          PATH: process.env['PATH'],
          DATABASE_URL: bench.service.database.url,
          SECRETS_KEY: bench.service.secretsKey,
          ROLES: 'worker',
          LOG_LEVEL: 'silent',
          ...bench.environment,
        },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      workers.push(worker);
      let output = '';
      worker.stdout!.on('data', (chunk: Buffer) => (output += chunk.toString()));
      await until(() => output.includes('ready worker'), { what: 'the worker is ready' });
    };
    const end = async (signal: NodeJS.Signals): Promise<number | null> => {
      const exited = once(worker, 'exit');
      worker.kill(signal);
      return ((await exited) as [number | null])[0];
    };
    afterEach(() => {
      for (const worker of workers.splice(0)) worker.kill('SIGKILL');
    });

    it('send at most eight at once to a quick endpoint, each once, also while some of them end', async () => {
      const inFlight = { '/one': 0, '/two': 0, most: 0 };
      bench.receiver.answerWith((response, request) => {
        const path = request.path as '/one' | '/two';
        inFlight[path] += 1;
        inFlight.most = Math.max(inFlight.most, inFlight[path]);
        setTimeout(() => {
          inFlight[path] -= 1;
          answers.status(200)(response, request);
        }, Math.random() * 20);
      });
      for (const path of ['/one', '/two']) await bench.register({ url: `${bench.receiver.url}${path}` });
      await startWorker();
      await startWorker();
      await startWorker();
      const events = await bench.record(500);
      await bench.receiver.waitFor(300);
      await end('SIGTERM');
      await bench.receiver.waitFor(1_000);
      expect(inFlight.most).to.equal(8);
      expect(bench.receivedIds().sort()).to.deep.equal([...events, ...events].sort());
      const settled = async () => (await bench.deliveries()).every(({ status }) => status === 'delivered');
      await until(settled, { what: 'all are recorded' });
      expect(await bench.leases()).to.deep.equal([]);
    });

    it('lose nothing when killed in the middle of an attempt', async () => {
      await bench.register();
      bench.receiver.answerWith(answers.hangBeforeHeaders());
      await startWorker();
      const [event] = await bench.record();
      await bench.receiver.waitFor(1);
      await end('SIGKILL');
      expect(await bench.delivery()).to.include({ status: 'pending', attempts: 0 });
      expect(await bench.deliverDue(), 'its lease is still valid').to.equal(0);

      bench.receiver.answerWith(answers.status(200));
      await bench.endLeases();
      expect(await bench.deliverDue()).to.equal(1);
      expect(bench.receivedIds()).to.deep.equal([event, event]);
      expect(await bench.delivery()).to.include({ status: 'delivered', attempts: 1 });
    });

    it('keep the schedule and leases when their clock is ten minutes ahead', async () => {
      await bench.register();
      bench.receiver.answerWith(
        answers.inTurn(answers.status(500), answers.status(500), answers.status(200)),
      );
      await startWorker('--import', './test/webhooks/ten-minutes-ahead.js');
      await stopClock(bench.service.database);
      const startedAtS = Date.now() / 1_000;
      await bench.record();
      for (const [index, gapS] of [60, 300].entries()) {
        await bench.receiver.waitFor(index + 1);
        const attempted = async () => (await bench.delivery()).attempts === index + 1;
        await until(attempted, { what: `attempt ${index + 1} is recorded` });
        expect((await bench.delivery()).pause_s).to.equal(gapS);
        const [row] = await bench.service.database.query(
          `select extract(epoch from service_now() - max(ended_at))::float8 as s from webhook_delivery_attempts`,
        );
        expect(row?.['s'], 'ended by the database clock').to.be.within(0, 60);
        // This process agrees that nothing is due; if something were, the worker would have sent it by now.
        await bench.advance(gapS - 2);
        expect(await bench.deliverDue()).to.equal(0);
        expect(bench.receiver.requests).to.have.length(index + 1);
        await bench.advance(2);
      }
      await bench.receiver.waitFor(3);
      for (const { headers } of bench.receiver.requests) {
        const sentAtS = Number(/^t=(\d+),/.exec(String(headers['service-signature']))?.[1]);
        expect(sentAtS - 600).to.be.within(Math.floor(startedAtS), Date.now() / 1_000);
      }
    });

    it('finish what is in flight when asked to exit', async () => {
      await bench.register();
      const letGo = bench.holdAnswers();
      await startWorker();
      await bench.record();
      await bench.receiver.waitFor(1);
      const ended = end('SIGTERM');
      letGo(0);
      expect(await ended).to.equal(0);
      expect(await bench.delivery()).to.include({ status: 'delivered', attempts: 1 });
    });
  });
});
