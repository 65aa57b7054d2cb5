// Checks the files in deploy/ with the programs that read them. What is not installed is skipped, except in CI.
import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { generate } from 'selfsigned';
import { formatEnvoy, formatNginx, readCellsFile, type Cell } from '../../src/cells/index.ts';
import { pythonWith } from '../tools/tools.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const NGINX = '/usr/sbin/nginx';
const ENVOY = process.env['ENVOY_BINARY'] ?? 'envoy';
const IMAGE = 'payments-account-api';
/** As systemd rates what a service could do, from 0 to 10; its own word for less than 3 is "OK". */
const MAX_EXPOSURE = 2;
/** The oldest that the manifests are for, and the newest whose schemas the validator has. */
const KUBERNETES_VERSIONS = ['1.30.0', '1.37.0'];

interface Check {
  name: string;
  /** Succeeds where the check can run. */
  probe: [command: string, ...args: string[]];
  /** Whether CI must be able to run it. */
  inCi: boolean;
  /** Throws when something is wrong; returns what is worth saying. */
  run: () => Promise<string>;
}

const CHECKS: Check[] = [
  {
    name: 'prometheus-rules.yml: syntax',
    probe: ['promtool', '--version'],
    inCi: true,
    run: () => run('promtool', 'check', 'rules', 'deploy/prometheus-rules.yml').then(lastLine),
  },
  {
    name: 'prometheus-rules.yml: its tests',
    probe: ['promtool', '--version'],
    inCi: true,
    run: () => run('promtool', 'test', 'rules', 'deploy/prometheus-rules.test.yml').then(lastLine),
  },
  {
    name: 'systemd units: systemd-analyze verify and security',
    probe: ['systemd-analyze', '--version'],
    inCi: true,
    run: checkUnits,
  },
  {
    name: 'Dockerfile: hadolint',
    probe: ['python3', '-c', 'import ensurepip'],
    inCi: true,
    run: async () => run(await pythonTool('hadolint'), 'deploy/Dockerfile'),
  },
  {
    name: 'compose.yaml, cells/compose.yaml: the schema of Compose',
    probe: ['python3', '-c', 'import ensurepip'],
    inCi: true,
    run: async () =>
      run(
        await pythonWith('deploy'),
        '-m',
        'check_jsonschema',
        '--builtin-schema',
        'vendor.compose-spec',
        'deploy/compose.yaml',
        'deploy/cells/compose.yaml',
      ),
  },
  {
    name: 'cells/cells.json: nginx -t with its configuration',
    probe: [NGINX, '-v'],
    inCi: true,
    run: () => checkProxy(checkNginx),
  },
  {
    name: 'cells/cells.json: envoy --mode validate with its configuration',
    probe: [ENVOY, '--version'],
    inCi: true,
    run: () => checkProxy(checkEnvoy),
  },
  {
    name: 'kubernetes.yaml, kubernetes.secret.example.yaml, and of cells: the schemas of Kubernetes',
    probe: ['python3', '-c', 'import ensurepip'],
    inCi: true,
    run: checkManifests,
  },
  {
    name: 'Dockerfile: docker build',
    probe: ['docker', 'info'],
    inCi: false,
    run: () => run('docker', 'build', '--quiet', '--file', 'deploy/Dockerfile', '--tag', IMAGE, '.'),
  },
];

