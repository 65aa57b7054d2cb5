import { expect } from 'chai';
import { createClaimWorker } from '../../../src/lib/work/claim-worker.ts';
import { createLogger } from '../../../src/lib/logger.ts';
import { until } from '../../support/poll.ts';

describe('a worker that claims', () => {
  /** A worker that finds this many per claim, and pauses for longer than any test. */
  const workerOn = (found: number[], options: { maxInFlight: number; maxClaimed?: number }) => {
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
});
