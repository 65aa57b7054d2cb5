import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatEnvoy, formatNginx, type Cell } from '../../src/cells/index.ts';
import { launch, listening } from '../deploy/proxy.ts';
import { freePort } from '../../test/support/outside/free-port.ts';

export interface CellProxy {
  url: string;
  /** Of the program; nginx's workers are its children. */
  pid: number;
  close: () => Promise<void>;
}

export interface CellProxyUnderTest {
  name: 'nginx' | 'Envoy';
  isInstalled: boolean;
  /** Starts it with the generated configuration for these cells, over plain http. */
  start: (cells: readonly Cell[]) => Promise<CellProxy>;
}

const NGINX_PROGRAM = '/usr/sbin/nginx';
const ENVOY_PROGRAM = process.env['ENVOY_BINARY'] ?? 'envoy';

export const NGINX: CellProxyUnderTest = {
  name: 'nginx',
  isInstalled: existsSync(NGINX_PROGRAM),
  start: (cells) =>
    startNginx((port, folder) =>
      formatNginx(cells, { port, log: join(folder, 'calls.log') })
        // A test machine may have no IPv6.
        .replace(`listen [::]:${port};`, '')
        .replace(`listen ${port};`, `listen 127.0.0.1:${port};`),
    ),
};

/** An nginx that hands every call to one server, and knows nothing of cells: what a proxy costs at the least. */
export function startBareNginx(server: string): Promise<CellProxy> {
  return startNginx(
    (port, folder) => `
      access_log ${folder}/calls.log;
      upstream only { server ${server}; keepalive 64; }
      server {
        listen 127.0.0.1:${port};
        location / { proxy_pass http://only; proxy_http_version 1.1; proxy_set_header Connection ""; }
      }`,
  );
}

async function startNginx(formatSite: (port: number, folder: string) => string): Promise<CellProxy> {
  const folder = await mkdtemp(join(tmpdir(), 'nginx-cells-'));
  const port = await freePort();
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${join(folder, name)};`)
    .join('\n');
  // Root's own folder is closed to the user that nginx would change to.
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  const file = join(folder, 'nginx.conf');
  const main = `${user} daemon off; worker_processes 2; pid ${folder}/pid; error_log stderr crit;`;
  await writeFile(file, `${main}\nevents {}\nhttp {\n${temporary}\n${formatSite(port, folder)}}`);
  const { pid, close } = launch(NGINX_PROGRAM, ['-e', 'stderr', '-c', file], folder, {});
  await listening(port);
  return { url: `http://127.0.0.1:${port}`, pid, close };
}

export const ENVOY: CellProxyUnderTest = {
  name: 'Envoy',
  isInstalled: spawnSync(ENVOY_PROGRAM, ['--version']).status === 0,
  async start(cells) {
    const folder = await mkdtemp(join(tmpdir(), 'envoy-cells-'));
    const port = await freePort();
    const file = join(folder, 'envoy.yaml');
    // A test machine may have no IPv6.
    const local = formatEnvoy(cells, { port, log: '/dev/null' })
      .replace("'::'", '127.0.0.1')
      .replace(', ipv4_compat: true', '');
    await writeFile(file, local);
    // Another id than of those that run at the same time, which would share memory.
    const args = ['-c', file, '--use-dynamic-base-id', '--concurrency', '1', '--log-level', 'critical'];
    const { pid, close } = launch(ENVOY_PROGRAM, args, folder, {});
    await listening(port);
    return { url: `http://127.0.0.1:${port}`, pid, close };
  },
};

/** A cell as CELLS_FILE describes it. */
export function describeCell(cell: number, servers: readonly string[]): Cell {
  return { cell, servers, url: `https://c${cell}.pay.example.com`, environmentFile: `cell-${cell}.env` };
}
