import { readFile, writeFile } from 'node:fs/promises';
import { format, resolveConfig } from 'prettier';
import { compare } from './compare.ts';
import { differences } from './differences.ts';
import type { Json } from './json.ts';
import { newest, type Contracts, type Release } from './releases.ts';
import type { Change } from './rules.ts';

const FILE = new URL('../../openapi/CHANGELOG.md', import.meta.url);

/** Where the sections begin, the newest first. */
const FIRST = '\n## ';

/** The sections of the releases, newest first. */
export async function readSections(): Promise<string> {
  const text = await readFile(FILE, 'utf8');
  return text.slice(text.indexOf(FIRST));
}

/** Adds the section of a release above the others. Returns all sections. */
export async function addSection(last: Release, contracts: Contracts, date: string): Promise<string> {
  const text = await readFile(FILE, 'utf8');
  const { version } = newest(contracts)[1]['info'];
  const head = text.slice(0, text.indexOf(FIRST));
  const section = `${FIRST}${version} (${date})\n\n${await notes(last.contracts, contracts)}`;
  const changelog = [head, section, text.slice(head.length)].join('');
  await writeFile(FILE, await format(changelog, { ...(await resolveConfig(FILE)), parser: 'markdown' }));
  return readSections();
}

/** What a release says: how its newest contract differs from the newest before. */
export async function notes(before: Contracts, contracts: Contracts): Promise<string> {
  const [dated, contract] = newest(contracts);
  const [datedBefore, contractBefore] = newest(before);
  const changes = [
    ...(dated === datedBefore ? [] : breakingBetween(contractBefore, contract)),
    ...(await compare(contractBefore, contract)),
  ];
  const parts = [
    dated === datedBefore
      ? ''
      : `The dated version ${code(dated)} is new; older ones do not have its breaking changes.`,
    section(
      `Breaking, from ${code(dated)} on`,
      changes.filter(({ is }) => is === 'breaking'),
    ),
    section(
      'Additions and details',
      changes.filter(({ is }) => is !== 'breaking'),
    ),
    changes.length === 0 ? 'Nothing that a program sends or receives changed.' : '',
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

/** What a new dated version breaks, apart from the date that callers ask for. */
function breakingBetween(before: Json, contract: Json): Change[] {
  const asked = ({ components: { parameters, ...components }, ...rest }: Json) => {
    const ServiceVersion = { ...parameters.ServiceVersion, schema: {} };
    return { ...rest, components: { ...components, parameters: { ...parameters, ServiceVersion } } };
  };
  return differences(asked(before), asked(contract)).filter(({ is }) => is === 'breaking');
}

function section(title: string, changes: Change[]): string {
  const lines = linesOf(changes);
  return lines.length === 0 ? '' : `### ${title}\n\n${lines.join('\n')}`;
}

/** Longer lists are cut, because they only tell that the change is nearly everywhere. */
const MAX_NAMED = 12;
const NAMED_OF_MANY = 3;

/** A line for each change, with the places where it was made. The body of an error is one, whatever its status. */
export function linesOf(changes: Pick<Change, 'text' | 'where'>[]): string[] {
  const places = new Map<string, Set<string>>();
  for (const { text, where } of changes) {
    const change = text.replace(/(?<=`error\/\w+` )to the response with the `[45]\d\d` status$/, 'to errors');
    places.set(change, (places.get(change) ?? new Set()).add(where));
  }
  return [...places].map(([text, found]) => `- ${named([...found])}: ${text}`);
}

function named(places: string[]): string {
  if (places.length <= MAX_NAMED) return places.map(code).join(', ');
  const shown = places.slice(0, NAMED_OF_MANY).map(code).join(', ');
  return `${shown} and ${places.length - NAMED_OF_MANY} more`;
}

const code = (text: string) => `\`${text}\``;
