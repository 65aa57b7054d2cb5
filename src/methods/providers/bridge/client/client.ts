import { setTimeout as delay } from 'node:timers/promises';
import { deterministicHex } from '../../../../lib/ids.ts';
import type { Logger } from '../../../../lib/logger.ts';
import { createTransport, NoResponse, type HttpResponse } from '../../../../lib/outgoing/api-transport.ts';
import { parseStorable } from '../../../../lib/text/storable.ts';
import { ProviderFailure } from '../../../index.ts';
import type { BridgeConfig } from './settings.ts';
import { BridgeError } from './errors.ts';
import { CALLS_PER_SECOND, createPace } from './pace.ts';

export type BridgeCall = {
  /** Below /v0, with its query. */
  path: string;
  /** Background work: calls that somebody waits for go first. */
  isBackground?: boolean;
} & (
  | { method: 'GET' | 'DELETE' }
  | { method: 'PUT'; body: object }
  /** `body`: as a text, exactly that is sent. `id`: of what is asked for; the same id has the same effect. */
  | { method: 'POST'; body: object | string; id: string }
);

export interface BridgeClient {
  /**
   * Makes a call and returns its body; undefined for an empty one. Reads are tried up to three times. Throws a BridgeError
   * for an error response, another ProviderFailure if there was none.
   */
  call(call: BridgeCall, signal: AbortSignal): Promise<unknown>;
  /** How far Bridge's clock was ahead of this host's at the last answer; undefined before the first one. */
  skewMs(): number | undefined;
}

const TIMEOUT_MS = 8_000;
const MAX_TRIES = 3;
const PAUSE_MS = 200;
const LIMITED_PAUSE_MS = 2_000;
const ALARM_EVERY_MS = 60_000;

export function createBridgeClient(options: {
  logger: Logger;
  config: Pick<BridgeConfig, 'apiKey' | 'baseUrl'>;
  /** For tests that make more calls. */
  callsPerSecond?: number | undefined;
}): BridgeClient {
  const { logger, config, callsPerSecond = CALLS_PER_SECOND } = options;
  const send = createTransport('bridge', config.baseUrl);
  const pace = createPace(callsPerSecond);
  let alarmedAt = Number.NEGATIVE_INFINITY;
  let skewMs: number | undefined;

  const attempt = async (call: BridgeCall, signal: AbortSignal): Promise<unknown> => {
    await pace.next({ isBackground: call.isBackground ?? false }, signal);
    const body =
      'body' in call ? (typeof call.body === 'string' ? call.body : JSON.stringify(call.body)) : undefined;
    const response = await send({
      method: call.method,
      url: `${config.baseUrl}/v0${call.path}`,
      headers: {
        'Api-Key': config.apiKey,
        Accept: 'application/json',
        ...('id' in call ? { 'Idempotency-Key': idempotencyKeyOf(call.id) } : {}),
        ...(body === undefined
          ? {}
          : { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(body)) }),
      },
      body,
      timeoutMs: TIMEOUT_MS,
      signal,
    });
    const date = Date.parse(response.date ?? '');
    if (!Number.isNaN(date)) skewMs = date - Date.now();
    return bodyOf(response);
  };

  const makeKnown = (error: unknown, { method, path }: BridgeCall): void => {
    if (!(error instanceof BridgeError)) return;
    const { reading, code, status } = error;
    if (status === 429) pace.pause(error.retryAfterMs || LIMITED_PAUSE_MS);
    const facts = { method, path: path.replace(/\?.*$/s, ''), code, status };
    if ('alarm' in reading) {
      if (performance.now() - alarmedAt < ALARM_EVERY_MS) return;
      alarmedAt = performance.now();
      logger.error(`Bridge refuses to work with this account: ${reading.meaning}`, facts);
    } else if (!error.isDocumented && reading.as !== 'not_there') {
      logger.warn('Bridge responded with an error that is not documented', facts);
    }
  };

  return {
    skewMs: () => skewMs,
    async call(call, signal) {
      for (let tries = 1; ; tries++) {
        try {
          return await attempt(call, signal);
        } catch (error) {
          makeKnown(error, call);
          if (signal.aborted && !(error instanceof BridgeError)) {
            throw new ProviderFailure('timeout', 'Bridge did not respond in time.', { cause: error });
          }
          if (tries < MAX_TRIES && maySucceedNow(error, call) && !signal.aborted) {
            await delay(PAUSE_MS * tries, undefined, { signal }).catch(() => undefined);
            continue;
          }
          if (error instanceof NoResponse) {
            throw new ProviderFailure('unavailable', `Bridge did not respond (${error.message}).`);
          }
          throw error;
        }
      }
    },
  };
}

/** A UUID, the same for the same id. */
export function idempotencyKeyOf(id: string): string {
  const hex = deterministicHex('bridge', 'idempotency', id);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}

function maySucceedNow(error: unknown, { method }: BridgeCall): boolean {
  if (method !== 'GET') return false;
  return error instanceof NoResponse || (error instanceof BridgeError && error.status >= 500);
}

/** Throws a BridgeError for an error, in whichever of its forms. */
function bodyOf({ status, text, retryAfter }: HttpResponse): unknown {
  const isFine = status >= 200 && status < 300;
  if (isFine && text.trim() === '') return undefined;
  let body: unknown;
  try {
    body = parseStorable(text);
  } catch {
    // From a proxy, or a maintenance page: it says nothing about the request.
    if (isFine || status < 500) throw new NoResponse(`invalid_response: status ${status}, not JSON`);
    throw new BridgeError(status, `http_${status}`, { ...(retryAfter === undefined ? {} : { retryAfter }) });
  }
  if (isFine) return body;
  const { errors, ...top } = Object(body) as { errors?: unknown; code?: unknown; source?: unknown };
  const { code, source } = (Array.isArray(errors) ? (Object(errors[0]) as typeof top) : top) ?? {};
  const field = fieldOf(source);
  throw new BridgeError(status, codeOf(code) ?? `http_${status}`, {
    ...(field === undefined ? {} : { field }),
    ...(retryAfter === undefined ? {} : { retryAfter }),
  });
}

/** Kept short, because it is logged. */
function codeOf(code: unknown): string | undefined {
  return typeof code === 'string' && /^[\w.-]{1,60}$/.test(code) ? code : undefined;
}

/** Which field was refused: a name, or an object of names with what is wrong with each. */
function fieldOf(source: unknown): string | undefined {
  const { key } = Object(source) as { key?: unknown };
  const [name] = typeof key === 'object' && key !== null ? Object.keys(key) : [key];
  return typeof name === 'string' && /^[\w.-]{1,60}$/.test(name) ? name : undefined;
}
