import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import type { Context, Runner, Test } from 'mocha';
import { startStopwatch, storeRunTimes } from '../../scripts/docs/run-times.ts';
import { startClocks } from './clock.ts';
import { startCluster } from './cluster.ts';
import { describeSlowest, noteTime, noteTimesIn } from './file-times.ts';
import { buildPrograms, nodeOptions } from './processes/program.ts';
import { letStartPrograms } from './processes/start-guard.ts';
import { noteSeenErrorsIn, requireAllSeen } from './seen-errors.ts';

/** The folder of the tests that may start programs. */
const SYSTEM = 'test-system';
/** The commands of whole runs, by what they pass to mocha. */
const COMMANDS: Record<string, string> = {
  'test/**/*.test.ts': 'npm test',
  [`${SYSTEM}/**/*.test.ts`]: 'npm run test:system',
};

// The programs that tests start live for seconds: optimizing their code would be a fifth of the work of a start.
nodeOptions.push('--no-opt');

let finishRun: ((runner: Runner) => Promise<void>) | undefined;

/** Runs once, before the files start in parallel. */
export async function mochaGlobalSetup(this: Runner): Promise<void> {
  const failedFiles = new Set<string>();
  this.on('fail', ({ file }: Test) => failedFiles.add(relative(process.cwd(), file ?? '')));
  const readStopwatch = startStopwatch();
  const given = process.argv.slice(2);
  const built = given.some((one) => one.includes(SYSTEM)) ? buildPrograms() : undefined;
  const command = commandOf(given);
  const notes = mkdtempSync(join(tmpdir(), 'payments-run-'));
  noteTimesIn(join(notes, 'times'));
  const errors = join(notes, 'errors');
  if (command === 'npm test') noteSeenErrorsIn(errors);
  const stopCluster = await startCluster();
  await built;

  finishRun = async ({ stats }) => {
    try {
      await stopCluster();
      console.log(`The files that took longest:\n${describeSlowest()}\n`);
      if (command === undefined || stats === undefined) return;
      const times = readStopwatch();
      console.log(`${command} took ${times.seconds} s, and ${times.processorSeconds} s of processor time.\n`);
      const { passes: passed, failures: failed, pending: skipped } = stats;
      const store = (files: Iterable<string>): Promise<void> =>
        storeRunTimes(command, { ...times, passed, failed, skipped, failedFiles: [...files] });
      await store([]);
      if (command === 'npm test') await requireAllSeen(errors);
      await store(failedFiles);
    } finally {
      rmSync(notes, { recursive: true, force: true });
    }
  };
}

/** In the process that runs a file; beside others, it has one file at a time. */
let file = '';
let beganMs = 0;

export const mochaHooks = {
  beforeAll(this: Context): void {
    file = this.test?.parent?.suites[0]?.file ?? '';
    beganMs = performance.now();
    letStartPrograms(file.includes(`/${SYSTEM}/`));
  },
  afterEach: startClocks,
  afterAll(): void {
    noteTime(file, (performance.now() - beganMs) / 1000);
  },
};

export async function mochaGlobalTeardown(this: Runner): Promise<void> {
  await finishRun?.(this);
}

/** Undefined when only some files run, or the tests of a name. */
function commandOf(given: readonly string[]): string | undefined {
  if (given.some((one) => /^(-[fg]|--f?grep)/.test(one))) return undefined;
  return given.map((one) => COMMANDS[one]).find((command) => command !== undefined);
}
