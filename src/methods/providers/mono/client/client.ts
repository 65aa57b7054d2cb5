import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../../../../db/index.ts';
import type { Logger } from '../../../../lib/logger.ts';
import { createTransport, NoResponse, type HttpResponse } from '../../../../lib/outgoing/api-transport.ts';
import { parseStorable } from '../../../../lib/text/storable.ts';
import { ProviderFailure } from '../../../index.ts';
import { MonoError } from './errors.ts';
import { createAccessToken } from './token.ts';
import { createTurns, WINDOW_MS } from './turns.ts';

export interface MonoCall {
  method: 'GET' | 'POST' | 'PATCH';
  /** With its query. */
  path: string;
  /** JSON, as it is sent: a repetition must be the same to the byte. */
  body?: string;
  /** Of a write. */
  idempotencyKey?: string;
  /** Background work: calls that somebody waits for go first. */
  isBackground?: boolean;
}

export interface MonoClient {
  /**
   * Makes a call and returns its body; undefined for an empty one. Reads are tried up to three times. A token that is
   * rejected is renewed once. Throws a MonoError for an error response, another ProviderFailure if there was none.
   */
  call(call: MonoCall, signal: AbortSignal): Promise<unknown>;
}

export interface ClientOptions {
  db: Pick<Database, 'read' | 'transaction'>;
  logger: Logger;
  clientId: string;
  clientSecret: string;
  /** An origin, without a path. */
  baseUrl: string;
  /** For tests that make more calls than Mono may allow. */
  windowMs?: number | undefined;
}

const TIMEOUT_MS = 8_000;
const MAX_TRIES = 3;
const PAUSE_MS = 200;
const ALARM_EVERY_MS = 60_000;
const TOKEN_PATH = '/api/v1/oauth/token';

export function createMonoClient(options: ClientOptions): MonoClient {
  const { logger, clientId, clientSecret, baseUrl, windowMs = WINDOW_MS } = options;
  const send = createTransport('mono', baseUrl);
  const turns = createTurns({ db: options.db, clientId, windowMs });
  let alarmedAt = Number.NEGATIVE_INFINITY;

  const attempt = async (
    call: MonoCall,
    token: string | undefined,
    signal: AbortSignal,
  ): Promise<unknown> => {
    const { method, path, body, idempotencyKey, isBackground = false } = call;
    await turns.next({ isBackground }, signal);
    const headers = {
      Accept: 'application/json',
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      ...(idempotencyKey === undefined ? {} : { 'X-Idempotency-Key': idempotencyKey }),
      ...(body === undefined
        ? {}
        : { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(body)) }),
    };
    return bodyOf(await send({ method, url: baseUrl + path, headers, body, timeoutMs: TIMEOUT_MS, signal }));
  };

  const makeKnown = async (error: unknown, { method, path }: MonoCall): Promise<void> => {
    if (!(error instanceof MonoError)) return;
    const { reading, code, status, logId, retryAfterMs } = error;
    if (reading === 'too_many') return turns.lockedOut(retryAfterMs);
    if (reading !== 'no_access' || performance.now() - alarmedAt < ALARM_EVERY_MS) return;
    alarmedAt = performance.now();
    // Without the query: it may hold a key.
    const facts = { method, path: path.replace(/\?.*$/s, ''), code, status, log_id: logId };
    logger.error('Mono refuses to work with this client', facts);
  };

  const access = createAccessToken(async () => {
    const grant = { client_id: clientId, client_secret: clientSecret, grant_type: 'client_credentials' };
    const call = { method: 'POST', path: TOKEN_PATH, body: JSON.stringify(grant) } as const;
    try {
      return await attempt(call, undefined, AbortSignal.timeout(TIMEOUT_MS));
    } catch (error) {
      await makeKnown(error, call);
      throw error;
    }
  });

  /** With one renewal of the token: it may have been revoked before its time. */
  const withToken = async (call: MonoCall, signal: AbortSignal): Promise<unknown> => {
    const token = await access.get(signal);
    try {
      return await attempt(call, token, signal);
    } catch (error) {
      if (!(error instanceof MonoError) || error.status !== 401) throw error;
      access.drop(token);
      return attempt(call, await access.get(signal), signal);
    }
  };

  return {
    async call(call, signal) {
      for (let tries = 1; ; tries++) {
        try {
          return await withToken(call, signal);
        } catch (error) {
          const mayRepeat = tries < MAX_TRIES && maySucceedNow(error, call) && !signal.aborted;
          if (!mayRepeat) await makeKnown(error, call);
          if (signal.aborted && !(error instanceof MonoError)) {
            throw new ProviderFailure('timeout', 'Mono did not respond in time.', { cause: error });
          }
          if (mayRepeat) {
            await delay(PAUSE_MS * tries, undefined, { signal }).catch(() => undefined);
            continue;
          }
          if (error instanceof NoResponse)
            throw new ProviderFailure('unavailable', `Mono did not respond (${error.message}).`);
          throw error;
        }
      }
    },
  };
}

/** Only a read: what a write has done is looked up first. */
function maySucceedNow(error: unknown, { method }: MonoCall): boolean {
  if (method !== 'GET') return false;
  return error instanceof NoResponse || (error instanceof MonoError && error.reading === 'unavailable');
}

/** Throws a MonoError for an error. */
function bodyOf({ status, text, retryAfter }: HttpResponse): unknown {
  const isFine = status >= 200 && status < 300;
  if (isFine && text.trim() === '') return undefined;
  let body: unknown;
  try {
    body = parseStorable(text);
  } catch {
    // From a proxy, or a maintenance page: it says nothing about the request.
    if (isFine || status === 404 || status === 400 || status === 409 || status === 422)
      throw new NoResponse(`invalid_response: status ${status}, not JSON`);
    throw new MonoError(status, undefined, retryAfter);
  }
  if (isFine) return body;
  throw new MonoError(status, body, retryAfter);
}
