// What the test suites and CI took when they last ran whole and were told to store it, from which the documents' table is made.
import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus } from 'node:os';
import { format, resolveConfig } from 'prettier';

const FILE = new URL('../../docs/test-times.json', import.meta.url);

export interface RunTimes {
  seconds: number;
  /** Of all processes of the machine: who measures runs nothing else. */
  processorSeconds: number;
  passed: number;
  skipped: number;
}

interface Stored extends RunTimes {
  measuredOn: string;
  node: string;
  cores: number;
}

/** Measures from now on, until it is read. */
export function startStopwatch(): () => Pick<RunTimes, 'seconds' | 'processorSeconds'> {
  const began = performance.now();
  const busyBefore = busySeconds();
  return () => ({
    seconds: Math.round((performance.now() - began) / 1000),
    processorSeconds: Math.round(busySeconds() - busyBefore),
  });
}

/** Stores what a run took, by its command, if TEST_TIMES=write asks for it. */
export async function storeRunTimes(command: string, times: RunTimes): Promise<void> {
  if (process.env['TEST_TIMES'] !== 'write') return;
  const stored: Stored = {
    ...times,
    measuredOn: new Date().toISOString().slice(0, 10),
    node: process.versions.node,
    cores: availableParallelism(),
  };
  const text = JSON.stringify({ ...(await readRunTimes()), [command]: stored });
  await writeFile(FILE, await format(text, { ...(await resolveConfig(FILE)), parser: 'json' }));
}

export async function readRunTimes(): Promise<Record<string, Stored>> {
  return JSON.parse(await readFile(FILE, 'utf8')) as Record<string, Stored>;
}

function busySeconds(): number {
  const milliseconds = cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys, 0);
  return milliseconds / 1000;
}
