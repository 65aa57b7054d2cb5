import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDatabaseProxy } from './database-proxy.ts';

/** Debian installs it where only administrators look. */
const ENVIRONMENT = { PATH: `${process.env['PATH']}:/usr/sbin` };
/** The user `nobody`: PgBouncer does not run as root. */
const NOBODY = { uid: 65_534, gid: 65_534 };
/** Only part of the socket's name. */
const PORT = 6432;

/** False where PgBouncer is not installed, except in CI, which must have it. */
export function canStartPgbouncer(): boolean {
  const { status } = spawnSync('pgbouncer', ['--version'], { env: ENVIRONMENT });
  return process.env['CI'] !== undefined || status === 0;
}

export interface Pgbouncer {
  /** At a Unix socket, as the tests' Postgres. */
  url: string;
  stop(): Promise<void>;
}

/** A pooler before a database of the tests' Postgres, with these settings of its own. */
export async function startPgbouncer(
  databaseUrl: string,
  settings: Record<string, string | number>,
): Promise<Pgbouncer> {
  // The tests' Postgres lets in nobody but the user who started it, who may be root.
  const proxy = await startDatabaseProxy(databaseUrl);
  const { port, username, pathname } = new URL(proxy.url);
  const dir = await mkdtemp(join(tmpdir(), 'payments-pgbouncer-'));
  await chmod(dir, 0o777);
  const file = join(dir, 'pgbouncer.ini');
  const all = { unix_socket_dir: dir, listen_port: PORT, auth_type: 'any', ...settings };
  const lines = Object.entries(all).map(([name, value]) => `${name} = ${value}`);
  const server = `* = host=127.0.0.1 port=${port} user=${username}`;
  await writeFile(file, ['[databases]', server, '[pgbouncer]', ...lines, ''].join('\n'));
  const child = spawn('pgbouncer', [file], {
    env: ENVIRONMENT,
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(process.getuid?.() === 0 && NOBODY),
  });
  const exited = once(child, 'exit');
  for await (const chunk of child.stderr) if (String(chunk).includes('process up')) break;
  return {
    url: `postgresql://${username}@${encodeURIComponent(dir)}:${PORT}${pathname}`,
    async stop() {
      child.kill('SIGKILL');
      await exited;
      proxy.close();
      await rm(dir, { recursive: true, force: true });
    },
  };
}
