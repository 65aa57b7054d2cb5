import { once } from 'node:events';
import { runProgram } from '../../../test/support/processes/program.ts';

/** Proxies before the databases, in a process of their own: how busy this one is must not look like a slow network. */
export interface Proxies {
  /** `host:port` of each, separated by commas. */
  hosts: string;
  /** Nothing passes any more on the connections that there are, and nobody is told. New ones work. */
  silence: () => void;
  close(): Promise<unknown>;
}

export async function startProxies(urls: readonly string[]): Promise<Proxies> {
  const program = runProgram('scripts/chaos/failover/proxies-program.ts', [...urls], {});
  while (!program.stdout().includes('\n')) {
    const isOver = await Promise.race([once(program.process.stdout!, 'data'), program.exited]);
    if (isOver === null || typeof isOver === 'number') throw new Error(program.stderr());
  }
  return {
    hosts: program.stdout().trim(),
    silence: () => void program.process.kill('SIGHUP'),
    close() {
      program.process.kill('SIGTERM');
      return program.exited;
    },
  };
}
