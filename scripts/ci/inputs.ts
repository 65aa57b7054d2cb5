import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

/** All on which the result of a part depends. */
export interface Inputs {
  /** Files and folders, as they are. */
  files?: readonly string[];
  /** Programs and tests, or folders of them: with all that they import, and what that imports. */
  entries?: readonly string[];
  /** Folders in which imports are not followed, because the part never comes there. */
  without?: readonly string[];
}

/** A digest of these files and their contents in the working tree. */
export function digestOf({ files = [], entries = [], without = [] }: Inputs): string {
  const hash = createHash('sha256');
  const all = new Set([...listFiles(files), ...followImports(listFiles(entries), without)]);
  for (const file of [...all].sort()) hash.update(`${file}\0`).update(readFileSync(file)).update('\0');
  return hash.digest('hex').slice(0, 16);
}

/** Those that git tracks, or would. */
function listFiles(paths: readonly string[]): string[] {
  if (paths.length === 0) return [];
  const missing = paths.filter((path) => !existsSync(path));
  if (missing.length > 0)
    throw new Error(`a part of CI depends on ${missing.join(', ')}, which is not there`);
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...paths];
  const listed = execFileSync('git', args, { encoding: 'utf8' });
  return listed.split('\0').filter((file) => file !== '' && existsSync(file));
}

export function followImports(entries: readonly string[], without: readonly string[]): Set<string> {
  const found = new Set<string>(entries);
  for (const file of found) {
    if (!/\.(tsx?|js)$/.test(file)) continue;
    const { importedFiles } = ts.preProcessFile(readFileSync(file, 'utf8'), true, true);
    for (const { fileName } of importedFiles) {
      if (!fileName.startsWith('.')) continue;
      const target = join(dirname(file), fileName);
      if (!without.some((folder) => target.startsWith(`${folder}/`)) && existsSync(target)) found.add(target);
    }
  }
  return found;
}
