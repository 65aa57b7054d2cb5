import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readConfig } from '../../config/index.ts';
import { readContract, readEventTypes } from '../../contract/index.ts';
import { parseApiKey } from '../../credentials/index.ts';
import { PROGRAM } from '../../lib/telemetry/program.ts';
import { newSigningSecret } from '../../lib/outgoing/signature.ts';
import { LISTENER } from '../../request-logs/index.ts';
import { deliveryHeaders, signDelivery, USER_AGENT } from '../../webhooks/index.ts';
import { CommandFailure } from '../frame/index.ts';

const POLL_MS = 1_000;
const PAGE = 100;
const CALL_TIMEOUT_MS = 10_000;
/** Pauses before the second and the third attempt; after that the event is skipped. */
const RETRY_GAPS_MS = [1_000, 3_000];

export interface ListenOptions {
  forwardTo: URL;
  url?: URL;
  events?: string[];
  /** Forwards only events from now on. */
  since?: 'now';
  printSecret?: true;
}

/** Saved so that the next run resumes where this one stopped, and signs with the secret the receiver already has. */
interface State {
  secret: string;
  /** Only events from this time on; null for all that are kept. */
  since: string | null;
  /** Leads to the page being forwarded; null for the very first page. */
  cursor: string | null;
  /** Ids of that page's events that are already handled. */
  done: string[];
}

interface Event {
  id: string;
  type: string;
  sequence: number;
  /** In Unix seconds. */
  created: number;
}

interface Page {
  data: Event[];
  has_more: boolean;
  next_cursor: string;
}

/**
 * Forwards events from the oldest one kept, from where it stopped before, or from now on, until SIGINT or SIGTERM. The key is not
 * an option, because other users can see command lines.
 */
export async function listen(options: ListenOptions): Promise<void> {
  const key = process.env['PAYMENTS_API_KEY']?.trim() ?? '';
  if (!parseApiKey(key)) {
    throw new CommandFailure(
      'Set PAYMENTS_API_KEY to an API key like sk_test_…; `payments keys create --account <id>` creates one.',
    );
  }
  await requireEventTypes(options.events ?? []);
  const config = readConfig(process.env);
  const base = trimmed(options.url?.href ?? `${config.baseUrl ?? `http://127.0.0.1:${config.port}`}/v1`);
  const name = createHash('sha256').update(`${base}\n${key}\n${options.forwardTo.href}`).digest('hex');
  const file = join(stateDir(), `${name.slice(0, 32)}.json`);
  const state = (await readState(file)) ?? {
    secret: newSigningSecret(),
    since: null,
    cursor: null,
    done: [],
  };
  const save = (): Promise<void> => writeState(file, state);
  await save();
  if (options.printSecret) return say(state.secret);

  const stop = new AbortController();
  const end = (): void => stop.abort();
  process.once('SIGINT', end).once('SIGTERM', end);
  try {
    const course = { ...options, key, base, state, save, signal: stop.signal };
    if (options.since === 'now') await skipToNow(course);
    await follow(course);
  } catch (error) {
    if (!stop.signal.aborted) throw error;
  } finally {
    process.off('SIGINT', end).off('SIGTERM', end);
  }
}

/** Throws CommandFailure for an unknown event type, which would silently forward nothing. */
async function requireEventTypes(given: readonly string[]): Promise<void> {
  if (given.length === 0) return;
  const known = readEventTypes(await readContract()).map(({ type }) => type as string);
  const unknown = given.find((type) => !known.includes(type));
  if (unknown !== undefined)
    throw new CommandFailure(`Unknown event type ${unknown}. The types are ${known.join(', ')}.`);
}

/** In the user's own state directory, because a receiver on this machine is not part of a deployment. */
function stateDir(): string {
  const parent = process.env['XDG_STATE_HOME'] || join(homedir(), '.local/state');
  return join(parent, 'payments-account-api/listen');
}

interface Course extends ListenOptions {
  key: string;
  base: string;
  state: State;
  save: () => Promise<void>;
  signal: AbortSignal;
}

/** By the newest event's time, because the service's clock may differ. */
async function skipToNow(course: Course): Promise<void> {
  const { state, save } = course;
  const { data } = await readPage(course, { order: 'desc' });
  const newest = data[0]?.created;
  const since = newest === undefined ? null : new Date(newest * 1_000).toISOString();
  // Events of the same second.
  const done = data.filter(({ created }) => created === newest).map(({ id }) => id);
  Object.assign(state, { since, cursor: null, done });
  await save();
}

async function follow(course: Course): Promise<never> {
  const { state, save, events, forwardTo, signal } = course;
  for (let connected = false; ; connected = true) {
    const page = await readPage(course, {
      order: 'asc',
      ...(state.since !== null && { created_after: state.since }),
      ...(state.cursor !== null && { cursor: state.cursor }),
    });
    if (!connected) {
      say(`forwarding ${events?.join(', ') ?? 'all events'} to ${forwardTo.href}`);
      say(`signing secret ${state.secret}`);
    }
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

/** Waits while the API is unreachable or too busy; any other error response ends the command. */
async function readPage({ base, key, signal }: Course, filters: Record<string, string>): Promise<Page> {
  const query = new URLSearchParams({ limit: String(PAGE), ...filters });
  for (let complained = false; ; complained = true) {
    const answer = await call(
      `${base}/events?${query}`,
      { headers: { authorization: `Bearer ${key}`, 'user-agent': `${LISTENER}/${PROGRAM.version}` } },
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

/** Sends an event until the receiver accepts it or has failed three times, and prints each attempt's outcome. */
async function forward({ forwardTo, state, signal }: Course, event: Event): Promise<void> {
  // A delivery carries the sequence in a header, not in its body.
  const { sequence, ...sent } = event;
  const body = JSON.stringify(sent);
  for (let attempt = 1; ; attempt++) {
    const attempted = {
      secrets: [state.secret],
      standardWebhooks: true,
      eventId: event.id,
      eventType: event.type,
      sequence: String(sequence),
      body,
      attempt,
    };
    const { status } = await call(
      forwardTo.href,
      {
        method: 'POST',
        headers: { ...deliveryHeaders(attempted, signDelivery(attempted)), 'User-Agent': USER_AGENT },
        body,
      },
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

/** The response, or the failure in place of its status. Rejects only when the command is stopping. */
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
    const state = JSON.parse(await readFile(file, 'utf8')) as State;
    // Earlier programs stored none.
    state.since ??= null;
    return state;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Writes atomically, so that a killed process leaves the previous state. */
async function writeState(file: string, state: State): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${randomBytes(4).toString('hex')}`;
  await writeFile(draft, JSON.stringify(state), { mode: 0o600 });
  await rename(draft, file);
}

function trimmed(url: string): string {
  return url.replace(/\/+$/, '');
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
