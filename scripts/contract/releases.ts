import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { dump, load } from 'js-yaml';
import { inVersion } from '../../src/contract/derived/versions.ts';
import { readContract } from '../../src/contract/document.ts';
import { VERSIONS } from '../../src/contract/versions.ts';
import { namesOfClients, type ClientNames } from './client-names.ts';
import type { Json } from './json.ts';

/** A contract in each of its dated versions, oldest first. */
export type Contracts = Record<string, Json>;

/** The last release. Earlier ones are in the history of the repository, as former states of the same files. */
export interface Release {
  /** The semantic version of the contract, `info.version`. */
  version: string;
  /** The day of the release. */
  date: string;
  contracts: Contracts;
  /** The names that generated clients have, for each dated version. */
  names: Record<string, ClientNames>;
}

/** A release as `release.json` lists it, with the SHA-256 of each of its files by dated version. */
interface Listed {
  version: string;
  date: string;
  contracts: Record<string, string>;
  names: Record<string, string>;
  /** That of the changelog's sections. */
  changelog: string;
}

const RELEASED = new URL('../../openapi/released/', import.meta.url);
const LISTED = new URL('release.json', RELEASED);
const fileOf = (dated: string) => new URL(`${dated}.yaml`, RELEASED);
const namesFileOf = (dated: string) => new URL(`${dated}.client-names.json`, RELEASED);
const digest = (text: string) => createHash('sha256').update(text).digest('hex');

const readListed = async () => JSON.parse(await readFile(LISTED, 'utf8')) as Listed;

/**
 * The last release. Fails if a contract is not what was released, because consumers rely on it as it was, or if the sections
 * of the changelog are not those that were written with it.
 */
export async function readLastRelease(sections: string): Promise<Release> {
  const { version, date, contracts, names, changelog } = await readListed();
  if (digest(sections) !== changelog)
    throw new Error('openapi/CHANGELOG.md was changed after the last release');
  return {
    version,
    date,
    contracts: await readAll(contracts, fileOf, load),
    names: await readAll(names, namesFileOf, JSON.parse),
  };
}

/** Files of the release, by dated version, with these digests. */
async function readAll<Content>(
  digests: Record<string, string>,
  file: (dated: string) => URL,
  parse: (text: string) => unknown,
): Promise<Record<string, Content>> {
  const entries = Object.entries(digests).map(async ([dated, sha256]) => {
    const text = await readFile(file(dated), 'utf8');
    if (digest(text) !== sha256) throw new Error(`${file(dated).pathname} was changed after its release`);
    return [dated, parse(text) as Content] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** Today's contract. */
export async function readToday(): Promise<Contracts> {
  const document = await readContract();
  return Object.fromEntries(VERSIONS.map((dated) => [dated, inVersion(document, dated) as unknown as Json]));
}

/**
 * Keeps contracts as released under the version that they carry, with the names of the clients that are generated from them
 * and these sections of the changelog.
 */
export async function keep(contracts: Contracts, date: string, sections: string): Promise<void> {
  const listed: Listed = {
    version: newest(contracts)[1]['info'].version,
    date,
    contracts: {},
    names: {},
    changelog: digest(sections),
  };
  for (const [dated, contract] of Object.entries(contracts)) {
    const text = dump(contract, { lineWidth: 120, noRefs: true });
    listed.contracts[dated] = digest(text);
    await writeFile(fileOf(dated), text);
    const names = `${JSON.stringify(namesOfClients(contract), null, 2)}\n`;
    listed.names[dated] = digest(names);
    await writeFile(namesFileOf(dated), names);
  }
  await writeFile(LISTED, `${JSON.stringify(listed, null, 2)}\n`);
}

/** The newest dated version and its contract. */
export const newest = (contracts: Contracts): [dated: string, Json] => Object.entries(contracts).at(-1)!;
