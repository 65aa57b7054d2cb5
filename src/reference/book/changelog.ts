import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CONTRACT_FILE } from '../../contract/index.ts';

const FILE = join(dirname(CONTRACT_FILE), 'CHANGELOG.md');

/**
 * The changes of the contract, release by release, in Markdown, with a section for each. They are not translated into
 * Spanish.
 */
export async function readChangelog(): Promise<string> {
  const text = await readFile(FILE, 'utf8');
  return text.slice(text.search(/^## /m)).trim();
}
