import { readFile, writeFile } from 'node:fs/promises';
import { format, resolveConfig } from 'prettier';
import { CHECKS, CLIENTS, type Client } from './clients.ts';

const PAGE = new URL('../../../docs/clients.md', import.meta.url);
const BEGIN = '<!-- Matrix, written by `npm run sdks:others`. Do not edit. -->';
const END = '<!-- End of the matrix. -->';
const COLUMNS = ['generate', 'compile', ...CHECKS] as const;
const TITLES: Record<(typeof COLUMNS)[number], string> = {
  generate: 'generated',
  compile: 'compiles',
  main_job: 'create and read',
  metadata: 'filter by metadata',
  null: 'send null',
  events: 'events',
  error: 'error code',
  page: 'pages',
};

/** What came of one step or check. */
export interface Cell {
  /** "ok", or what happened instead. */
  result: string;
  /** Whether that is success, or a reason of the generator's own. */
  isExpected: boolean;
}

export interface Row {
  client: Client;
  cells: Record<string, Cell>;
}

/**
 * Writes what was found into docs/clients.md, in place of what was there about the same generators. In CI it rejects when
 * that changes the page: what is committed must be what the run finds.
 */
export async function recordMatrix(rows: readonly Row[]): Promise<void> {
  const page = await readFile(PAGE, 'utf8');
  const [before = '', matrix = '', after = ''] = page.split(new RegExp(`${BEGIN}|${END}`));
  const known = new Map(
    matrix
      .split('\n')
      .filter((line) => line.startsWith('| `'))
      .map((line) => [/`([^`]+)`/.exec(line)?.[1], line]),
  );
  for (const { client, cells } of rows) known.set(client.name, lineOf(client, cells));
  const lines = CLIENTS.flatMap(({ name }) => known.get(name) ?? []);
  const table = [
    `| | language | generator | ${COLUMNS.map((column) => TITLES[column]).join(' | ')} |`,
    `|---|---|---|${COLUMNS.map(() => '---|').join('')}`,
    ...lines,
  ];
  const recipes = CLIENTS.flatMap(({ name, recipe, cannot = {} }) => [
    `- **${name}**: ${recipe.startsWith('`') ? recipe : `\`${recipe}\``}`,
    ...Object.entries(cannot).map(
      ([check, reason]) => `  - ${TITLES[check as keyof typeof TITLES]}: ${reason}`,
    ),
  ]);
  const made = [before, BEGIN, '\n\n', table.join('\n'), '\n\n', recipes.join('\n'), '\n\n', END, after].join(
    '',
  );
  const written = await format(made, { ...(await resolveConfig(PAGE)), parser: 'markdown' });
  if (written === page) return;
  if (process.env['CI'] !== undefined) {
    throw new Error(`docs/clients.md is out of date. It should say:\n${lines.join('\n')}`);
  }
  await writeFile(PAGE, written);
}

function lineOf({ name, language, generator }: Client, cells: Record<string, Cell>): string {
  const marks = COLUMNS.map((column) => {
    const cell = cells[column];
    if (cell?.result === 'ok') return '✓';
    return cell?.isExpected === true ? 'no' : 'failed';
  });
  return `| \`${name}\` | ${language} | ${generator} | ${marks.join(' | ')} |`;
}
