import { replaceInClientsPage } from '../clients-page.ts';
import { CHECKS, CLIENTS, type Client } from './clients.ts';

const SECTION = [
  '<!-- Matrix, written by `npm run sdks:others`. Do not edit. -->',
  '<!-- End of the matrix. -->',
] as const;
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

/** Writes what was found into docs/clients.md, in place of what was there about the same generators. */
export async function recordMatrix(rows: readonly Row[]): Promise<void> {
  await replaceInClientsPage(SECTION, (matrix) => {
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
    return `${table.join('\n')}\n\n${CLIENTS.map(recipeOf).join('\n')}`;
  });
}

function recipeOf({ name, recipe, cannot = {} }: Client): string {
  const reasons = Object.entries(cannot).map(
    ([check, reason]) => `  - ${TITLES[check as keyof typeof TITLES]}: ${reason}`,
  );
  return [`- **${name}**: ${recipe.startsWith('`') ? recipe : `\`${recipe}\``}`, ...reasons].join('\n');
}

function lineOf({ name, language, generator }: Client, cells: Record<string, Cell>): string {
  const marks = COLUMNS.map((column) => {
    const cell = cells[column];
    if (cell?.result === 'ok') return '✓';
    return cell?.isExpected === true ? 'no' : 'failed';
  });
  return `| \`${name}\` | ${language} | ${generator} | ${marks.join(' | ')} |`;
}
