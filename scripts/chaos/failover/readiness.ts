import { runProgram } from '../../../test/support/processes/program.ts';

export interface Readiness {
  asked: number;
  slowest_ms: number;
  /** The slowest response that needs no database: so long a busy machine kept the processes waiting. */
  slowest_health_ms: number;
  /** No response, or another than that it is ready or not. */
  failed: number;
}

/**
 * Asks every process all the time whether it is ready, as a load balancer does. In a process of its own: how long the
 * callers keep this one busy is not to be measured.
 */
export function watchReadiness(urls: readonly string[]): { end(): Promise<Readiness> } {
  const program = runProgram('scripts/chaos/failover/readiness-program.ts', [...urls], {});
  return {
    async end() {
      program.process.kill('SIGTERM');
      await program.exited;
      return JSON.parse(program.stdout()) as Readiness;
    },
  };
}
