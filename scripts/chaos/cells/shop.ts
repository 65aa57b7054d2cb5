import { randomUUID } from 'node:crypto';
import type { Agent } from 'node:http';
import { send, type Answer } from '../../../test/support/client.ts';

/** A call of an account, by one of the proxies. */
export interface Attempt {
  cell: number;
  startMs: number;
  endMs: number;
  /** 0 when there was no answer at all. */
  status: number;
}

/** Who has an account in a cell. */
export interface Shop {
  cell: number;
  apiKey: string;
}

export interface Calls {
  agent: Agent;
  /** The addresses of the proxies. */
  urls: readonly string[];
}

const LINK = { amount: '1500', currency: 'MXNB' };
/** For how long a caller repeats a call that got no answer to rely on. */
const REPEATS_FOR_MS = 60_000;

export function createLink(
  url: string,
  { apiKey }: Shop,
  agent: Agent,
  { key, reference }: { key: string; reference: string },
): Promise<Answer> {
  return send(url, {
    method: 'POST',
    path: '/v1/payment_links',
    headers: {
      authorization: `Bearer ${apiKey}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    },
    body: JSON.stringify({ ...LINK, description: `Order ${reference}`, reference }),
    agent,
  });
}

/** As the payer does, in the test environment. */
export function payLink(
  url: string,
  { apiKey }: Shop,
  agent: Agent,
  { code, key = randomUUID() }: { code: string; key?: string },
): Promise<Answer> {
  return send(url, {
    method: 'POST',
    path: `/v1/test_helpers/payment_links/${code}/deposit`,
    headers: {
      authorization: `Bearer ${apiKey}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    },
    body: JSON.stringify({ method: 'SPEI' }),
    agent,
  });
}

export function get(url: string, path: string, { apiKey }: Shop, agent: Agent): Promise<Answer> {
  return send(url, { method: 'GET', path, headers: { authorization: `Bearer ${apiKey}` }, agent });
}

/**
 * Creates links one after the other, each until it is acknowledged, by one proxy after the other. Returns the references of
 * those that were.
 */
export async function shopOn(
  shop: Shop,
  { agent, urls }: Calls,
  attempts: Attempt[],
  isOver: () => boolean,
  pause: () => Promise<unknown>,
): Promise<string[]> {
  const acknowledged: string[] = [];
  for (let call = 0; !isOver(); call += 1) {
    const reference = randomUUID();
    const givesUpAtMs = performance.now() + REPEATS_FOR_MS;
    for (let status = 0; status !== 201;) {
      const startMs = performance.now();
      const answer = await createLink(urls[call % urls.length] ?? '', shop, agent, {
        key: reference,
        reference,
      }).catch(() => undefined);
      status = answer?.status ?? 0;
      attempts.push({ cell: shop.cell, startMs, endMs: performance.now(), status });
      if (performance.now() > givesUpAtMs) return acknowledged;
      await pause();
    }
    acknowledged.push(reference);
  }
  return acknowledged;
}
