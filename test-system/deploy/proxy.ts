import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { createServer, connect, type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { connect as connectTls } from 'node:tls';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generate } from 'selfsigned';
import { until } from '../../test/support/poll.ts';
import { freePort } from '../../test/support/outside/free-port.ts';

const DEPLOY = fileURLToPath(new URL('../../deploy/', import.meta.url));

export interface Proxy {
  url: string;
  httpUrl: string;
  /** The certificate that clients trust. */
  ca: string;
  /** Has it send calls to another address from now on, as an operator does: by its file, without stopping it. */
  sendTo(upstream: string): Promise<void>;
  close: () => Promise<void>;
}

export interface ProxyUnderTest {
  name: string;
  /** Where Debian installs it. */
  program: string;
  /** Starts it with the file in deploy/, in front of what listens at an address. */
  start(upstream: string): Promise<Proxy>;
}

export const CADDY: ProxyUnderTest = {
  name: 'Caddy',
  program: '/usr/bin/caddy',
  async start(upstream) {
    const folder = await mkdtemp(join(tmpdir(), 'caddy-'));
    const [port, httpPort, adminPort] = [await freePort(), await freePort(), await freePort()];
    const url = `https://localhost:${port}`;
    const admin = `localhost:${adminPort}`;
    // For localhost, Caddy signs certificates itself.
    const envFor = (upstream: string) => ({
      SITE: url,
      UPSTREAM: upstream,
      HTTP_PORT: String(httpPort),
      XDG_DATA_HOME: folder,
    });
    // With an administration port of its own, as the usual one is the same for all.
    const config = (await readFile(join(DEPLOY, 'Caddyfile'), 'utf8')).replace(
      '{\n',
      `{\n\tadmin ${admin}\n`,
    );
    const file = join(folder, 'Caddyfile');
    await writeFile(file, config);
    const { close } = launch(CADDY.program, ['run', '--config', file], folder, envFor(upstream));
    const root = join(folder, 'caddy/pki/authorities/local/root.crt');
    await listening(port);
    await until(() => existsSync(root), { what: "Caddy's root certificate" });
    const ca = await readFile(root, 'utf8');
    // It listens before it has signed the certificate for the site.
    await until(() => shakesHands(port, ca), { what: "Caddy's certificate" });
    return {
      url,
      httpUrl: `http://localhost:${httpPort}`,
      ca,
      sendTo: (next) =>
        run(CADDY.program, ['reload', '--config', file, '--address', admin], folder, envFor(next)),
      close,
    };
  },
};

export const NGINX: ProxyUnderTest = {
  name: 'nginx',
  program: '/usr/sbin/nginx',
  async start(upstream) {
    const folder = await mkdtemp(join(tmpdir(), 'nginx-'));
    const [port, httpPort] = [await freePort(), await freePort()];
    const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }], {
      extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }],
    });
    await writeFile(join(folder, 'fullchain.pem'), cert);
    await writeFile(join(folder, 'privkey.pem'), key);
    const file = join(folder, 'nginx.conf');
    const write = async (to: string): Promise<void> => {
      const site = replaceAll(await readFile(join(DEPLOY, 'nginx.conf'), 'utf8'), {
        // A test machine may have no IPv6.
        'listen [::]:443 ssl http2;': '',
        'listen [::]:80;': '',
        'listen 443': `listen 127.0.0.1:${port}`,
        'listen 80': `listen 127.0.0.1:${httpPort}`,
        'server 127.0.0.1:3000': `server ${to}`,
        '/etc/letsencrypt/live/payments.example.com': folder,
        '/var/log/nginx': folder,
        'payments.example.com': 'localhost',
      });
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
        .map((name) => `${name}_temp_path ${join(folder, name)};`)
        .join('\n');
      // Root's own folder is closed to the user that nginx would change to.
      const user = process.getuid?.() === 0 ? 'user root;' : '';
      await writeFile(
        file,
        `${user} daemon off; pid ${folder}/pid; error_log stderr error;\nevents {}\nhttp {\n${temporary}\n${site}}`,
      );
    };
    await write(upstream);
    const args = ['-e', 'stderr', '-c', file];
    const { close } = launch(NGINX.program, args, folder, {});
    await listening(port);
    return {
      url: `https://localhost:${port}`,
      httpUrl: `http://localhost:${httpPort}`,
      ca: cert,
      async sendTo(next) {
        await write(next);
        await run(NGINX.program, [...args, '-s', 'reload'], folder, {});
      },
      close,
    };
  },
};

/** Passes connections on, and can be closed and opened like a service that restarts. */
export interface Relay {
  address: string;
  /** How many connections were opened to it. */
  connections(): number;
  close: () => Promise<void>;
  reopen(): Promise<void>;
}

export async function openRelay(target: string): Promise<Relay> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let count = 0;
  let server: Server;
  const open = async (at: number): Promise<number> => {
    server = createServer((socket) => {
      count += 1;
      const onwards = connect(Number(port), hostname);
      for (const [from, to] of [
        [socket, onwards],
        [onwards, socket],
      ] as const) {
        sockets.add(from);
        from.on('error', () => to.destroy()).on('close', () => sockets.delete(from));
        from.pipe(to);
      }
    }).listen(at, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };
  const own = await open(0);
  return {
    address: `127.0.0.1:${own}`,
    connections: () => count,
    async close() {
      server.close();
      sockets.forEach((socket) => socket.destroy());
      await once(server, 'close');
    },
    reopen: async () => void (await open(own)),
  };
}

async function shakesHands(port: number, ca: string): Promise<boolean> {
  const socket = connectTls({ port, host: '127.0.0.1', servername: 'localhost', ca });
  try {
    await once(socket, 'secureConnect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

export interface Launched {
  pid: number;
  ended: Promise<number | null>;
  /** Ends the program, and removes its folder. Throws when it reported an error. */
  close: () => Promise<void>;
}

export function launch(
  program: string,
  args: string[],
  folder: string,
  env: Record<string, string>,
): Launched {
  const child = spawn(program, args, {
    env: { PATH: process.env['PATH'], HOME: folder, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let written = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (written += text));
  const ended = once(child, 'close').then(([code]) => code as number | null);
  return {
    pid: child.pid ?? 0,
    ended,
    async close() {
      child.kill('SIGTERM');
      if ((await ended) !== 0) throw new Error(`${program} ended with ${child.exitCode}: ${written}`);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Runs a program to its end. */
async function run(
  program: string,
  args: string[],
  folder: string,
  env: Record<string, string>,
): Promise<void> {
  const code = await launch(program, args, folder, env).ended;
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}`);
}

export async function listening(port: number): Promise<void> {
  await until(
    () =>
      new Promise<boolean>((resolve) => {
        const socket = connect(port, '127.0.0.1')
          .on('connect', () => resolve(true))
          .on('error', () => resolve(false))
          .on('connect', () => socket.destroy());
      }),
    { what: `something listens on port ${port}`, timeoutMs: 10_000 },
  );
}

function replaceAll(text: string, replacements: Record<string, string>): string {
  return Object.entries(replacements).reduce((replaced, [from, to]) => {
    if (!replaced.includes(from)) throw new Error(`"${from}" is not in the file.`);
    return replaced.replaceAll(from, to);
  }, text);
}
