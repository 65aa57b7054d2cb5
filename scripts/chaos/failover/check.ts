import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const CHECKER = fileURLToPath(new URL('checker', import.meta.url));
const BUILD_TIMEOUT_MS = 300_000;
const CHECK_TIMEOUT_MS = 300_000;
const MOST_OUTPUT_BYTES = 64 * 1024 ** 2;

export const CAN_CHECK = spawnSync('go', ['version']).status === 0;

export interface Verdict {
  /** Attempts; calls that were acknowledged; and of these, such as the books do not have in the end. */
  calls: number;
  acknowledged: number;
  lost: number;
  /** Responses that are not judged, because they came while there were two primaries. */
  stale: number;
  /** What speaks against the history. */
  faults: string[];
}

/** Judges the history in a file, by a checker that has just shown that it refuses histories that are broken. */
export async function check(file: string): Promise<Verdict> {
  const folder = await mkdtemp(join(tmpdir(), 'payments-checker-'));
  try {
    const program = join(folder, 'checker');
    const run = promisify(execFile);
    await run('go', ['build', '-o', program, '.'], { cwd: CHECKER, timeout: BUILD_TIMEOUT_MS });
    await run(program, ['-self-test'], { timeout: CHECK_TIMEOUT_MS });
    const { stdout } = await run(program, [resolve(file)], {
      timeout: CHECK_TIMEOUT_MS,
      maxBuffer: MOST_OUTPUT_BYTES,
    });
    return JSON.parse(stdout) as Verdict;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
