import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PACKAGE_NAMES } from '../../src/contract/derived/package-names.ts';

/** Folders that are not text, or not the client's own. */
const LEFT_OUT = /(^|\/)(node_modules|dist|target|__pycache__)\//;

/** What a client's sources say where a package is named, and what stands there instead. */
type Replacements = readonly (readonly [inSources: string, name: string])[];

const replacementsOf: Record<string, (version: string, names: typeof PACKAGE_NAMES) => Replacements> = {
  typescript: (_version, { npm }) => [["'payments-account'", `'${npm}'`]],
  python: (_version, { pypi }) => [['name = "payments-account"', `name = "${pypi}"`]],
  go: (version, { go }) => [['payments.example.com/go', goModule(version, go)]],
  java: (_version, { maven }) => [
    ['<artifactId>payments-account-java<', `<artifactId>${maven.artifactId}<`],
    ['com.example.payments', maven.groupId],
    ['com/example/payments', maven.groupId.replaceAll('.', '/')],
  ],
  php: (_version, { composer }) => [['"payments-account/client"', `"${composer}"`]],
};

/** The path of the Go module: from the second major version on, Go requires it at the end. */
export function goModule(version: string, name: string = PACKAGE_NAMES.go): string {
  const [major] = version.split('.');
  return Number(major) < 2 ? name : `${name}/v${major}`;
}

/** A part of a client, with the names under which its package is published. */
export function withPackageNames(
  text: string,
  language: string,
  version: string,
  names: typeof PACKAGE_NAMES = PACKAGE_NAMES,
): string {
  return replacementsOf[language]!(version, names).reduce(
    (named, [inSources, name]) => named.replaceAll(inSources, name),
    text,
  );
}

/** Gives the sources in a folder these names, and moves those whose path contains one. */
export async function usePackageNames(
  directory: string,
  language: string,
  version: string,
  names: typeof PACKAGE_NAMES = PACKAGE_NAMES,
): Promise<void> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(directory.length + 1))
    .filter((path) => !LEFT_OUT.test(path));
  for (const path of files) {
    const text = await readFile(join(directory, path), 'utf8');
    const named = withPackageNames(text, language, version, names);
    const target = withPackageNames(path, language, version, names);
    if (named !== text) await writeFile(join(directory, path), named);
    if (target === path) continue;
    await mkdir(dirname(join(directory, target)), { recursive: true });
    await rename(join(directory, path), join(directory, target));
  }
  await removeEmptyFolders(directory);
}

async function removeEmptyFolders(directory: string): Promise<void> {
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    if (entry.isDirectory()) await removeEmptyFolders(join(directory, entry.name));
  }
  if ((await readdir(directory)).length === 0) await rm(directory, { recursive: true });
}
