import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { createLink } from '../../test/payment-links/links.ts';
import { createClient } from '../../test/support/client.ts';
import { until } from '../../test/support/poll.ts';
import { listProcesses } from '../../test/support/processes/processes.ts';
import { runProgram, nodeOptions, type Program } from '../../test/support/processes/program.ts';
import { invalid, refusal } from '../../test/support/refusal.ts';

const KEY = 'sk_test_0000000000000000_00000000000000000000000000000000';

interface Sandbox extends Program {
  url: string;
  apiKey: string;
}

describe('payments sandbox', function () {
  this.timeout(120_000);
  let folder: string;
  let environment: Record<string, string>;
  const running: Program[] = [];

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'payments-sandboxes-'));
    // The user that root runs Postgres as must reach it.
    await chmod(folder, 0o755);
    environment = { TMPDIR: folder, XDG_CACHE_HOME: join(folder, 'cache') };
  });
  after(async () => {
    for (const { process } of running) process.kill('SIGKILL');
    await untilGone();
    await rm(folder, { recursive: true, force: true });
  });

  const start = async (...args: string[]): Promise<Sandbox> => {
    const program = runProgram('build/cli.js', ['sandbox', '--json', ...args], environment);
    running.push(program);
    const printed = () => program.stdout().endsWith('\n') || program.process.exitCode !== null;
    await until(printed, { what: `a sandbox: ${program.stderr()}` });
    const { url, api_key: apiKey } = JSON.parse(program.stdout()) as { url: string; api_key: string };
    return { ...program, url, apiKey };
  };
  const ping = async ({ url, apiKey }: Sandbox) => (await createClient(url, apiKey).get('/v1/ping')).status;
  const leftovers = async () =>
    (await readdir(folder)).filter((name) => name.startsWith('payments-sandbox-'));
  const untilGone = () =>
    until(
      async () => {
        const processes = (await listProcesses()).filter(({ command }) => command.includes(folder));
        return processes.length === 0 && (await leftovers()).length === 0;
      },
      { what: 'nothing left', timeoutMs: 20_000 },
    );

  it('serves with the given key, also to receivers of webhooks by plain http, and leaves nothing', async () => {
    const sandbox = await start('--api-key', KEY);
    expect(sandbox.apiKey).to.equal(KEY);
    const api = createClient(sandbox.url, KEY);
    const received: string[] = [];
    const receiver = createServer((request, response) => {
      void text(request).then((body) => {
        received.push((JSON.parse(body) as { type: string }).type);
        response.end();
      });
    }).listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    const { port } = receiver.address() as AddressInfo;
    for (const host of ['127.0.0.1', 'localhost']) {
      const endpoint = await api.post('/v1/webhook_endpoints', { url: `http://${host}:${port}/hook` });
      expect(endpoint.status).to.equal(201);
    }
    for (const url of ['http://hooks.example.com/', 'http://10.0.0.1/', 'http://127.0.0.1.example.com/']) {
      expect(refusal(await api.post('/v1/webhook_endpoints', { url })), url).to.deep.equal(invalid('url'));
    }
    await api.post(`/v1/test_helpers/payment_links/${(await createLink(api)).code}/deposit`, {
      method: 'SPEI',
    });
    await until(() => received.filter((type) => type === 'payment_link.paid').length === 2, {
      what: 'events',
    });
    receiver.close();

    sandbox.process.kill('SIGTERM');
    expect(await sandbox.exited).to.equal(0);
    expect(await leftovers()).to.deep.equal([]);
    await untilGone();
  });

  it('leaves nothing when it is killed, and another one alone', async () => {
    const [killed, other] = await Promise.all([start(), start()]);
    expect(killed.apiKey).not.to.equal(other.apiKey);
    killed.process.kill('SIGKILL');
    await until(async () => (await leftovers()).length === 1, { what: 'one left', timeoutMs: 20_000 });
    expect(await ping(other)).to.equal(200);
    expect(await ping({ ...other, apiKey: killed.apiKey }).catch(() => 401)).to.equal(401);
    other.process.kill('SIGKILL');
    await untilGone();
  });

  it('ends with the program that holds its standard input', async () => {
    const child = spawn(process.execPath, [...nodeOptions, 'build/cli.js', 'sandbox'], {
      env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...environment },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const exited = once(child, 'exit');
    let printed = '';
    child.stdout.on('data', (part: Buffer) => (printed += part.toString()));
    await until(() => /^ready http:/m.test(printed), { what: 'ready' });
    child.stdin.end();
    expect((await exited)[0]).to.equal(0);
    await untilGone();
  });

  it('does not end because nobody ever held its standard input', async () => {
    const child = spawn('sh', ['-c', `: | { sleep 0.2; exec "${process.execPath}" build/cli.js sandbox; }`], {
      env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...environment },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let printed = '';
    child.stdout.on('data', (part: Buffer) => (printed += part.toString()));
    await until(() => /^ready http:/m.test(printed), { what: 'ready' });
    const url = /^ready (\S+)$/m.exec(printed)?.[1] ?? '';
    expect((await fetch(`${url}/v1/health`)).status).to.equal(200);
    const own = (await listProcesses()).find(
      ({ parent, command }) => parent === child.pid && command.includes('sandbox'),
    );
    process.kill(own?.pid ?? child.pid ?? 0, 'SIGTERM');
    await untilGone();
  });

  it('keeps its data where it is told to', async () => {
    const data = join(folder, 'kept');
    const first = await start('--data', data, '--api-key', KEY);
    const link = await createLink(createClient(first.url, KEY));
    first.process.kill('SIGTERM');
    await first.exited;
    const second = await start('--data', data, '--api-key', KEY);
    const kept = await createClient(second.url, KEY).get(`/v1/payment_links/${link.code}`);
    expect(kept.status).to.equal(200);
    second.process.kill('SIGTERM');
    await second.exited;
  });

  it('refuses a key that is not one of the test environment', async () => {
    for (const key of ['secret', KEY.replace('test', 'live')]) {
      const program = runProgram('build/cli.js', ['sandbox', '--api-key', key], environment);
      expect(await program.exited).to.equal(2);
      expect(program.stderr()).to.contain('sk_test_');
    }
  });

  it('names its own option when the port is in use, and leaves nothing', async () => {
    const first = await start();
    const { port } = new URL(first.url);
    const second = runProgram('build/cli.js', ['sandbox', '--port', port], environment);
    expect(await second.exited).to.equal(1);
    expect(second.stderr()).to.equal(
      `Port ${port} is in use: choose another with --port, or leave it out for one that is free.\n`,
    );
    first.process.kill('SIGTERM');
    await first.exited;
    await untilGone();
  });

  it('touches no deployment that the environment names', async () => {
    environment = {
      ...environment,
      DATABASE_URL: 'postgresql://127.0.0.1:1/none',
      ENVIRONMENT: 'live',
      PORT: '1',
    };
    const sandbox = await start();
    expect(await ping(sandbox)).to.equal(200);
    sandbox.process.kill('SIGTERM');
    expect(await sandbox.exited).to.equal(0);
  });
});
