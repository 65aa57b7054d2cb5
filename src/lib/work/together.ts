import type { Worker } from './claim-worker.ts';

/** Several workers as one. */
export function together(workers: readonly Worker[]): Worker {
  return {
    async runOnce() {
      let sum = 0;
      for (const worker of workers) sum += await worker.runOnce();
      return sum;
    },
    start() {
      const loops = workers.map((worker) => worker.start());
      return {
        async stop() {
          await Promise.all(loops.map((loop) => loop.stop()));
        },
      };
    },
  };
}
