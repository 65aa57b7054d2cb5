import { isDeepStrictEqual } from 'node:util';
import type { Json } from './comparable.ts';
import { compare } from './compare.ts';
import { newest, type Contracts, type Release } from './releases.ts';

/**
 * What stands against releasing these contracts after the last release:
 * - A dated version never breaks: what works with its released contract works with today's. So a breaking change needs a
 *   new dated version, and a change in the list of changes that undoes it for the older ones.
 * - `info.version` says how much changed: a new dated version is a new major version, an addition a minor one, and a change
 *   of texts alone a patch.
 */
export async function judge(last: Release, contracts: Contracts): Promise<string[]> {
  const refused: string[] = [];
  let additions = false;
  for (const [dated, released] of Object.entries(last.contracts)) {
    const contract = contracts[dated];
    if (!contract) {
      refused.push(`The dated version ${dated} was released, and is gone.`);
      continue;
    }
    const changes = await compare(released, contract);
    additions ||= changes.length > 0;
    const breaking = changes.filter((change) => change.breaking);
    refused.push(...breaking.map(({ where, text }) => `Breaks ${dated}: ${where}: ${text}.`));
  }

  const [dated, contract] = newest(contracts);
  const { version } = contract['info'];
  const needed = next(
    last.version,
    !(dated in last.contracts)
      ? 'major'
      : additions
        ? 'minor'
        : differ(last.contracts[dated]!, contract)
          ? 'patch'
          : 'none',
  );
  if (compareVersions(version, needed) < 0) {
    refused.push(
      `info.version is ${version}, but after ${last.version} these changes make it at least ${needed}.`,
    );
  }
  return refused;
}

/** Apart from the version itself. */
function differ(one: Json, other: Json): boolean {
  const unversioned = ({ info, ...rest }: Json) => ({ ...rest, info: { ...info, version: '' } });
  return !isDeepStrictEqual(unversioned(one), unversioned(other));
}

function next(version: string, step: 'major' | 'minor' | 'patch' | 'none'): string {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  return {
    major: `${major + 1}.0.0`,
    minor: `${major}.${minor + 1}.0`,
    patch: `${major}.${minor}.${patch + 1}`,
    none: version,
  }[step];
}

const compareVersions = (one: string, other: string) => one.localeCompare(other, 'en', { numeric: true });
