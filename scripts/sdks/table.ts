import { readFile, writeFile } from 'node:fs/promises';
import { format, resolveConfig } from 'prettier';

const PAGE = new URL('../../docs/clients.md', import.meta.url);
const BEGIN = '<!-- Results, written by the scripts that ran them. Do not edit. -->';
const END = '<!-- End of the results. -->';

/** What one generator made for one language, and what became of it. Plain words, the same in every run. */
export interface Result {
  language: string;
  /** With its exact version at the end. */
  generator: string;
  /** What was run: "tsc --strict, node --test". */
  checkedBy: string;
  /** "passed", or what did not work. */
  result: string;
}

/**
 * Writes these results into the table of docs/clients.md, in place of the earlier ones of the same languages and
 * generators. In CI it rejects when that changes the page: the committed table must be what the scripts find.
 */
export async function recordResults(results: readonly Result[]): Promise<void> {
  const page = await readFile(PAGE, 'utf8');
  const [before = '', table = '', after = ''] = page.split(new RegExp(`${BEGIN}|${END}`));
  const rows = new Map(
    table
      .split('\n')
      .filter(isRow)
      .map((row) => [keyOf(row), row]),
  );
  for (const { language, generator, checkedBy, result } of results) {
    const row = `| ${language} | ${generator} | ${checkedBy} | ${result} |`;
    rows.set(keyOf(row), row);
  }
  const head = '| language | generator | run | result |\n|---|---|---|---|';
  const sorted = [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
  const made = [before, BEGIN, `\n\n${head}\n${sorted.join('\n')}\n\n`, END, after].join('');
  const written = await format(made, { ...(await resolveConfig(PAGE)), parser: 'markdown' });
  if (written === page) return;
  if (process.env['CI'] !== undefined) {
    throw new Error(`docs/clients.md is out of date. It should say:\n${sorted.join('\n')}`);
  }
  await writeFile(PAGE, written);
}

function isRow(line: string): boolean {
  return line.startsWith('|') && !line.startsWith('| language') && !/^[|\s:-]+$/.test(line);
}

/** The language and the generator's name, without its version. */
function keyOf(row: string): string {
  const [, language = '', generator = ''] = row.split('|').map((cell) => cell.trim());
  return `${language} ${generator.replace(/ \S+$/, '')}`.toLowerCase();
}
