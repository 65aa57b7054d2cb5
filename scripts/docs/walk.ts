// Takes a newcomer's way through the documents, in a fresh clone: docs/internal/developing.md, "Executable documents".
import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { blocksOf, type Block } from './blocks.ts';
import { createWalker } from './walker.ts';

const DOCUMENTS = ['README.md', 'openapi/guides/9-webhooks.md', 'docs/production.md'];
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const blocks = (
  await Promise.all(DOCUMENTS.map(async (file) => blocksOf(file, await readFile(join(ROOT, file), 'utf8'))))
).flat();
const folder = await mkdtemp(join(tmpdir(), 'docs-walk-'));
try {
  // Started by root, Postgres runs as another user, who must reach the program.
  await chmod(folder, 0o755);
  const clone = join(folder, 'clone');
  await cloneWorkingTree(clone);
  await walkAll(blocks, clone, await readersEnvironment(folder));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  // The bundled Postgres ends a moment after the program that it belongs to.
  await rm(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
}

async function walkAll(blocks: readonly Block[], clone: string, env: NodeJS.ProcessEnv): Promise<void> {
  const walker = createWalker(clone, env);
  const counts = new Map<string, number>();
  try {
    for (const block of blocks) {
      const [firstLine = ''] = block.text.split('\n');
      const title = `${block.document}:${block.line}  ${firstLine.slice(0, 60)}`;
      const began = performance.now();
      const { result, why } = await walker.walk(block).catch((error: unknown) => {
        console.log(`FAILED   ${title}`);
        throw error;
      });
      const seconds = ((performance.now() - began) / 1000).toFixed(1);
      console.log(`${result.padEnd(8)} ${title}  ${why === undefined ? `${seconds} s` : `(${why})`}`);
      counts.set(result, (counts.get(result) ?? 0) + 1);
    }
  } finally {
    await walker.close();
  }
  console.log([...counts].map(([result, count]) => `${count} ${result}`).join(', '));
}

/** With what is changed in tracked files and not committed yet. */
async function cloneWorkingTree(folder: string): Promise<void> {
  const git = async (cwd: string, ...args: string[]) =>
    (await promisify(execFile)('git', args, { cwd })).stdout.trim();
  await git(ROOT, 'clone', '--quiet', '--shared', '--no-checkout', ROOT, folder);
  const changed = await git(ROOT, 'stash', 'create');
  await git(
    folder,
    'checkout',
    '--quiet',
    '--detach',
    changed === '' ? await git(ROOT, 'rev-parse', 'HEAD') : changed,
  );
}

/**
 * As in a terminal of somebody who never ran npm here, nor configured the service, which must meet no other database.
 * Their curl fails when a call is refused.
 */
async function readersEnvironment(folder: string): Promise<NodeJS.ProcessEnv> {
  const example = await readFile(join(ROOT, 'deploy/payments.env.example'), 'utf8');
  const notTheirs = new Set([
    'NODE_OPTIONS',
    'INIT_CWD',
    ...(example.match(/^#?[A-Z_]+(?==)/gm) ?? []).map((name) => name.replace('#', '')),
  ]);
  const own = Object.entries(process.env).filter(
    ([name]) => !name.startsWith('npm_') && !notTheirs.has(name),
  );
  await writeFile(join(folder, '.curlrc'), 'fail-with-body\n');
  const path = (process.env['PATH'] ?? '').split(delimiter).filter((part) => !part.includes('node_modules'));
  return { ...Object.fromEntries(own), PATH: path.join(delimiter), CURL_HOME: folder };
}
