import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withPackageNames } from './names.ts';

const HERE = fileURLToPath(new URL('.', import.meta.url));

/** The main job in ten lines: the first code block of a client's README. */
export async function snippetOf(directory: string): Promise<string> {
  return codeOf(firstBlockOf(await readFile(join(directory, 'README.md'), 'utf8')));
}

/** The same of all clients, for the reference: the name of the language, and the block with the names of packages. */
export async function readSnippets(version: string): Promise<{ language: string; block: string }[]> {
  const files = (await readdir(HERE, { recursive: true })).filter((path) =>
    /^[a-z]+\/(client\/)?README\.md$/.test(path),
  );
  return Promise.all(
    files.sort().map(async (path) => {
      const readme = await readFile(join(HERE, path), 'utf8');
      const [, language = ''] = /^# .* for (.+)$/m.exec(readme) ?? [];
      const [folder = ''] = path.split('/');
      return { language, block: withPackageNames(firstBlockOf(readme), folder, version) };
    }),
  );
}

function firstBlockOf(readme: string): string {
  const [block] = /^```\w+\n[\s\S]*?^```$/m.exec(readme) ?? [];
  if (block === undefined) throw new Error(`A README has no code block: ${readme.slice(0, 50)}`);
  return block;
}

function codeOf(block: string): string {
  return block.split('\n').slice(1, -1).join('\n') + '\n';
}
