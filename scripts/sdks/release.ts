import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PUBLISHER } from '../../src/contract/derived/package-names.ts';
import type { ContractDocument } from '../../src/contract/document.ts';
import { run } from './run.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const CONTRACT = 'openapi/service.yaml';
/** The first moment that a ZIP archive can name. */
const ZIP_EPOCH_SECONDS = 315_532_800;

/** What all packages of one version of the contract have in common. */
export interface Release {
  /** The contract's, which the packages take. */
  version: string;
  /** Of openapi/service.yaml, in hexadecimal. */
  contractSha256: string;
  license: { name: string; spdx: string; isProprietary: boolean };
  /** What the packages were made from; null outside a Git repository. */
  commit: string | null;
  /** Whether files differed from that commit. */
  isModified: boolean;
  /** Unix seconds that archives carry as the time of their files: `SOURCE_DATE_EPOCH`, or the commit's. */
  epochSeconds: number;
  /** In Markdown, newest first. */
  changelog: string;
}

export async function readRelease({ info }: ContractDocument): Promise<Release> {
  const { version, license } = info;
  const [contract, changelog, commit] = await Promise.all([
    readFile(join(ROOT, CONTRACT)),
    readFile(join(ROOT, 'openapi/CHANGELOG.md'), 'utf8'),
    readCommit(),
  ]);
  return {
    version,
    contractSha256: createHash('sha256').update(contract).digest('hex'),
    license: {
      name: license.name,
      spdx: license.identifier,
      isProprietary: license.identifier.startsWith('LicenseRef-'),
    },
    ...commit,
    epochSeconds: Number(process.env['SOURCE_DATE_EPOCH'] ?? commit.epochSeconds),
    changelog: changelogOf(changelog, version),
  };
}

async function readCommit(): Promise<Pick<Release, 'commit' | 'isModified' | 'epochSeconds'>> {
  try {
    const [commit = '', seconds] = (await git('log', '-1', '--format=%H %ct')).trim().split(' ');
    const changes = await git('status', '--porcelain', '--untracked-files=no');
    return { commit, isModified: changes !== '', epochSeconds: Number(seconds) };
  } catch {
    return { commit: null, isModified: false, epochSeconds: ZIP_EPOCH_SECONDS };
  }
}

function git(...args: string[]): Promise<string> {
  return run('git', args, { cwd: ROOT });
}

/** The contract's changelog, without what links into the repository. A version has its section once it is released. */
function changelogOf(changelog: string, version: string): string {
  const releases = changelog.slice(changelog.indexOf('\n## '));
  const isReleased = releases.includes(`\n## ${version} `);
  return `# Changelog

What changed in the API from version to version of its contract. This client has the version of the contract that it was
made from.
${isReleased ? '' : `\n## ${version} (not released)\n`}${releases}`;
}

/**
 * Adds what every package has beside the client: the changelog, what it was made from for programs (PROVENANCE.json) and
 * for people, and whom to ask for a licence.
 */
export async function addNotes(directory: string, generator: string, release: Release): Promise<void> {
  const { version, contractSha256, commit, isModified, license } = release;
  const provenance = {
    contract: { title: 'Payments Account API', version, sha256: contractSha256 },
    generator,
    commit,
    modified: isModified,
  };
  const source = commit === null ? '' : `, at commit \`${commit}\`${isModified ? ' with changes' : ''}`;
  const readme = join(directory, 'README.md');
  await writeFile(join(directory, 'PROVENANCE.json'), `${JSON.stringify(provenance, undefined, 2)}\n`);
  await writeFile(join(directory, 'CHANGELOG.md'), release.changelog);
  await writeFile(
    readme,
    `${await readFile(readme, 'utf8')}
## This package

It was made by ${generator} from version ${version} of the contract, \`openapi/service.yaml\` (SHA-256
\`${contractSha256}\`)${source}. \`PROVENANCE.json\` says this to programs, and \`CHANGELOG.md\` has
what changed in the API.

Licence: ${license.name} (\`${license.spdx}\`).${license.isProprietary ? ` To use it, ask ${PUBLISHER.name}, ${PUBLISHER.url}.` : ''}
`,
  );
}
