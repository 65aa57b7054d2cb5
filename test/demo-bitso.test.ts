import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { createClient } from './support/client.ts';
import { until } from './support/poll.ts';
import { listProcesses } from './support/processes/processes.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const START_TIMEOUT_MS = 120_000;

interface Handed {
  base_url: string;
  api_key: string;
  bitso_url: string;
}

/** The demo as anyone starts it, in a group of its own so that nothing survives a failed test. */
function startDemo(temporary: string) {
  const child = spawn('npm', ['run', '--silent', 'demo:bitso', '--', '--json'], {
    cwd: ROOT,
    env: { ...process.env, TMPDIR: temporary },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said.stderr += text));
  return { child, said, ended: once(child, 'close') };
}

async function descendantsOf(pid: number): Promise<number[]> {
  const processes = await listProcesses();
  const found = [pid];
  for (const one of found) {
    found.push(...processes.filter(({ parent }) => parent === one).map((child) => child.pid));
  }
  return found;
}

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

describe('npm run demo:bitso -- --json', () => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    it(`hands over one line, has links paid by SPEI, and ends whole on ${signal}`, async function () {
      this.timeout(START_TIMEOUT_MS * 2);
      const temporary = await mkdtemp(join(tmpdir(), 'demo-'));
      const { child, said, ended } = startDemo(temporary);
      let family: number[] = [];
      try {
        await until(() => said.stdout.includes('\n') || child.exitCode !== null, {
          what: 'the demo hands over its line',
          timeoutMs: START_TIMEOUT_MS,
        });
        expect(said.stdout, said.stderr).to.include('\n');
        const handed = JSON.parse(said.stdout) as Handed;
        expect(Object.keys(handed)).to.deep.equal(['base_url', 'api_key', 'bitso_url']);
        family = await descendantsOf(child.pid!);
        expect(family.length, 'npm, the demo, the service, its Postgres').to.be.greaterThan(3);

        const api = createClient(handed.base_url, handed.api_key);
        const link = await api.post('/v1/payment_links', {
          ...{ amount: '150.75', currency: 'MXNB', description: 'Order 1', accepted_methods: ['SPEI'] },
        });
        expect(link.status, JSON.stringify(link.body)).to.equal(201);
        const { code, methods } = link.body;
        const statusOf = async () => (await api.get(`/v1/payment_links/${code}`)).body.status;
        expect(await statusOf()).to.equal('active');
        const [{ amount_due: amount, instructions }] = methods;
        // As on Bitso's stage host; nobody gave the payer a key of the account.
        const paid = await fetch(`${handed.bitso_url}/spei/test/deposits`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ amount, receiver_clabe: instructions.clabe, receiver_name: 'Demo' }),
        });
        expect(paid.status, await paid.text()).to.equal(200);
        await until(async () => (await statusOf()) === 'paid', { what: 'the link is paid', timeoutMs: 60_000 });

        child.kill(signal);
        await ended;
        await until(() => family.every((pid) => !isRunning(pid)), {
          what: 'everything has ended',
          timeoutMs: 60_000,
        });
        expect(said.stdout.trimEnd().split('\n'), 'standard output').to.have.length(1);
        const left = await readdir(temporary);
        expect(left.filter((name) => name.startsWith('payments-'))).to.deep.equal([]);
      } finally {
        for (const pid of family.filter(isRunning)) process.kill(pid, 'SIGKILL');
        if (isRunning(child.pid!)) process.kill(-child.pid!, 'SIGKILL');
        await rm(temporary, { recursive: true, force: true });
      }
    });
  }
});
