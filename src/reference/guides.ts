import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CONTRACT_FILE } from '../contract/document.ts';

const GUIDES = join(dirname(CONTRACT_FILE), 'guides');

/** In Markdown, in the order of the numbers that their names begin with. */
export async function readGuides(): Promise<string[]> {
  const names = (await readdir(GUIDES)).sort((a, b) => parseInt(a) - parseInt(b));
  return Promise.all(names.map((name) => readFile(join(GUIDES, name), 'utf8')));
}
