import { expect } from 'chai';
import { createClaimWorker } from '../../../src/lib/work/claim-worker.ts';
import { createLogger } from '../../../src/lib/logger.ts';
import { until } from '../../support/poll.ts';

describe('a worker that claims', () => {
  /** A worker that finds this many per claim, and pauses for longer than any test. */
  const workerOn = (
    found: number[],
    options: Pick<Parameters<typeof createClaimWorker>[0], 'maxInFlight' | 'maxClaimed' | 'wokenBy'>,
  ) => {
    const limits: number[] = [];
    const letGo: (() => void)[] = [];
    const worker = createClaimWorker<number>({
      name: 'test',
      pauseMs: 60_000,
      logger: createLogger('silent'),
      ...options,
      claim: (limit) => {
        limits.push(limit);
        return Promise.resolve(
          Array.from({ length: Math.min(found.shift() ?? 0, limit) }, (_, index) => index),
        );
      },
      work: () => new Promise((resolve) => letGo.push(resolve)),
      describe: () => ({}),
    });
    return { worker, limits, letGo };
  };

  it('claims again at once while it gets as many as it asks for, up to the maximum in flight', async () => {
    const { worker, limits, letGo } = workerOn([4, 4, 4], { maxInFlight: 10, maxClaimed: 4 });
    const loop = worker.start();
    await until(() => letGo.length === 10, { what: 'ten are in flight' });
    expect(limits).to.deep.equal([4, 4, 2]);
    for (const done of letGo) done();
    await loop.stop();
  });

  it('waits after getting fewer, until something is done', async () => {
    const { worker, limits, letGo } = workerOn([3, 0], { maxInFlight: 10 });
    const loop = worker.start();
    await until(() => letGo.length === 3, { what: 'three are in flight' });
    expect(limits).to.deep.equal([10]);
    letGo[0]?.();
    await until(() => limits.length === 2, { what: 'it claims again' });
    expect(limits).to.deep.equal([10, 8]);
    for (const done of letGo) done();
    await loop.stop();
  });

  it('claims when it is woken, until it is stopped', async () => {
    let wake: (() => void) | undefined;
    const { worker, limits } = workerOn([0, 0], {
      maxInFlight: 10,
      wokenBy: (call) => {
        wake = call;
        return () => (wake = undefined);
      },
    });
    const loop = worker.start();
    await until(() => limits.length === 1, { what: 'it claims' });
    wake?.();
    await until(() => limits.length === 2, { what: 'it claims again' });
    await loop.stop();
    expect(wake).to.equal(undefined);
  });

  it('claims all that is due for a batch, while there is room for one', async () => {
    const limits: number[] = [];
    const letGo: (() => void)[] = [];
    const batches = [[5, 3], [1], [8, 2], []];
    const worker = createClaimWorker<number>({
      name: 'test',
      maxInFlight: 3,
      maxClaimed: 8,
      pauseMs: 60_000,
      logger: createLogger('silent'),
      claim: (limit) => {
        limits.push(limit);
        return Promise.resolve(batches.shift() ?? []);
      },
      sizeOf: (items) => items,
      work: () => new Promise((resolve) => letGo.push(resolve)),
      describe: () => ({}),
    });
    const loop = worker.start();
    await until(() => letGo.length === 3, { what: 'three batches are in flight' });
    expect(limits).to.deep.equal([8, 8]);
    letGo[0]?.();
    await until(() => letGo.length === 5, { what: 'it claims again' });
    expect(limits).to.deep.equal([8, 8, 8]);
    for (const done of letGo) done();
    await loop.stop();
    batches.splice(0, batches.length, [5, 1]);
    const once = worker.runOnce();
    await until(() => letGo.length === 7, { what: 'both are worked on' });
    for (const done of letGo) done();
    expect(await once).to.equal(6);
  });

  it('has room for more once the work is done, while its result is being recorded', async () => {
    const recorded: (() => void)[] = [];
    const limits: number[] = [];
    const worker = createClaimWorker<number, number>({
      name: 'test',
      maxInFlight: 2,
      pauseMs: 60_000,
      logger: createLogger('silent'),
      claim: (limit) => {
        limits.push(limit);
        return Promise.resolve(limits.length === 1 ? [1, 2] : []);
      },
      work: (claimed) => Promise.resolve(claimed),
      record: () => new Promise((resolve) => recorded.push(resolve)),
      describe: () => ({}),
    });
    const loop = worker.start();
    await until(() => recorded.length === 2 && limits.length >= 2, { what: 'it claims again' });
    expect(limits.at(-1)).to.equal(2);
    let stopped = false;
    const stopping = loop.stop().then(() => (stopped = true));
    await new Promise((resolve) => setImmediate(resolve));
    expect(stopped, 'without the records').to.be.false;
    for (const done of recorded) done();
    await stopping;
  });

  it('makes one claim at a time', async () => {
    const finish: (() => void)[] = [];
    const worker = createClaimWorker<number>({
      name: 'test',
      maxInFlight: 2,
      pauseMs: 60_000,
      logger: createLogger('silent'),
      claim: () => new Promise((resolve) => finish.push(() => resolve([]))),
      work: () => Promise.resolve(),
      describe: () => ({}),
    });
    const rounds = [worker.runOnce(), worker.runOnce()];
    await until(() => finish.length > 0, { what: 'the first claim' });
    await new Promise((resolve) => setImmediate(resolve));
    expect(finish).to.have.length(1);
    finish[0]?.();
    await until(() => finish.length === 2, { what: 'the second claim' });
    finish[1]?.();
    await Promise.all(rounds);
  });
});
