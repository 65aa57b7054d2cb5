import { replaceInClientsPage } from './clients-page.ts';

const SECTION = [
  '<!-- Results, written by the scripts that ran them. Do not edit. -->',
  '<!-- End of the results. -->',
] as const;

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

/** Writes these results into docs/clients.md, in place of the earlier ones of the same languages and generators. */
export async function recordResults(results: readonly Result[]): Promise<void> {
  await replaceInClientsPage(SECTION, (table) => {
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
    return `${head}\n${sorted.join('\n')}`;
  });
}

function isRow(line: string): boolean {
  return line.startsWith('|') && !line.startsWith('| language') && !/^[|\s:-]+$/.test(line);
}

/** The language and the generator's name, without its version. */
function keyOf(row: string): string {
  const [, language = '', generator = ''] = row.split('|').map((cell) => cell.trim());
  return `${language} ${generator.replace(/ \S+$/, '')}`.toLowerCase();
}
