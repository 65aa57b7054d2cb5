import { createHash } from 'node:crypto';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { forClients, readContract, toOpenApi30 } from '../../../src/contract/index.ts';
import { CLIENTS, type Client } from './clients.ts';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const FILE = join(HERE, 'tried.json');
/** All that a recipe and its program are made of, besides the program itself. */
const RECIPES = [
  'clients.ts',
  '../openapi-generator.ts',
  '../../tools/node/package.json',
  'trials/typescript',
];
/** What is tried every time: one for each of three languages, of the quickest. */
const ALWAYS = ['typescript-axios', 'php', 'ruby'];

/**
 * What each client was last made of and passed with: a digest of the document, the recipes and its program. Trying all takes
 * many minutes, and of the same parts comes the same client.
 */
export interface Tried {
  /** Those whose parts are other ones now, and a few that are tried every time. */
  due(): readonly Client[];
  /** Records those that have passed; in CI, throws if that is news, because the record must be committed. */
  record(passed: readonly Client[]): Promise<void>;
}

export async function readTried(): Promise<Tried> {
  const recorded = JSON.parse(await readFile(FILE, 'utf8')) as Record<string, string>;
  const current = await digests();
  return {
    due: () => CLIENTS.filter(({ name }) => ALWAYS.includes(name) || recorded[name] !== current.get(name)),
    async record(passed) {
      const made = { ...recorded };
      for (const { name } of passed) made[name] = current.get(name) ?? '';
      const known = CLIENTS.flatMap(({ name }) => (made[name] === undefined ? [] : [[name, made[name]]]));
      const text = `${JSON.stringify(Object.fromEntries(known), undefined, 2)}\n`;
      if (text === (await readFile(FILE, 'utf8'))) return;
      if (process.env['CI'] !== undefined)
        throw new Error(
          'scripts/sdks/others/tried.json is out of date: run `npm run sdks:others`, and commit it.',
        );
      await writeFile(FILE, text);
    },
  };
}

async function digests(): Promise<ReadonlyMap<string, string>> {
  const document = forClients(await readContract());
  const documents: Record<Client['document'], string> = {
    '/openapi.clients.json': JSON.stringify(document),
    '/openapi.clients-3.0.json': JSON.stringify(toOpenApi30(document)),
  };
  const shared = await Promise.all(RECIPES.map((path) => contentOf(join(HERE, path))));
  const digest = async (client: Client): Promise<[string, string]> => {
    const program = await contentOf(join(HERE, 'trials', client.name));
    const hash = createHash('sha256');
    for (const part of [documents[client.document], ...shared, program]) hash.update(part).update('\0');
    return [client.name, hash.digest('hex').slice(0, 32)];
  };
  return new Map(await Promise.all(CLIENTS.map(digest)));
}

/** Of a file, or of all files in a folder, with their names. */
async function contentOf(path: string): Promise<string> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => undefined);
  if (!entries) return readFile(path, 'utf8');
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const texts = await Promise.all(files.sort().map((file) => readFile(file, 'utf8')));
  return files.map((file, index) => `${file.slice(path.length)}\0${texts[index]}`).join('\0');
}
