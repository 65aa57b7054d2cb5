// What the test suites and CI took when they ran whole. TEST_TIMES names the JSON file in which they store it; the documents'
// table is made from docs/internal/test-times.json.
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus } from 'node:os';
import { format } from 'prettier';

export interface RunTimes {
  seconds: number;
  /** Of all processes of the machine: who measures runs nothing else. */
  processorSeconds: number;
  passed: number;
  failed: number;
  skipped: number;
  /** The test files with a failure that may pass when they run again; empty if the run failed for another reason too. */
  failedFiles: readonly string[];
}

export interface StoredTimes extends RunTimes {
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

/** Stores what a run took, by its command, if a file is named. */
export async function storeRunTimes(
  command: string,
  times: RunTimes,
  file = process.env['TEST_TIMES'],
): Promise<void> {
  if (file === undefined) return;
  const stored: StoredTimes = {
    ...times,
    measuredOn: new Date().toISOString().slice(0, 10),
    node: process.versions.node,
    cores: availableParallelism(),
  };
  const text = JSON.stringify({ ...(await readRunTimes(file)), [command]: stored });
  await writeFile(file, await format(text, { parser: 'json' }));
}

export async function readRunTimes(file: string): Promise<Record<string, StoredTimes>> {
  if (!existsSync(file)) return {};
  return JSON.parse(await readFile(file, 'utf8')) as Record<string, StoredTimes>;
}

function busySeconds(): number {
  const milliseconds = cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys, 0);
  return milliseconds / 1000;
}
