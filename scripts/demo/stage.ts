// What the demos share: the service as its own process on a database of its own, and a payer at the keyboard.
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';

const { values } = parseArgs({ options: { json: { type: 'boolean', default: false } } });
/** `--json`: a program is watching. Standard output then holds one line, and nothing is paid here. */
export const isForPrograms = values.json;

/** Tells people what happens; on standard error where standard output belongs to a program. */
export const say = (text: string): void =>
  void (isForPrograms ? process.stderr : process.stdout).write(`${text}\n`);

const interrupted = new AbortController();

/** What is to be undone at the end, the last first. */
const undo: (() => unknown)[] = [];
export const atEnd = (step: () => unknown): void => void undo.push(step);

/** Runs a demo, leaves it standing until SIGINT or SIGTERM, and removes everything that it started or wrote. */
export async function runDemo(play: () => Promise<void>): Promise<never> {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interrupted.abort());
  try {
    await play();
    await untilInterrupted();
  } catch (error) {
    if (!interrupted.signal.aborted) throw error;
  } finally {
    for (const step of undo.reverse()) await step();
    say('Stopped; nothing is left behind.');
  }
  process.exit();
}

/** With `--json`: hands a program the addresses and keys of what now runs. */
export function hand(facts: Record<string, unknown>): void {
  process.stdout.write(`${JSON.stringify(facts)}\n`);
}

async function untilInterrupted(): Promise<void> {
  say('\nEverything stays up. Ctrl+C stops it.');
  const { signal } = interrupted;
  // An hour at a time: a timer keeps the process alive, which listening for signals does not.
  for (;;) await delay(3_600_000, undefined, { signal });
}

export interface DemoService {
  url: string;
  /** Of the demo account. */
  accountId: string;
  /** Of the demo account. */
  apiKey: string;
  /** For files that go with the service. */
  folder: string;
  call(method: string, path: string, body?: object): Promise<any>;
  /** The key of ana, who is an operator. */
  operatorKey: string;
  /** Returns what the command prints. Ana types it. */
  payments(...args: string[]): Promise<string>;
  /** As another operator, by their key. */
  paymentsAs(operatorKey: string, ...args: string[]): Promise<any>;
}

/** Starts the service with a database of its own, and returns its address and the calls of its demo account. */
export async function startService(variables: NodeJS.ProcessEnv): Promise<DemoService> {
  const folder = await mkdtemp(join(tmpdir(), 'payments-demo-'));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  const env = {
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    PORT: '0',
    DATA_DIR: join(folder, 'data'),
    LOG_LEVEL: 'error',
    ...variables,
  };
  // In a group of its own: Ctrl+C ends it in order, through this program.
  const server = spawn(process.execPath, ['build/main.js'], {
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  atEnd(() => stop(server));
  const { url, apiKey, accountId } = await untilReady(server);
  const { key: operatorKey } = JSON.parse(
    await run(env, ['operators', 'add', '--name', 'ana', '--json']),
  ) as {
    key: string;
  };
  return {
    ...{ url, accountId, apiKey, folder, operatorKey },
    async call(method, path, body) {
      const response = await fetch(url + path, {
        method,
        headers: {
          Authorization: `Bearer ${apiKey}`,
          ...(body ? { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() } : {}),
        },
        body: body ? JSON.stringify(body) : null,
        signal: interrupted.signal,
      });
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
      return response.json();
    },
    payments: (...args) => run({ ...env, OPERATOR_KEY: operatorKey }, args),
    paymentsAs: async (key, ...args) =>
      JSON.parse(await run({ ...env, OPERATOR_KEY: key }, [...args, '--json'])),
  };
}

async function run(env: NodeJS.ProcessEnv, args: readonly string[]): Promise<string> {
  say(`payments ${args.join(' ')}`);
  const options = { env, signal: interrupted.signal };
  return (await promisify(execFile)(process.execPath, ['build/cli.js', ...args], options)).stdout;
}

async function untilReady(server: ChildProcess): Promise<{ url: string; apiKey: string; accountId: string }> {
  let apiKey = '';
  let accountId = '';
  for await (const line of createInterface({ input: server.stdout!, signal: interrupted.signal })) {
    apiKey = /^Demo API key +(\S+)/.exec(line)?.[1] ?? apiKey;
    accountId = /^Demo account +(\S+)/.exec(line)?.[1] ?? accountId;
    const url = /^ready (\S+)/.exec(line)?.[1];
    if (url === undefined) continue;
    // Read on, and drop it: a full pipe would stop the service.
    server.stdout!.resume();
    return { url, apiKey, accountId };
  }
  throw new Error('the service did not start');
}

async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  server.kill('SIGTERM');
  await once(server, 'exit');
}

/** Waits for a payer's command, or for Enter, on which it pays; then says what happens until the link is paid. */
export async function watchUntilPaid(
  service: DemoService,
  code: string,
  pay: () => Promise<unknown>,
): Promise<void> {
  say(
    process.stdin.isTTY
      ? 'Or press Enter, and this program sends it.'
      : 'Nobody is there to press Enter: sending it.',
  );
  let isPaid = false;
  void enter()
    .then(() => isPaid || pay())
    .catch(() => undefined);
  await watch(service, code);
  isPaid = true;
}

async function watch(service: DemoService, code: string): Promise<void> {
  let shown = '';
  for (;;) {
    const { status } = await service.call('GET', `/v1/payment_links/${code}`);
    const { signal } = interrupted;
    const page = await (await fetch(`${service.url}/pay/${code}?lang=en`, { signal })).text();
    const standing = /class="standing">([^<]+)/.exec(page)?.[1];
    const now = standing === undefined ? status : `${status}. ${standing}`;
    if (now !== shown) say(`The link is ${now}`);
    shown = now;
    if (status === 'paid') return;
    await delay(300, undefined, { signal });
  }
}

/** Resolves when somebody presses Enter, or at once when nobody can. */
async function enter(): Promise<void> {
  if (!process.stdin.isTTY) return;
  process.stdin.resume();
  await once(process.stdin, 'data', { signal: interrupted.signal });
  process.stdin.pause();
}
