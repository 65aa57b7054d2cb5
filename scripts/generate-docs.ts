// Writes the pages and tables that are made from the code, the contract, the clients' READMEs, the bench's figures or
// another page; with --check, fails when they are out of date.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { dump } from 'js-yaml';
import { format, resolveConfig } from 'prettier';
import { toStainlessConfig } from '../src/contract/derived/sdk-hints.ts';
import { readContract, readEventTypes } from '../src/contract/document.ts';
import {
  clientExamples,
  clientsGuide,
  deprecationsTable,
  ENGLISH,
  errorsTable,
  eventsTable,
  refusalsTable,
  readSpanishWords,
  withCodeOf,
} from './docs/guides.ts';
import { commandsTables, exitCodesTable } from './docs/commands.ts';
import { logsTable } from './docs/log-messages.ts';
import { performanceTables } from './docs/performance.ts';
import { readSnippets } from './sdks/readme.ts';

const NOTE = '<!-- Written by `npm run generate` from the code. Do not edit. -->\n\n';
/** `<!-- Table of errors, written by … -->`, what is written, and the end. */
const TABLE =
  /(<!-- Table of ([^,]+), written by `npm run generate`\. Do not edit\. -->)[^]*?(<!-- End of the table\. -->)/g;

const contract = await readContract();
const eventTypes = readEventTypes(contract);
const snippets = await readSnippets(contract.info.version);
const figures = await performanceTables();
const pages: Record<string, string> = {
  'docs/clients.md': await withTables('docs/clients.md', { examples: clientExamples(snippets) }),
  'docs/reference/commands.md': NOTE + (await commandsPage()),
  'docs/reference/logs.md': NOTE + logsPage(),
  'docs/internal/developing.md': await withTables('docs/internal/developing.md', figures),
  'docs/internal/performance.md': await withTables('docs/internal/performance.md', figures),
  'docs/reference/sizing.md': await withTables('docs/reference/sizing.md', figures),
  'openapi/stainless.yml': stainlessConfig(),
  'README.md': await withTables('README.md', figures),
  'openapi/guides/4-errors.md': await withTables('openapi/guides/4-errors.md', {
    errors: errorsTable(contract, ENGLISH),
  }),
  'openapi/guides/7-versions.md': await withTables('openapi/guides/7-versions.md', {
    deprecations: deprecationsTable(contract, ENGLISH),
  }),
  'openapi/guides/9-webhooks.md': await withTables('openapi/guides/9-webhooks.md', {
    events: eventsTable(eventTypes, ENGLISH),
  }),
  'openapi/guides/12-refunds.md': await withTables('openapi/guides/12-refunds.md', {
    refusals: refusalsTable(contract, ENGLISH),
  }),
  'openapi/guides/10-clients.md': NOTE + clientsGuide(snippets, ENGLISH),
};
await addSpanishGuides();

for (const [file, text] of Object.entries(pages)) {
  const url = new URL(`../${file}`, import.meta.url);
  const made = await format(text, {
    ...(await resolveConfig(url)),
    parser: file.endsWith('.yml') ? 'yaml' : 'markdown',
  });
  if (!process.argv.includes('--check')) {
    await writeFile(url, made);
  } else if ((await readFile(url, 'utf8').catch(() => '')) !== made) {
    console.error(`${file} is out of date. Run: npm run generate`);
    process.exitCode = 1;
  }
}

async function commandsPage(): Promise<string> {
  return `# Commands

\`payments\` with \`<command> --help\` shows the options of a command, with examples. Options that must be given are in the
tables. Commands with \`yes\` under _operator_ move money, or set what moves it, so they need an
[operator's key](../operating.md#operators), are in the operators' log, and some of them need
[two operators](../operating.md#two-operators). [operating.md](../operating.md#the-command-line) says how to run a command.

## Exit codes

With \`--json\`, an error is \`{"error": {"code", "message"}}\` on standard output: \`code\` is \`invalid_usage\`,
\`cannot_start\`, \`internal_error\`, \`refused\`, or a more precise reason for the refusal such as \`account_not_found\`.

${exitCodesTable()}

${await commandsTables()}
`;
}

function logsPage(): string {
  return `# Log messages

The service logs JSON lines on standard error: \`timestamp\`, \`level\`, \`message\` and the message's fields. \`LOG_LEVEL\` sets the
lowest level. A line of level \`error\` means that an operator must act. \`<name>\` stands for a value, such as the name of a rail.
The last column links to what to do. Below, a message has all of its fields; those without a value are left out of a line.

${logsTable()}
`;
}

/** The configuration that Stainless reads beside the contract. */
function stainlessConfig(): string {
  const note = `# Written by \`npm run generate\` from the contract. Do not edit. Stainless generates SDKs from \`/openapi.json\` with it; add
# the organization, the environments and the targets there.
`;
  return note + dump(toStainlessConfig(contract), { noRefs: true });
}

/** A page that is written by hand, with its tables made anew. */
async function withTables(file: string, tables: Record<string, string>): Promise<string> {
  const page = await readFile(new URL(`../${file}`, import.meta.url), 'utf8');
  if (page.search(TABLE) < 0) throw new Error(`${file} has no place for a table`);
  return fillTables(page, tables, file);
}

function fillTables(page: string, tables: Record<string, string>, file: string): string {
  return page.replace(TABLE, (_, begin: string, name: string, end: string) => {
    const table = tables[name];
    if (table === undefined) throw new Error(`${file} has a place for a table of ${name}, which is not made`);
    return `${begin}\n\n${table}\n\n${end}`;
  });
}

/** Written by hand as well, but for their tables, and for their code, which is that of the English guides. */
async function addSpanishGuides(): Promise<void> {
  const words = await readSpanishWords();
  const tables = {
    errors: errorsTable(contract, words),
    events: eventsTable(eventTypes, words),
    refusals: refusalsTable(contract, words),
    deprecations: deprecationsTable(contract, words),
  };
  const folder = new URL('../openapi/guides/es/', import.meta.url);
  const files = (await readdir(folder)).filter((name) => name !== '10-clients.md');
  for (const name of files) {
    const english = await readFile(new URL(`../${name}`, folder), 'utf8');
    const original = pages[`openapi/guides/${name}`] ?? english;
    const text = withCodeOf(original, await readFile(new URL(name, folder), 'utf8'));
    pages[`openapi/guides/es/${name}`] = fillTables(text, tables, name);
  }
  pages['openapi/guides/es/10-clients.md'] = NOTE + clientsGuide(snippets, words);
}
