import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import type { Release } from './release.ts';
import type { SandboxForSdks, Sdk } from './sdk.ts';

/** Of a client's folder, what compilers and tests left there. */
const MADE_LATER = /(^|\/)(target|\.mypy_cache|\.pytest_cache|__pycache__)(\/|$)/;

/**
 * Makes a client's packages a second time, from a copy of its folder: rejects unless each has the same bytes as the one
 * in `packages`.
 */
export async function requireReproducible(
  sdk: Sdk,
  directory: string,
  release: Release,
  packages: string,
): Promise<void> {
  await inScratch(async (scratch) => {
    const copy = join(scratch, 'elsewhere');
    const again = join(scratch, 'packages');
    await mkdir(again);
    await cp(directory, copy, {
      recursive: true,
      filter: (path) => !MADE_LATER.test(relative(directory, path)),
    });
    await sdk.packaging.pack(copy, release, again);
    for (const [name, sha256] of await digestsIn(again)) {
      const first = digestOf(await readFile(join(packages, name)));
      if (first !== sha256) throw new Error(`${name} is not the same when it is made again.`);
    }
  });
}

/** Installs a client from its packages into an empty project, and uses it from there. */
export async function tryPackage(
  sdk: Sdk,
  directory: string,
  release: Release,
  packages: string,
  sandbox: SandboxForSdks,
): Promise<void> {
  await inScratch(async (scratch) => {
    const project = join(scratch, 'project');
    await cp(join(directory, 'trial'), project, { recursive: true });
    await sdk.packaging.tryPackage(project, packages, release, sandbox);
  });
}

/** Writes SHA256SUMS, which `sha256sum --check` reads, of all packages in a folder. */
export async function writeDigests(packages: string): Promise<void> {
  const lines = (await digestsIn(packages)).map(([name, sha256]) => `${sha256}  ${name}\n`);
  await writeFile(join(packages, 'SHA256SUMS'), lines.join(''));
}

async function digestsIn(folder: string): Promise<[name: string, sha256: string][]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)));
  return Promise.all(
    names
      .sort()
      .map(async (name): Promise<[string, string]> => [name, digestOf(await readFile(join(folder, name)))]),
  );
}

function digestOf(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

async function inScratch(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'payments-packages-'));
  try {
    await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
