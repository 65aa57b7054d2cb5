import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dump, load } from 'js-yaml';
import { inVersion } from '../../src/contract/derived/versions.ts';
import { readContract } from '../../src/contract/document.ts';
import { VERSIONS } from '../../src/contract/versions.ts';
import type { Json } from './json.ts';

/** A contract in each of its dated versions, oldest first. */
export type Contracts = Record<string, Json>;

export interface Release {
  /** The semantic version of the contract, `info.version`. */
  version: string;
  /** The day of the release. */
  date: string;
  contracts: Contracts;
}

interface Listed {
  version: string;
  date: string;
  /** The SHA-256 of the contract of each dated version. */
  contracts: Record<string, string>;
}

const RELEASED = new URL('../../openapi/released/', import.meta.url);
const LIST = new URL('releases.json', RELEASED);
const fileOf = (version: string, dated: string) => new URL(`${version}/${dated}.yaml`, RELEASED);
const digest = (text: string) => createHash('sha256').update(text).digest('hex');

const readList = async () => JSON.parse(await readFile(LIST, 'utf8')) as Listed[];

/** All releases, oldest first. Fails if a contract is not what was released: consumers rely on it as it was. */
export async function readReleases(): Promise<Release[]> {
  const readOne = async ({ version, date, contracts }: Listed): Promise<Release> => {
    const entries = Object.entries(contracts).map(async ([dated, sha256]): Promise<[string, Json]> => {
      const text = await readFile(fileOf(version, dated), 'utf8');
      if (digest(text) !== sha256)
        throw new Error(`${fileOf(version, dated).pathname} was changed after its release`);
      return [dated, load(text) as Json];
    });
    return { version, date, contracts: Object.fromEntries(await Promise.all(entries)) };
  };
  return Promise.all((await readList()).map(readOne));
}

/** Today's contract. */
export async function readToday(): Promise<Contracts> {
  const document = await readContract();
  return Object.fromEntries(VERSIONS.map((dated) => [dated, inVersion(document, dated) as unknown as Json]));
}

/** Keeps contracts as released under the version that they carry. */
export async function keep(contracts: Contracts): Promise<void> {
  const { version } = newest(contracts)[1]['info'];
  const digests: Listed['contracts'] = {};
  for (const [dated, contract] of Object.entries(contracts)) {
    const text = dump(contract, { lineWidth: 120, noRefs: true });
    digests[dated] = digest(text);
    await mkdir(new URL('.', fileOf(version, dated)), { recursive: true });
    await writeFile(fileOf(version, dated), text);
  }
  const date = new Date().toISOString().slice(0, 10);
  await writeFile(
    LIST,
    `${JSON.stringify([...(await readList()), { version, date, contracts: digests }], null, 2)}\n`,
  );
}

/** The newest dated version and its contract. */
export const newest = (contracts: Contracts): [dated: string, Json] => Object.entries(contracts).at(-1)!;
