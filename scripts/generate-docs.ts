// Writes the pages and tables that are made from the code, the contract, the clients' READMEs, the bench's figures or
// another page; with --check, fails when they are out of date.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { dump } from 'js-yaml';
import { format, resolveConfig } from 'prettier';
import { toStainlessConfig } from '../src/contract/derived/sdk-hints.ts';
import { readContract, readEventTypes } from '../src/contract/document.ts';
import { CHANGES, CURRENT_VERSION, VERSIONS } from '../src/contract/versions.ts';
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
import { logsTable } from './docs/log-messages.ts';
import { performanceTables } from './docs/performance.ts';
import { readSnippets } from './sdks/readme.ts';

const NOTE = '<!-- Written by `npm run generate` from the code. Do not edit. -->\n\n';
/** `<!-- Table of errors, written by … -->`, what is written, and the end. */
const TABLE =
  /(<!-- Table of ([^,]+), written by `npm run generate`\. Do not edit\. -->)[^]*?(<!-- End of the table\. -->)/g;
/** Says what `npm run docs:walk` does with the block that follows. */
const MARKS = /^<!-- (run|save|output|not run)\b.*-->\n+/gm;

const contract = await readContract();
const eventTypes = readEventTypes(contract);
const webhooks = await withTables('docs/webhooks.md', { events: eventsTable(eventTypes, ENGLISH) });
const snippets = await readSnippets(contract.info.version);
const figures = await performanceTables();
const pages: Record<string, string> = {
  'docs/clients.md': await withTables('docs/clients.md', { examples: clientExamples(snippets) }),
  'docs/errors.md': NOTE + errorsPage(),
  'docs/logs.md': NOTE + logsPage(),
  'docs/versions.md': NOTE + versionsPage(),
  'docs/webhooks.md': webhooks,
  'docs/developing.md': await withTables('docs/developing.md', figures),
  'docs/performance.md': await withTables('docs/performance.md', figures),
  'docs/production.md': await withTables('docs/production.md', figures),
  'openapi/stainless.yml': stainlessConfig(),
  'README.md': await withTables('README.md', figures),
  'openapi/guides/4-errors.md': await withTables('openapi/guides/4-errors.md', {
    errors: errorsTable(contract, ENGLISH),
  }),
  'openapi/guides/7-versions.md': await withTables('openapi/guides/7-versions.md', {
    deprecations: deprecationsTable(contract, ENGLISH),
  }),
  'openapi/guides/9-webhooks.md': webhooksGuide(),
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

function errorsPage(): string {
  return `# Errors

Every error has the body \`{"error": {type, code, message, param?, request_id}}\`. Branch on \`code\`: messages can be
reworded, and are often more specific than here. \`param\` names the field, parameter or header at fault, such as
\`accepted_methods[0]\`. If several are wrong, it names the first, and \`message\` describes up to four others as well. Quote
\`request_id\` when you contact support.

${errorsTable(contract, ENGLISH)}

## HEAD, OPTIONS and browsers

The API supports GET, POST, PATCH and DELETE. Any other method on an existing path gets \`405 method_not_allowed\`, with
the supported ones in \`Allow\`. There are deliberately no CORS headers: an API key in a web page is exposed to everyone, so
call the API from your server only.
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

function versionsPage(): string {
  const sections = CHANGES.map(({ since, description }) => `## Before \`${since}\`\n\n${description}`);
  return `# Versions

The path has the major version, \`/v1\`. Within it, versions are dated: ${VERSIONS.map((name) => `\`${name}\``).join(', ')}. The
contract describes the newest, \`${CURRENT_VERSION}\`. An API key is pinned to one version when it is created, and the pin never
changes automatically. Send \`Service-Version\` to use another version for a single call; every response has its version in
the same header. Any value that is not a version gets \`400 unknown_api_version\`.

Within a dated version, nothing breaks. The [changelog of the contract](../openapi/CHANGELOG.md) lists what was added, and
when.

Older versions differ from newer ones only in the following:

${sections.join('\n\n')}

## Deprecation

What should no longer be used is marked \`deprecated\` in the contract, with the day since when in \`x-deprecated-since\`, and
its description says what to use instead. It keeps working, since only a new dated version can leave it out; so there is no
\`Sunset\` header. A call that uses something deprecated gets \`Deprecation\`, that day as \`@\` and Unix seconds, and a \`Link\` with
\`rel="deprecation"\` to the page about versions (RFC 9745). The clients of \`npm run sdks\` then print a warning, once for
each operation. Deprecated today:

${deprecationsTable(contract, ENGLISH)}
`;
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

/** The same page for the reference, which has no terminal and no other files beside it. */
function webhooksGuide(): string {
  const text = webhooks
    .replace(MARKS, '')
    .replace(TABLE, (marked: string) => marked.replace(/<!--.*?-->/g, ''))
    .replaceAll('](clients.md)', '](/docs/guides/clients)');
  return `<!-- Written by \`npm run generate\` from docs/webhooks.md. Do not edit. -->\n\n${text}`;
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