for (const check of CHECKS) {
  const [command, ...args] = check.probe;
  if (spawnSync(command, args).status !== 0 && !(check.inCi && process.env['CI'])) {
    console.log(`skipped  ${check.name}: "${check.probe.join(' ')}" does not work here`);
    continue;
  }
  try {
    console.log(`ok       ${check.name}  ${await check.run()}`.trimEnd());
  } catch (error) {
    console.log(`FAILED   ${check.name}\n${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
}

/** With the Node of this machine, which the units expect where Debian's package installs it. */
async function checkUnits(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'units-'));
  try {
    const names = (await readdir(join(ROOT, 'deploy'))).filter((name) => /\.(service|timer)$/.test(name));
    for (const name of names) {
      const text = await readFile(join(ROOT, 'deploy', name), 'utf8');
      const here = text.replace('ExecStart=/usr/bin/node', `ExecStart=${process.execPath}`);
      await writeFile(join(folder, name), here);
      // The service is installed as a template too, for two versions at once.
      if (name === 'payments.service') await writeFile(join(folder, 'payments@.service'), here);
    }
    const units = names.map((name) => join(folder, name));
    // An unknown directive is only a warning, with the status 0.
    const warnings = await run('systemd-analyze', 'verify', ...units, join(folder, 'payments@a.service'));
    if (warnings !== '') throw new Error(warnings);
    const exposures: string[] = [];
    for (const unit of units.filter((path) => path.endsWith('.service'))) {
      const rating = await run('systemd-analyze', 'security', '--offline=true', '--no-pager', unit);
      const exposure = /exposure level for \S+: ([\d.]+)/.exec(rating)?.[1];
      if (!(Number(exposure) <= MAX_EXPOSURE)) throw new Error(rating);
      exposures.push(`${basename(unit)} ${exposure}`);
    }
    return `(exposure of 10: ${exposures.join(', ')})`;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Strictly: the API server would also take a misspelt field, and ignore it. */
async function checkManifests(): Promise<string> {
  const python = await pythonWith('deploy');
  const validate = (version: string, ...files: string[]) =>
    run(python, '-m', 'kubernetes_validate', '--strict', '--quiet', '-k', version, ...files);
  const names = ['kubernetes.yaml', 'kubernetes.secret.example.yaml'];
  const manifests = ['deploy', 'deploy/cells'].flatMap((place) => names.map((name) => join(place, name)));
  const folder = await mkdtemp(join(tmpdir(), 'manifests-'));
  try {
    const misspelt = join(folder, 'kubernetes.yaml');
    const text = await readFile(join(ROOT, 'deploy/kubernetes.yaml'), 'utf8');
    await writeFile(misspelt, text.replace('readinessProbe:', 'readynessProbe:'));
    for (const version of KUBERNETES_VERSIONS) {
      await validate(version, ...manifests);
      const refusal = await validate(version, misspelt).catch((error: Error) => error.message);
      if (!refusal.includes("'readynessProbe' was unexpected"))
        throw new Error(`a misspelt field is accepted: ${refusal}`);
    }
    return `(${KUBERNETES_VERSIONS.join(', ')})`;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** With a certificate, as both read it. */
async function checkProxy(
  check: (cells: readonly Cell[], folder: string) => Promise<string>,
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'proxy-'));
  try {
    const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }]);
    await writeFile(join(folder, 'fullchain.pem'), cert);
    await writeFile(join(folder, 'privkey.pem'), key);
    return await check(readCellsFile(join(ROOT, 'deploy/cells/cells.json')), folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function checkNginx(cells: readonly Cell[], folder: string): Promise<string> {
  const options = { port: 443, log: join(folder, 'calls.log'), tls: { httpPort: 80, folder } };
  const file = join(folder, 'nginx.conf');
  const site = formatNginx(cells, options);
  await writeFile(file, `pid ${folder}/pid;\nevents {}\nhttp {\n${site}}\n`);
  await run(NGINX, '-t', '-q', '-e', 'stderr', '-c', file);
  return '';
}

async function checkEnvoy(cells: readonly Cell[], folder: string): Promise<string> {
  const options = { port: 443, log: '/dev/stdout', tls: { httpPort: 80, folder } };
  const file = join(folder, 'envoy.yaml');
  await writeFile(file, formatEnvoy(cells, options));
  await run(ENVOY, '--mode', 'validate', '--log-level', 'critical', '-c', file);
  return '';
}

async function pythonTool(command: string): Promise<string> {
  return join(dirname(await pythonWith('deploy')), command);
}

/** What a program prints. Throws with all of it when the program fails. */
async function run(command: string, ...args: string[]): Promise<string> {
  try {
    const { stdout, stderr } = await promisify(execFile)(command, args, { cwd: ROOT });
    return `${stdout}${stderr}`.trim();
  } catch (error) {
    const { message, stdout = '', stderr = '' } = error as Error & { stdout?: string; stderr?: string };
    throw new Error(`${message}\n${stdout}${stderr}`, { cause: error });
  }
}

function lastLine(text: string): string {
  return text.split('\n').at(-1)?.trim() ?? '';
}
