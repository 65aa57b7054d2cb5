import { isDeepStrictEqual } from 'node:util';
import { settled } from './accepted.ts';
import { namesOfClients, renamed } from './client-names.ts';
import { compare } from './compare.ts';
import { differences } from './differences.ts';
import type { Json } from './json.ts';
import { newest, type Contracts, type Release } from './releases.ts';
import { questions } from './questions.ts';
import type { Change } from './rules.ts';

/**
 * What stands against releasing these contracts after the last release:
 * - A dated version never breaks: what works with its released contract works with today's. So a breaking change needs a
 *   new dated version, and a change in the list of changes that undoes it for the older ones.
 * - Clients that are generated anew have the names that they had, also where only how they are derived has changed.
 * - What only a person can judge has been judged by one.
 * - `info.version` says how much changed: a new dated version is a new major version, an addition a minor one, and a change
 *   of texts alone a patch.
 */
export function judge(last: Release, contracts: Contracts): string[] {
  const refused: string[] = [];
  let additions = false;
  for (const [dated, released] of Object.entries(last.contracts)) {
    const contract = contracts[dated];
    if (!contract) {
      refused.push(`The dated version ${dated} was released, and is gone.`);
      continue;
    }
    const changes = settled(released, [
      ...differences(released, contract),
      ...questions(released, contract),
      ...renamed(last.names[dated] ?? {}, namesOfClients(contract)),
    ]);
    additions ||= changes.some(({ is }) => is !== 'detail');
    refused.push(...refusals(dated, changes));
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

/**
 * What oasdiff has against it. `judge` does not depend on it: what one of them has no rule for, the other may have.
 */
export async function secondOpinion(last: Release, contracts: Contracts): Promise<string[]> {
  const refused: string[] = [];
  for (const [dated, released] of Object.entries(last.contracts)) {
    const contract = contracts[dated];
    if (contract) refused.push(...refusals(dated, await compare(released, contract)));
  }
  return refused;
}

const refusals = (dated: string, changes: Change[]) =>
  changes.flatMap(({ is, where, text, by = [] }) => {
    if (is === 'breaking') return [`Breaks ${dated}: ${where}: ${text}${users(by)}.`];
    return is === 'question'
      ? [
          `Asks about ${dated}: ${where}: ${text}. If no program needs to know, say why in scripts/contract/accepted.ts.`,
        ]
      : [];
  });

const SHOWN = 3;

function users(by: string[]): string {
  const others = by.length > SHOWN ? ` and ${by.length - SHOWN} others` : '';
  return by.length === 0 ? '' : ` (${by.slice(0, SHOWN).join(', ')}${others})`;
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
