import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { access, cp, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/**
 * Programs of others that check the contract or make clients of it, in exact versions. They are not among the project's
 * own dependencies, which everybody installs; each is installed into `.tools/` when it is first used.
 */

const execute = promisify(execFile);
const HERE = fileURLToPath(new URL('.', import.meta.url));
const TOOLS = fileURLToPath(new URL('../../.tools/', import.meta.url));
const INSTALL_TIMEOUT_MS = 600_000;

/** The path of a command of `node/package.json`. */
export async function nodeTool(command: string): Promise<string> {
  const manifests = ['package.json', 'package-lock.json'].map((name) => join(HERE, 'node', name));
  const folder = await installOnce('node', await readAll(manifests), async (draft) => {
    await Promise.all(manifests.map((file) => cp(file, join(draft, file.slice(join(HERE, 'node').length)))));
    await run('npm', ['ci', '--ignore-scripts', '--no-fund', '--no-audit'], draft);
  });
  return join(folder, 'node_modules', '.bin', command);
}

/**
 * The path of a Python that has what `python/NAME.txt` lists. Run its modules with `-m`: the commands beside it contain
 * the path that they were installed under, which is not the one that they end up under.
 */
export async function pythonWith(name: string): Promise<string> {
  const requirements = join(HERE, 'python', `${name}.txt`);
  const folder = await installOnce(`python-${name}`, await readAll([requirements]), async (draft) => {
    await run('python3', ['-m', 'venv', draft]);
    await run(join(draft, 'bin', 'python'), [
      '-m',
      'pip',
      'install',
      '--quiet',
      '--requirement',
      requirements,
    ]);
  });
  return join(folder, 'bin', 'python');
}

/** The path of a Go program, such as `example.com/tool/cmd/tool@v1.2.3`. */
export async function goTool(module: string): Promise<string> {
  const name = module.replace(/@.*/, '').split('/').at(-1) ?? '';
  const folder = await installOnce(`go-${name}`, module, (draft) =>
    run('go', ['install', module], undefined, { GOBIN: draft, GOFLAGS: '-trimpath', CGO_ENABLED: '0' }),
  );
  return join(folder, name);
}

/** The path of a jar of Maven Central, such as `org.example:tool:1.2.3`. */
export async function jar(coordinates: string): Promise<string> {
  const name = coordinates.split(':')[1] ?? '';
  const folder = await installOnce(`jar-${name}`, coordinates, (draft) =>
    run('mvn', [
      '--batch-mode',
      '--quiet',
      'dependency:copy',
      `-Dartifact=${coordinates}`,
      `-DoutputDirectory=${draft}`,
      '-Dmdep.stripVersion=true',
    ]),
  );
  return join(folder, `${name}.jar`);
}

/**
 * Installs into a folder that is named after what is to be installed. Two processes may do so at the same time: both
 * install the same, and the first to finish wins.
 */
async function installOnce(
  name: string,
  what: string,
  install: (draft: string) => Promise<void>,
): Promise<string> {
  const digest = createHash('sha256').update(what).digest('hex').slice(0, 12);
  const folder = join(TOOLS, `${name}-${digest}`);
  if (await exists(folder)) return folder;
  const draft = `${folder}.${process.pid}`;
  try {
    await mkdir(draft, { recursive: true });
    await install(draft);
    await rename(draft, folder).catch(async (error: unknown) => {
      if (!(await exists(folder))) throw error;
    });
    return folder;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

async function run(
  command: string,
  args: string[],
  cwd?: string,
  env: Record<string, string> = {},
): Promise<void> {
  await execute(command, args, {
    cwd,
    env: { ...process.env, ...env },
    timeout: INSTALL_TIMEOUT_MS,
    maxBuffer: 64 * 1024 * 1024,
  });
}

async function readAll(files: string[]): Promise<string> {
  return (await Promise.all(files.map((file) => readFile(file, 'utf8')))).join('\n');
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
