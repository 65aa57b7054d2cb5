import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { InvalidArgumentError } from 'commander';
import { readConfig } from '../config.ts';
import { deliveryHeaders } from '../webhooks/send.ts';
import { newSigningSecret } from '../webhooks/signature.ts';
import { CommandFailure, type Register } from './command.ts';

const POLL_MS = 1_000;
const PAGE = 100;
const CALL_TIMEOUT_MS = 10_000;
/** Pauses before the second and the third attempt; after that the event is left behind. */
const RETRY_GAPS_MS = [1_000, 3_000];

interface Options {
  key: string;
  forwardTo: URL;
  url?: URL;
  events?: string[];
}

/** Where it stopped, and what it signs with: kept, so that it goes on from there and the receiver need not be told anew. */
interface State {
  secret: string;
  /** Leads to the page it was in the middle of; null at the very beginning. */
  cursor: string | null;
  /** Ids of events of that page which are done with. */
  done: string[];
}

interface Event {
  id: string;
  type: string;
  sequence: number;
}

interface Page {
  data: Event[];
  has_more: boolean;
  next_cursor: string;
}

/** A client of the API like any other: it opens neither the database nor the secrets of the deployment. */
export const registerListenCommand: Register = (program) => {
  program
    .command('listen')
    .description('forward the events of an account to an address on this machine, signed like any delivery')
    .requiredOption('--key <key>', 'an API key with the scope webhooks:manage')
    .requiredOption('--forward-to <url>', 'where your receiver listens', parseHttpUrl)
    .option('--url <url>', "base address of the API, by default this machine's", parseHttpUrl)
    .option('--events <types>', 'only these types, with commas between', (text: string) => text.split(','))
    .action((options: Options) => listen(options));
};

/** Follows the events from the oldest that is kept, or from where it stopped, until SIGINT or SIGTERM. */
async function listen(options: Options): Promise<void> {
  const config = readConfig(process.env);
  const base = trimmed(options.url?.href ?? `${config.baseUrl ?? `http://127.0.0.1:${config.port}`}/v1`);
  const name = createHash('sha256')
    .update(`${base}\n${options.key}\n${options.forwardTo.href}`)
    .digest('hex');
  const file = join(config.dataDir, 'listen', `${name.slice(0, 32)}.json`);
  const state = (await readState(file)) ?? { secret: newSigningSecret(), cursor: null, done: [] };
  await writeState(file, state);

  const stop = new AbortController();
  const end = (): void => stop.abort();
  process.once('SIGINT', end).once('SIGTERM', end);
  say(`forwarding ${options.events?.join(', ') ?? 'all events'} to ${options.forwardTo.href}`);
  say(`signing secret ${state.secret}`);
  try {
    await follow({ ...options, base, state, save: () => writeState(file, state), signal: stop.signal });
  } catch (error) {
    if (!stop.signal.aborted) throw error;
  } finally {
    process.off('SIGINT', end).off('SIGTERM', end);
  }
}

interface Course extends Options {
  base: string;
  state: State;
  save: () => Promise<void>;
  signal: AbortSignal;
}

async function follow(course: Course): Promise<never> {
  const { state, save, events, signal } = course;
  for (;;) {
    const page = await readPage(course);
    for (const event of page.data) {
      if (state.done.includes(event.id)) continue;
      if (!events || events.includes(event.type)) await forward(course, event);
      state.done.push(event.id);
      await save();
    }
    if (page.next_cursor !== state.cursor || state.done.length > 0) {
      state.cursor = page.next_cursor;
      state.done = [];
      await save();
    }
    if (!page.has_more) await delay(POLL_MS, undefined, { signal });
  }
}

/** Waits for an API that is away or too busy; an answer that will not change ends the command. */
async function readPage({ base, key, state, signal }: Course): Promise<Page> {
  const query = new URLSearchParams({ order: 'asc', limit: String(PAGE) });
  if (state.cursor !== null) query.set('cursor', state.cursor);
  for (let complained = false; ; complained = true) {
    const answer = await call(
      `${base}/events?${query}`,
      { headers: { authorization: `Bearer ${key}` } },
      signal,
    );
    if (answer.status === 200) return JSON.parse(answer.text) as Page;
    if (typeof answer.status === 'number' && answer.status < 500 && answer.status !== 429) {
      throw new CommandFailure(`The API answered ${answer.status}: ${answer.text.slice(0, 500)}`);
    }
    if (!complained) process.stderr.write(`waiting for the API at ${base}: ${answer.status}\n`);
    await delay(POLL_MS, undefined, { signal });
  }
}

/** Until the receiver took it or failed three times; either is said. */
async function forward({ forwardTo, state, signal }: Course, event: Event): Promise<void> {
  // A delivery has it in a header, not in its body.
  const { sequence, ...sent } = event;
  const body = JSON.stringify(sent);
  for (let attempt = 1; ; attempt++) {
    const attempted = {
      secret: state.secret,
      eventId: event.id,
      eventType: event.type,
      sequence: String(sequence),
      body,
      attempt,
    };
    const { status } = await call(
      forwardTo.href,
      { method: 'POST', headers: deliveryHeaders(attempted), body },
      signal,
    );
    const taken = typeof status === 'number' && status >= 200 && status < 300;
    const pauseMs = RETRY_GAPS_MS[attempt - 1];
    const verdict = taken
      ? ''
      : pauseMs === undefined
        ? `  failed ${attempt} times`
        : '  will be tried again';
    say(`${event.type}  ${event.id}  ${status}${verdict}`);
    if (taken || pauseMs === undefined) return;
    await delay(pauseMs, undefined, { signal });
  }
}

/** The answer, or in the place of its status what went wrong on the way. Rejects only when it was told to stop. */
async function call(
  url: string,
  request: RequestInit,
  signal: AbortSignal,
): Promise<{ status: number | string; text: string }> {
  const timeout = AbortSignal.timeout(CALL_TIMEOUT_MS);
  try {
    const answer = await fetch(url, {
      ...request,
      redirect: 'manual',
      signal: AbortSignal.any([signal, timeout]),
    });
    return { status: answer.status, text: await answer.text() };
  } catch (error) {
    signal.throwIfAborted();
    if (timeout.aborted) return { status: 'timeout', text: '' };
    const { code } = ((error as Error).cause ?? {}) as { code?: string };
    return { status: code ?? 'network error', text: '' };
  }
}

async function readState(file: string): Promise<State | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as State;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** At once or not at all, so that a kill leaves the state before. */
async function writeState(file: string, state: State): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${randomBytes(4).toString('hex')}`;
  await writeFile(draft, JSON.stringify(state), { mode: 0o600 });
  await rename(draft, file);
}

function parseHttpUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw new InvalidArgumentError('It must be an address like http://localhost:4000/hook.');
  }
  return url;
}

function trimmed(url: string): string {
  return url.replace(/\/+$/, '');
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
