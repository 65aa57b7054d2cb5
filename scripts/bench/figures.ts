import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { format, resolveConfig } from 'prettier';

const FILE = new URL('../../docs/internal/performance.json', import.meta.url);

export type Row = Record<string, number | string>;
/** One table, or several by name. */
export type Report = Row[] | Record<string, Row[]>;

/** What a bench reported, and how it was run. */
export interface Figures {
  command: string;
  measuredOn: string;
  node: string;
  cores: number;
  report: Report;
}

/** The last stored figures of each bench, from which the documents' tables are made. */
export async function readFigures(): Promise<Record<string, Figures>> {
  return JSON.parse(await readFile(FILE, 'utf8')) as Record<string, Figures>;
}

/** Replaces the stored figures of one bench. `args`: those that it was run with. */
export async function storeFigures(bench: string, args: readonly string[], report: Report): Promise<void> {
  const figures: Figures = {
    command: ['npm run bench', ...(args.length > 0 ? ['--', ...args] : [])].join(' '),
    measuredOn: new Date().toISOString().slice(0, 10),
    node: process.versions.node,
    cores: availableParallelism(),
    report,
  };
  const text = JSON.stringify({ ...(await readFigures()), [bench]: figures });
  await writeFile(FILE, await format(text, { ...(await resolveConfig(FILE)), parser: 'json' }));
}
