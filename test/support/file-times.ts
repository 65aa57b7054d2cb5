import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Names the file in which the processes of a run note what each test file took. */
const NOTES = 'TEST_FILE_TIMES';
const SHOWN = 10;

interface FileTime {
  file: string;
  seconds: number;
}

/** From now on, this process and those that it starts note times in this file. */
export function noteTimesIn(file: string): void {
  process.env[NOTES] = file;
}

/** A line is short enough for one write, so the lines of several processes do not mix. */
export function noteTime(file: string, seconds: number): void {
  const notes = process.env[NOTES];
  if (notes !== undefined) appendFileSync(notes, `${JSON.stringify({ file, seconds })}\n`);
}

/** The files that took longest, with their hooks, a line each. */
export function describeSlowest(): string {
  const notes = process.env[NOTES];
  if (notes === undefined || !existsSync(notes)) return '';
  const times = readFileSync(notes, 'utf8').trimEnd().split('\n');
  return times
    .map((line) => JSON.parse(line) as FileTime)
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, SHOWN)
    .map(({ file, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${relative(ROOT, file)}`)
    .join('\n');
}
