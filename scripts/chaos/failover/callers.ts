import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Chance } from '../chance.ts';
import type { Account } from '../writers.ts';
import type { History, Operation } from './history.ts';

/** As an integrator would wait, before it calls again with the same key. */
const CALL_TIMEOUT_MS = 5_000;
const RETRY_PAUSE_MS = 100;
const MOST_PAUSE_MS = 200;
/** How many of an account's latest links all its callers use, so that several use one at the same time. */
const SHARED_LINKS = 12;
const LINKS = '/v1/payment_links';
const HELPERS = '/v1/test_helpers/payment_links';
const AMOUNT = '150.5';
const PAYMENT = { op: 'pay', method: 'POST', body: { method: 'SPEI' }, amount: AMOUNT } as const;
const REFUND = '20.25';
/** An error after which the first attempt may still be in progress. */
const IN_PROGRESS = 'idempotency_request_in_progress';
const PAGE = 100;
/** The share of acknowledged calls that are made again. */
const REPEATED = 0.1;

/** A process of the service. */
export interface Process {
  name: string;
  url: string;
}

/** An account with the links that its callers share. */
export interface Shared extends Account {
  links: string[];
}

export interface Surroundings {
  processes: readonly Process[];
  history: History;
  isOver: () => boolean;
  /** From then on nobody repeats a call any more, or waits for more events. */
  isClosed: () => boolean;
}

interface Request {
  op: Operation;
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  body?: object;
  link?: string;
  amount?: string;
}

type Answer = Record<string, any>;

/**
 * Calls the service until told to stop: creates links, pays, cancels, deletes and refunds them, and reads, at one process
 * or another. What is not answered is repeated with its key, and now and then what is answered as well.
 */
export async function callOften(
  client: number,
  account: Shared,
  surroundings: Surroundings,
  chance: Chance,
): Promise<void> {
  const { links } = account;
  const { read, write } = callerOf(client, account, surroundings, chance);
  const create = async (): Promise<void> => {
    const key = randomUUID();
    // The description tells the books by which call it was made.
    const body = { amount: AMOUNT, currency: 'MXNB', description: key };
    const made = await write({ op: 'create', method: 'POST', path: '/v1/payment_links', body }, key);
    if (typeof made?.['code'] !== 'string') return;
    links.push(made['code']);
    if (links.length > SHARED_LINKS) links.shift();
  };
  while (!surroundings.isOver()) {
    const link = chance.pick(links);
    const dice = chance.share();
    if (link === undefined || dice < 0.26) await create();
    else if (dice < 0.46) await write({ ...PAYMENT, path: `${HELPERS}/${link}/deposit`, link });
    else if (dice < 0.54)
      await write({ op: 'cancel', method: 'POST', path: `${LINKS}/${link}/cancel`, body: {}, link });
    else if (dice < 0.6) await write({ op: 'delete', method: 'DELETE', path: `${LINKS}/${link}`, link });
    else if (dice < 0.66) {
      const body = { payment_link: link, amount: REFUND };
      await write({ op: 'refund', method: 'POST', path: '/v1/refunds', body, link, amount: REFUND });
    } else if (dice < 0.84) await read({ op: 'link', method: 'GET', path: `${LINKS}/${link}`, link });
    else if (dice < 0.95) await read({ op: 'balance', method: 'GET', path: '/v1/balances' });
    else await read({ op: 'newest', method: 'GET', path: '/v1/events?limit=1' });
    await delay(chance.share() * MOST_PAUSE_MS);
  }
}

/** Follows the account's events from the first on, from page to page, until nothing more is recorded. */
export async function followEvents(
  client: number,
  account: Account,
  surroundings: Surroundings,
  chance: Chance,
): Promise<void> {
  const { read } = callerOf(client, account, surroundings, chance);
  for (let cursor: string | undefined; ;) {
    const wasOver = surroundings.isClosed();
    const after = cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const page = await read({
      op: 'follow',
      method: 'GET',
      path: `/v1/events?order=asc&limit=${PAGE}${after}`,
    });
    cursor = (page?.['next_cursor'] as string | undefined) ?? cursor;
    const isFull = page?.['data']?.length === PAGE;
    if (wasOver && page && !isFull) return;
    if (!isFull) await delay(MOST_PAUSE_MS);
  }
}

function callerOf(
  client: number,
  { id: account, apiKey }: Account,
  { processes, history, isClosed }: Surroundings,
  chance: Chance,
) {
  const attempt = async ({ op, method, path, body, link, amount }: Request, key?: string) => {
    const { name, url } = chance.pick(processes);
    const start = performance.now();
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${apiKey}`,
        ...(key !== undefined && { 'idempotency-key': key }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
    })
      .then(async (got) => ({ status: got.status, answer: parse(await got.text()) }))
      .catch(() => undefined);
    const { status, answer } = response ?? {};
    const code = answer?.['error']?.['code'] as string | undefined;
    const known = status !== undefined && status < 500 && status !== 429 && code !== IN_PROGRESS;
    history.add({
      ...{ type: 'call', op, account, process: name, client },
      ...(key !== undefined && { key }),
      ...(link !== undefined && { link }),
      ...(amount !== undefined && { amount }),
      ...{ start: round(start), end: round(performance.now()), status: status ?? null, known },
      answer: answer ? ((status ?? 0) < 400 ? digest(op, answer) : { code }) : null,
    });
    return { known, answer: (status ?? 0) < 400 ? answer : undefined };
  };
  return {
    read: async (request: Request): Promise<Answer | undefined> => (await attempt(request)).answer,
    /** Undefined when it was refused, or not answered until the end. */
    write: async (request: Request, key: string = randomUUID()): Promise<Answer | undefined> => {
      for (;;) {
        const { known, answer } = await attempt(request, key);
        if (known) {
          // A refused call leaves its key free.
          if (answer && chance.happens(REPEATED)) await attempt(request, key);
          return answer;
        }
        if (isClosed()) return undefined;
        await delay(RETRY_PAUSE_MS);
      }
    },
  };
}

function parse(text: string): Answer {
  return text === '' ? {} : (JSON.parse(text) as Answer);
}

/** What the checker needs of a response. */
function digest(op: Operation, answer: Answer): object {
  switch (op) {
    case 'create':
      return { link: answer['code'] };
    case 'pay':
      return { id: answer['id'], status: answer['status'] };
    case 'refund':
      return { id: answer['id'] };
    case 'link':
    case 'cancel':
      return { status: answer['status'] };
    case 'delete':
      return {};
    case 'balance': {
      const found = answer['data'].find(({ asset }: Answer) => asset === 'MXNB');
      return { available: found?.available ?? '0' };
    }
    case 'newest':
    case 'follow':
      return { events: answer['data'].map(({ sequence, id }: Answer) => ({ sequence, id })) };
  }
}

function round(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}
