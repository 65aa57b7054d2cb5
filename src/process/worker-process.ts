import cluster from 'node:cluster';
import type { Greeting } from './startup-report.ts';
import { StartupError } from '../lib/errors/errors.ts';
import type { MetricsAnswer, MetricsQuestion } from '../lib/metrics.ts';

/** A worker process's report to its primary, which is that it serves or why it ends. */
export interface Report {
  ready?: Greeting;
  failed?: string;
}

export interface End {
  pid: number | undefined;
  /** Its exit code, or the signal that ended it. */
  ended_with?: number | string;
  reason?: string | undefined;
}

export interface WorkerProcess {
  startedAtMs: number;
  /** Rejects with StartupError when the process ends before it serves. */
  serves: Promise<Greeting>;
  ended: Promise<End>;
  /** Its metrics; none before it serves. */
  measure(): Promise<object[]>;
  /** The process finishes its calls and ends; one that does not serve yet ends at once. */
  stop(): void;
}

/** Starts another process of this program, as one of several that serve on one port. */
export function startProcess(environment: NodeJS.ProcessEnv): WorkerProcess {
  const worker = cluster.fork(environment);
  const { pid } = worker.process;
  let serving = false;
  let reason: string | undefined;
  let asked = 0;
  const open = new Map<number, (measured: object[] | null) => void>();
  const served = new Promise<Greeting>((resolve) => {
    // The rate limiter uses the same channel.
    worker.on('message', ({ ready, failed, measure, measured }: Report & Partial<MetricsAnswer>) => {
      if (ready) {
        serving = true;
        resolve(ready);
      }
      reason = failed ?? reason;
      if (measure !== undefined && measured !== undefined) {
        open.get(measure)?.(measured);
        open.delete(measure);
      }
    });
  });
  const ended = new Promise<End>((resolve) => {
    worker.once('exit', (code, signal) => resolve({ pid, ended_with: signal ?? code, reason }));
    // Without a listener, sending to a process that has just died would end this one.
    worker.on('error', (error) => {
      // A process that could not even be started never exits.
      if (pid === undefined) resolve({ pid, reason: error.message });
    });
  });
  const failed = ended.then((end): never => {
    throw new StartupError(
      end.reason ?? `A process ended before it served (${end.ended_with}). Start it again.`,
    );
  });
  const serves = Promise.race([served, failed]);
  // The start of a replacement is not awaited.
  serves.catch(() => undefined);
  return {
    startedAtMs: performance.now(),
    serves,
    ended,
    async measure() {
      // A process that is still starting cannot respond.
      if (!serving) return [];
      const measure = (asked += 1);
      const answered = new Promise<object[] | null>((resolve) => open.set(measure, resolve));
      worker.send({ measure } satisfies MetricsQuestion);
      const measured = await Promise.race([answered, ended.then(() => [])]);
      if (!measured) throw new Error('a process could not read its metrics');
      return measured;
    },
    stop: () => void worker.process.kill('SIGTERM'),
  };
}
