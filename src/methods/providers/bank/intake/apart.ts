import { fork } from 'node:child_process';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Foreseen, HandedIn, Imported } from '../../../index.ts';

/** The parameters by which another process gets the same accounts and database. */
export interface ApartOptions {
  connectionString: string;
  secretsKey: string;
  accountsFile: string;
  cell: number;
  logLevel: string;
}

/** Importing a larger file occupies a process for seconds, in which it would serve no requests. */
export const LARGE_BYTES = 256 * 1024;

export type Job = { options: ApartOptions; file: HandedIn } & { work: 'take' | 'foresee' };
export type Answer = { result: Imported | Foreseen } | { error: string };

/** Imports large files in a process of its own, which ends afterwards. */
export interface Apart {
  take(file: HandedIn): Promise<Imported>;
  foresee(file: HandedIn): Promise<Foreseen>;
}

export function createApart(options: ApartOptions): Apart {
  let last: Promise<unknown> = Promise.resolve();
  // One at a time, because each takes the memory of a whole file.
  const inTurn = <R>(job: Omit<Job, 'options'>): Promise<R> => {
    const next = last.then(() => start({ options, ...job }));
    last = next.catch(() => undefined);
    return next as Promise<R>;
  };
  return {
    take: (file) => inTurn({ work: 'take', file }),
    foresee: (file) => inTurn({ work: 'foresee', file }),
  };
}

/** The program is beside the bank's module, in the sources as in the build. */
const PROGRAM = fileURLToPath(
  new URL(`../apart-program${extname(fileURLToPath(import.meta.url))}`, import.meta.url),
);

function start(job: Job): Promise<unknown> {
  return new Promise((resolve, reject) => {
    // Its messages are copied as they are, with the bytes of the file.
    const child = fork(PROGRAM, [], {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    let answer: Answer | undefined;
    child.on('message', (message) => (answer = message as Answer));
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      if (answer === undefined) {
        reject(new Error(`the process for a large file of a bank ended with ${signal ?? String(code)}`));
      } else if ('error' in answer) reject(new Error(answer.error));
      else resolve(answer.result);
    });
    child.send(job, (error) => {
      if (error) reject(error);
    });
  });
}
