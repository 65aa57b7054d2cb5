import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../../../../db/index.ts';
import type { Logger } from '../../../../lib/logger.ts';
import { createTransport, NoResponse, type HttpResponse } from '../../../../lib/outgoing/api-transport.ts';
import { parseStorable } from '../../../../lib/text/storable.ts';
import { ProviderFailure } from '../../../index.ts';
import type { BitsoCredentials } from './credentials.ts';
import { BitsoError, codeOf } from './errors.ts';
import { CALLS_PER_MINUTE, createTurns } from './turns.ts';

export interface BitsoCall {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With its query, as it is signed. */
  path: string;
  /** Sent as JSON. */
  body?: object;
  headers?: Record<string, string>;
  /** Background work: calls that somebody waits for go first. */
  isBackground?: boolean;
}

/** Signed calls of one API (Bitso's, or Juno's). */
export interface BitsoClient {
  /**
   * Makes a call and returns its payload: what is in the envelope, or the whole body where there is none; undefined for
   * an empty one. Each attempt is signed anew. Reads are tried up to three times; other calls only if the
   * nonce was rejected. Throws a BitsoError for an error response, another ProviderFailure if there was none.
   */
  call(call: BitsoCall, signal: AbortSignal): Promise<unknown>;
}

const TIMEOUT_MS = 8_000;
const MAX_TRIES = 3;
const PAUSE_MS = 200;
const ALARM_EVERY_MS = 60_000;

export interface ClientOptions {
  db: Pick<Database, 'read' | 'transaction'>;
  logger: Logger;
  credentials: BitsoCredentials;
  /** An origin, without a path. */
  baseUrl: string;
  /** For tests that make more calls than Bitso allows. */
  callsPerMinute?: number | undefined;
}

export function createBitsoClient(options: ClientOptions): BitsoClient {
  const { logger, credentials, baseUrl, callsPerMinute = CALLS_PER_MINUTE } = options;
  const send = createTransport('bitso', baseUrl);
  const turns = createTurns({ ...options, apiKey: credentials.apiKey, callsPerMinute });
  let alarmedAt = Number.NEGATIVE_INFINITY;

  const attempt = async (call: BitsoCall, signal: AbortSignal): Promise<unknown> => {
    const { method, path, headers } = call;
    const body = call.body && JSON.stringify(call.body);
    const nonce = await turns.next({ isBackground: call.isBackground ?? false }, signal);
    const signature = credentials.sign(nonce + method + path + (body ?? ''));
    const authorization = `Bitso ${credentials.apiKey}:${nonce}:${signature}`;
    const request = {
      method,
      url: baseUrl + path,
      headers: {
        ...headers,
        Authorization: authorization,
        Accept: 'application/json',
        ...(body === undefined
          ? {}
          : { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(body)) }),
      },
      body,
      timeoutMs: TIMEOUT_MS,
      signal,
    };
    return payloadOf(await send(request));
  };

  const makeKnown = async (error: unknown, { method, path }: BitsoCall): Promise<void> => {
    if (!(error instanceof BitsoError)) return;
    const { reading, code, status } = error;
    // Without the query: it may hold an account number. Ids in the path are Bitso's or ours.
    const facts = { method, path: path.replace(/\?.*$/s, ''), code, status };
    if (reading.as === 'locked_out') return turns.lockedOut(error.retryAfterMs);
    if ('alarm' in reading || error.status === 401) {
      if (performance.now() - alarmedAt < ALARM_EVERY_MS) return;
      alarmedAt = performance.now();
      logger.error(`Bitso refuses to work with this account: ${reading.meaning}`, facts);
    } else if (!error.isDocumented) {
      logger.warn('Bitso responded with an error that is not documented', facts);
    }
  };

  return {
    async call(call, signal) {
      for (let tries = 1; ; tries++) {
        try {
          return await attempt(call, signal);
        } catch (error) {
          const mayRepeat = tries < MAX_TRIES && maySucceedNow(error, call) && !signal.aborted;
          if (!mayRepeat) await makeKnown(error, call);
          if (signal.aborted && !(error instanceof BitsoError)) {
            throw new ProviderFailure('timeout', 'Bitso did not respond in time.', { cause: error });
          }
          if (mayRepeat) {
            await delay(PAUSE_MS * tries, undefined, { signal }).catch(() => undefined);
            continue;
          }
          if (error instanceof NoResponse) {
            throw new ProviderFailure('unavailable', `Bitso did not respond (${error.message}).`);
          }
          throw error;
        }
      }
    },
  };
}

function maySucceedNow(error: unknown, { method }: BitsoCall): boolean {
  if (error instanceof BitsoError) {
    if (error.reading.as === 'sign_anew') return true;
    return method === 'GET' && error.reading.as === 'unavailable' && error.status >= 500;
  }
  return method === 'GET' && error instanceof NoResponse;
}

/** Throws a BitsoError for an error, in whichever of its forms and with whichever status. */
function payloadOf({ status, text, retryAfter }: HttpResponse): unknown {
  const isFine = status >= 200 && status < 300;
  if (isFine && text.trim() === '') return undefined;
  let body: unknown;
  try {
    body = parseStorable(text);
  } catch {
    // From a proxy, or a maintenance page: it says nothing about the request.
    if (isFine || status === 404) throw new NoResponse(`invalid_response: status ${status}, not JSON`);
    throw new BitsoError(status, `http_${status}`, retryAfter);
  }
  const { success, payload, error, errors } = Object(body) as Record<string, unknown>;
  if (isFine && success === true) return payload;
  const isError = success === false || error !== undefined || (Array.isArray(errors) && errors.length > 0);
  if (isFine && success === undefined && !isError) return body;
  const [first] = Array.isArray(errors) ? (errors as unknown[]) : [error];
  const { code } = Object(first) as { code?: unknown };
  throw new BitsoError(status, codeOf(code) ?? `http_${status}`, retryAfter);
}
