import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dump, load } from 'js-yaml';
import { inVersion } from '../../src/contract/derived/versions.ts';
import { readContract } from '../../src/contract/document.ts';
import { VERSIONS } from '../../src/contract/versions.ts';
import { namesOfClients, type ClientNames } from './client-names.ts';
import type { Json } from './json.ts';

/** A contract in each of its dated versions, oldest first. */
export type Contracts = Record<string, Json>;

export interface Release {
  /** The semantic version of the contract, `info.version`. */
  version: string;
  /** The day of the release. */
  date: string;
  contracts: Contracts;
  /** The names that generated clients have, for each dated version. Releases before 2.10.0 did not keep them. */
  names: Record<string, ClientNames>;
}

interface Listed {
  version: string;
  date: string;
  /** The SHA-256 of the contract of each dated version. */
  contracts: Record<string, string>;
  /** Those of the names of its generated clients. */
  names?: Record<string, string>;
}

const RELEASED = new URL('../../openapi/released/', import.meta.url);
const LIST = new URL('releases.json', RELEASED);
const fileOf = (version: string, dated: string) => new URL(`${version}/${dated}.yaml`, RELEASED);
const namesFileOf = (version: string, dated: string) =>
  new URL(`${version}/${dated}.client-names.json`, RELEASED);
const digest = (text: string) => createHash('sha256').update(text).digest('hex');

const readList = async () => JSON.parse(await readFile(LIST, 'utf8')) as Listed[];

/** All releases, oldest first. Fails if a contract is not what was released: consumers rely on it as it was. */
export async function readReleases(): Promise<Release[]> {
  const readOne = async ({ version, date, contracts, names = {} }: Listed): Promise<Release> => ({
    version,
    date,
    contracts: await readAll(contracts, (dated) => fileOf(version, dated), load),
    names: await readAll(names, (dated) => namesFileOf(version, dated), JSON.parse),
  });
  return Promise.all((await readList()).map(readOne));
}

/** Files of a release, by dated version, with these digests. */
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

/** Keeps contracts as released under the version that they carry, with the names of the clients that are generated from them. */
export async function keep(contracts: Contracts): Promise<void> {
  const { version } = newest(contracts)[1]['info'];
  const digests: Record<string, string> = {};
  const names: Record<string, string> = {};
  await mkdir(new URL(`${version}/`, RELEASED), { recursive: true });
  for (const [dated, contract] of Object.entries(contracts)) {
    const text = dump(contract, { lineWidth: 120, noRefs: true });
    digests[dated] = digest(text);
    await writeFile(fileOf(version, dated), text);
    const namesText = `${JSON.stringify(namesOfClients(contract), null, 2)}\n`;
    names[dated] = digest(namesText);
    await writeFile(namesFileOf(version, dated), namesText);
  }
  const date = new Date().toISOString().slice(0, 10);
  await writeFile(
    LIST,
    `${JSON.stringify([...(await readList()), { version, date, contracts: digests, names }], null, 2)}\n`,
  );
}

/** The newest dated version and its contract. */
export const newest = (contracts: Contracts): [dated: string, Json] => Object.entries(contracts).at(-1)!;
