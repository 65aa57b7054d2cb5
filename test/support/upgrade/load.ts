import { once } from 'node:events';
import { Agent as HttpAgent, request as requestHttp, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { setTimeout as delay } from 'node:timers/promises';

const CALL_TIMEOUT_MS = 20_000;
const PAUSE_MS = 5;

/** What calls of a company came to. */
export interface Tally {
  calls: number;
  /** Links that were paid, as acknowledged. */
  paid: number;
  /** Calls that the service should have answered otherwise: 5xx, none at all, or a payment that does not show. */
  faults: string[];
  slowestMs: number;
}

/** Until it is stopped, creates links, pays them and reads what came of it, with several callers at once. */
export function startLoad(options: {
  callers: number;
  apiKey: string;
  baseUrls: () => readonly string[];
  /** Of https addresses. */
  ca?: string;
}): { stop(): Promise<Tally> } {
  const { callers, apiKey, baseUrls, ca } = options;
  const agents = {
    http: new HttpAgent({ keepAlive: true }),
    https: new HttpsAgent({ keepAlive: true, ca }),
  };
  const tally: Tally = { calls: 0, paid: 0, faults: [], slowestMs: 0 };
  let isOver = false;
  let turn = 0;

  const send = async (method: string, url: URL, key: string, body?: object): Promise<string> => {
    const isHttps = url.protocol === 'https:';
    const sent = (isHttps ? requestHttps : requestHttp)(url, {
      method,
      agent: isHttps ? agents.https : agents.http,
      family: 4,
      headers: {
        Authorization: `Bearer ${apiKey}`,
        ...(body && { 'Content-Type': 'application/json', 'Idempotency-Key': key }),
      },
      signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
    });
    sent.end(body && JSON.stringify(body));
    let answer: IncomingMessage;
    try {
      [answer] = (await once(sent, 'response')) as [IncomingMessage];
    } catch (error) {
      // It was closed while it was idle, as a proxy does when its file is read again: clients open another.
      if (sent.reusedSocket && (error as NodeJS.ErrnoException).code === 'ECONNRESET')
        return send(method, url, key, body);
      throw error;
    }
    let text = '';
    for await (const part of answer.setEncoding('utf8')) text += String(part);
    const { statusCode: status = 0 } = answer;
    if (status >= 400) throw new Error(`${status} ${text}`);
    return text;
  };
  const call = async (method: string, path: string, body?: object): Promise<Record<string, unknown>> => {
    const urls = baseUrls();
    const url = new URL(path, urls[turn++ % urls.length]);
    const startedAt = performance.now();
    tally.calls++;
    try {
      return JSON.parse(await send(method, url, crypto.randomUUID(), body)) as Record<string, unknown>;
    } catch (error) {
      tally.faults.push(`${method} ${path}: ${String(error)}`);
      throw error;
    } finally {
      tally.slowestMs = Math.max(tally.slowestMs, performance.now() - startedAt);
    }
  };

  const payOne = async (): Promise<void> => {
    const request = { amount: '150.50', currency: 'MXNB', description: 'upgrade' };
    const { code } = await call('POST', '/v1/payment_links', request);
    await call('POST', `/v1/test_helpers/payment_links/${String(code)}/deposit`, { method: 'SPEI' });
    tally.paid++;
    const { status } = await call('GET', `/v1/payment_links/${String(code)}`);
    if (status !== 'paid') tally.faults.push(`${String(code)} is ${String(status)} after its payment`);
    await call('GET', '/v1/balances');
    await call('GET', '/v1/payment_links?status=paid&limit=5');
    await call('GET', '/v1/events?limit=5');
  };
  const work = async (): Promise<void> => {
    while (!isOver) {
      // It is recorded; the caller goes on.
      await payOne().catch(() => undefined);
      await delay(PAUSE_MS);
    }
  };
  const working = Promise.all(Array.from({ length: callers }, work));
  return {
    async stop() {
      isOver = true;
      await working;
      agents.http.destroy();
      agents.https.destroy();
      return tally;
    },
  };
}
