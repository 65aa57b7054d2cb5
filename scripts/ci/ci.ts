// Runs the parts of CI, and skips those that a change cannot have touched:
//   .ci/run              what always runs, and what has other inputs than when it last passed
//   .ci/run --full       everything
//   .ci/run clients      only these parts, whatever their inputs
// What passes outside of CI is noted in .ci/passed.json, to be committed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readRunTimes, startStopwatch, storeRunTimes, type RunTimes } from '../docs/run-times.ts';
import { digestOf } from './inputs.ts';
import { STAGES, type Part } from './parts.ts';
import { install } from './tools.ts';

const PASSED = '.ci/passed.json';
/** A failed test in mocha's summary: its names, and what it failed with. */
const FAILED_TEST = /^ {2}\d+\) [^]*?(?=\n {6}at |\n\n\n|(?![^]))/gm;
const SUMMARY = /^ {2}\d+ failing$/m;
const AT_ONCE = 2;
/** More files than that do not fail by chance. */
const MOST_REPEATED = 2;
/** Characters of one failed test that are said again. */
const MOST_OF_FAILURE = 400;

const { values, positionals: chosen } = parseArgs({
  allowPositionals: true,
  options: { full: { type: 'boolean', default: false } },
});
const unknown = chosen.filter((name) => !STAGES.flat().some((part) => part.name === name));
if (unknown.length > 0) throw new Error(`there is no part ${unknown.join(', ')}`);
const readStopwatch = startStopwatch();
const scratch = mkdtempSync(join(tmpdir(), 'payments-ci-'));
/** Of the suites, which store theirs. */
const suiteTimes = join(scratch, 'times.json');
if (values.full) process.env['HOSTILE_REQUESTS'] = '10000';
const passed = JSON.parse(readFileSync(PASSED, 'utf8')) as Record<string, string>;
/** Taken before anything runs: what passes, passes with these. */
const digests = new Map(
  STAGES.flat().flatMap(({ name, inputs }) => (inputs ? [[name, digestOf(inputs)] as const] : [])),
);
let hasFailed = false;
/** Suites whose failed files passed when they ran again. */
const repeated = new Set<string>();
/** Repeated at the end, because a log may be kept by its last lines only. */
const failures: string[] = [];

try {
  for (const stage of STAGES) {
    const left = stage.filter(isDue);
    await install(new Set(left.flatMap(({ tools = [] }) => tools)));
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (let part = left.shift(); part; part = left.shift()) await run(part);
      }),
    );
    if (hasFailed) break;
  }
  await report();
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
if (hasFailed) process.exitCode = 1;

function isDue({ name }: Part): boolean {
  if (chosen.length > 0) return chosen.includes(name);
  const digest = digests.get(name);
  if (values.full || digest === undefined || passed[name] !== digest) return true;
  console.log(`SKIPPED  ${name}: passed with the same inputs, ${digest}`);
  return false;
}

/** Prints what it printed once it has ended, because another part may be running. */
async function run({ name, commands }: Part): Promise<void> {
  const began = performance.now();
  let output = '';
  const succeeds = async (command: string): Promise<boolean> => {
    const child = spawn('bash', ['-c', command], {
      // Everywhere as in CI, or a page that a script would write anew is mended here, unseen, and refused there.
      env: { ...process.env, CI: 'true', TEST_TIMES: suiteTimes },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    const [code] = (await once(child, 'close')) as [number | null];
    return code === 0;
  };
  let hasPassed = true;
  for (const command of commands) hasPassed &&= await succeeds(command);
  const tests = hasPassed ? [] : failedTestsIn(output);
  if (!hasPassed && (await passAlone(name, succeeds))) {
    hasPassed = true;
    failures.push(`UNSTEADY ${name}: failed, and passed when its file ran again`, ...tests);
  } else if (!hasPassed) {
    hasFailed = true;
    failures.push(`FAILED   ${name}`, ...tests);
  }
  const seconds = Math.round((performance.now() - began) / 1000);
  console.log(`${output}${hasPassed ? 'PASSED ' : 'FAILED '}  ${name} (${seconds} s)`);
  if (hasPassed) note(name);
}

/**
 * Whether the files of a suite that failed pass when they run again, alone. A machine that stood still for seconds must not
 * refuse a change; a fault of the product fails again, and what failed once is said at the end either way.
 */
async function passAlone(name: string, succeeds: (command: string) => Promise<boolean>): Promise<boolean> {
  const { failedFiles = [] } = (await readRunTimes(suiteTimes))[name] ?? {};
  if (failedFiles.length === 0 || failedFiles.length > MOST_REPEATED) return false;
  const pass = await succeeds(`npx mocha --no-parallel ${failedFiles.join(' ')}`);
  if (pass) repeated.add(name);
  return pass;
}

function failedTestsIn(output: string): string[] {
  const summary = SUMMARY.exec(output);
  const tests = summary ? output.slice(summary.index).match(FAILED_TEST) : null;
  return (tests ?? []).map((test) => test.slice(0, MOST_OF_FAILURE));
}

function note(name: string): void {
  const digest = digests.get(name);
  if (digest === undefined || passed[name] === digest || process.env['CI'] !== undefined) return;
  passed[name] = digest;
  const sorted = Object.fromEntries(Object.entries(passed).sort(([a], [b]) => a.localeCompare(b)));
  writeFileSync(PASSED, `${JSON.stringify(sorted, undefined, 2)}\n`);
}

/** Ends with what the suites counted, in plain words. */
async function report(): Promise<void> {
  const sum: RunTimes = { ...readStopwatch(), passed: 0, failed: 0, skipped: 0, failedFiles: [] };
  for (const [command, times] of Object.entries(await readRunTimes(suiteTimes))) {
    await storeRunTimes(command, times);
    const { passed, failed, skipped } = times;
    sum.passed += repeated.has(command) ? passed + failed : passed;
    sum.failed += repeated.has(command) ? 0 : failed;
    sum.skipped += skipped;
  }
  if (sum.passed === 0 && chosen.length === 0) hasFailed = true;
  if (!hasFailed && chosen.length === 0) await storeRunTimes(values.full ? '.ci/run --full' : '.ci/run', sum);
  console.log(`All of it took ${sum.seconds} s, and ${sum.processorSeconds} s of processor time.`);
  for (const failure of failures) console.log(failure);
  console.log(`${sum.passed} passed, ${sum.failed} failed, ${sum.skipped} skipped`);
}
