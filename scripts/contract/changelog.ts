import { readFile, writeFile } from 'node:fs/promises';
import { format, resolveConfig } from 'prettier';
import { compare } from './compare.ts';
import { differences } from './differences.ts';
import type { Json } from './json.ts';
import { newest, type Contracts, type Release } from './releases.ts';
import type { Change } from './rules.ts';

const FILE = new URL('../../openapi/CHANGELOG.md', import.meta.url);

const HEAD = `<!-- Written by \`npm run contract:release\` from the released contracts. Do not edit. -->

# Changelog of the contract

What changed in \`service.yaml\` from release to release, for those who call the API. The contracts themselves are in
\`released/\`, each in all dated versions that it had. Within a dated version nothing breaks; see
[versions](guides/7-versions.md).
`;

export const readChangelog = () => readFile(FILE, 'utf8');

export async function writeChangelog(releases: Release[]): Promise<void> {
  await writeFile(FILE, await changelog(releases));
}

/** The changelog of these releases, newest first. */
export async function changelog(releases: Release[]): Promise<string> {
  const entries: string[] = [];
  for (const [at, { version, date, contracts }] of releases.entries()) {
    entries.unshift(`## ${version} (${date})\n\n${await notes(releases[at - 1]?.contracts, contracts)}`);
  }
  return format([HEAD, ...entries].join('\n'), { ...(await resolveConfig(FILE)), parser: 'markdown' });
}

/** What a release says: how its newest contract differs from the newest before. */
export async function notes(before: Contracts | undefined, contracts: Contracts): Promise<string> {
  const [dated, contract] = newest(contracts);
  if (!before) return `The first release. Dated versions: ${Object.keys(contracts).map(code).join(', ')}.\n`;
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

/** A line for each change, with all places where it was made. */
function section(title: string, changes: Change[]): string {
  const places = new Map<string, Set<string>>();
  for (const { text, where } of changes) places.set(text, (places.get(text) ?? new Set()).add(where));
  const lines = [...places].map(([text, found]) => `- ${[...found].map(code).join(', ')}: ${text}`);
  return lines.length === 0 ? '' : `### ${title}\n\n${lines.join('\n')}`;
}

const code = (text: string) => `\`${text}\``;
