import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '../../../lib/logger.ts';
import { createTransport, NoResponse, type HttpResponse } from '../../../lib/outgoing/api-transport.ts';
import { parseStorable } from '../../../lib/text/storable.ts';
import { ProviderFailure } from '../../index.ts';
import { createAccessToken, type AccessToken } from './access-token.ts';
import { isNotThere, RailError, type RailFault } from './errors.ts';
import type { Fields, Reader } from './reader.ts';
import type { RateLimit } from './rate-limit.ts';

export interface RailCall {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Relative to the client's base URL, including the query. */
  path: string;
  /** An object is sent as JSON, a string byte for byte. */
  body?: object | string;
  /** Background calls yield to calls that a user waits for. */
  isBackground?: boolean;
}

/** Sent in this order; undefined values are left out. */
type Query = Readonly<Record<string, string | number | undefined>>;

interface ListOptions {
  isBackground?: boolean;
  query?: Query;
}

interface ReadOptions extends ListOptions {
  /** Fields that identify the requested record. */
  having?: Readonly<Record<string, string>>;
}

/** Calls to a rail's API on behalf of one account. */
export interface RailClient<Call extends RailCall = RailCall> {
  /**
   * Makes a call and returns its payload; undefined for an empty response. Each attempt is signed anew. Reads are tried
   * up to three times, other calls again only if they were rejected for their signature. Throws a RailError for an
   * error response, and another ProviderFailure if there was none.
   */
  call(call: Call, signal: AbortSignal): Promise<unknown>;
  /**
   * Reads one record; `what` names it in errors. Throws like `call`, and Unreadable if the response is a different
   * record.
   */
  get(path: string, what: string, signal: AbortSignal, options?: ReadOptions): Promise<Fields>;
  /** Like `get`, but returns undefined if the rail says that the record does not exist. */
  find(path: string, what: string, signal: AbortSignal, options?: ReadOptions): Promise<Fields | undefined>;
  /** Reads a list of records. Throws like `get`. */
  list(path: string, what: string, signal: AbortSignal, options?: ListOptions): Promise<Fields[]>;
  /** How far the rail's clock was ahead of this host's at the last response; undefined before the first one. */
  skewMs(): number | undefined;
}

/** The parts of a call that its signature covers. */
interface Signing<Turn> {
  /** Exactly as sent. */
  body: string | undefined;
  turn: Turn;
  /** Undefined without `tokenCall`, and for that call itself. */
  token: string | undefined;
}

/** The properties of a rail's API. */
interface RailClientOptions<Call extends RailCall, Turn> {
  reader: Reader;
  logger: Logger;
  /** Paths are relative to it. */
  baseUrl: string;
  rateLimit: RateLimit<Turn>;
  /** The headers that authenticate the caller, and that mark a repeated write as the same. */
  headersOf: (call: Call, signing: Signing<Turn>) => Record<string, string>;
  /** The call that obtains an access token, if calls need one. */
  tokenCall?: Call;
  /**
   * Returns the payload of a successful response, or undefined if it is an error after all. By default, the payload is
   * the whole body.
   */
  unwrap?: (body: unknown) => { payload: unknown } | undefined;
  /** The records of a list, if it is not a bare array. Throws Unreadable. */
  listOf?: Reader['listOf'];
  /** Interprets an error response. The body is undefined if it could not be read. */
  faultOf: (status: number, body: unknown) => RailFault;
}

const TIMEOUT_MS = 8_000;
const MAX_TRIES = 3;
const PAUSE_MS = 200;
const ALARM_EVERY_MS = 60_000;
/** These statuses mean the same with any body, even a proxy's. */
const TELLING = new Set([401, 403, 420, 429]);

interface Parts<Call extends RailCall, Turn> extends RailClientOptions<Call, Turn> {
  send: ReturnType<typeof createTransport>;
  alarm: ReturnType<typeof createAlarm>;
  /** As of the last response. */
  skewMs: number | undefined;
}

/**
 * A client over the guarded transport. Its log lines contain neither queries, which may hold account numbers, nor
 * bodies.
 */
export function createRailClient<Call extends RailCall, Turn>(
  options: RailClientOptions<Call, Turn>,
): RailClient<Call> {
  const { reader, logger, baseUrl, tokenCall, listOf = reader.listOf } = options;
  const { rail } = reader;
  const send = createTransport(rail.toLowerCase(), baseUrl);
  const parts: Parts<Call, Turn> = { ...options, send, alarm: createAlarm(logger, rail), skewMs: undefined };
  const token =
    tokenCall &&
    createAccessToken(reader, () => callWith(parts, tokenCall, undefined, AbortSignal.timeout(TIMEOUT_MS)));
  const client: RailClient<Call> = {
    call: (call, signal) => callWith(parts, call, token, signal),
    async get(path, what, signal, { having = {}, ...options } = {}) {
      const record = reader.fieldsOf(await client.call(reading(path, options), signal), what);
      if (Object.entries(having).some(([name, value]) => record[name] !== value))
        throw new reader.Unreadable(`another ${what} than the one asked for`);
      return record;
    },
    find: (...asked) =>
      client.get(...asked).catch((error: unknown) => {
        if (isNotThere(error)) return undefined;
        throw error;
      }),
    async list(path, what, signal, options = {}) {
      return listOf(await client.call(reading(path, options), signal), what);
    },
    skewMs: () => parts.skewMs,
  };
  return client;
}

/** Makes a call, and repeats it as far as `maySucceedNow` allows. */
async function callWith<Call extends RailCall, Turn>(
  parts: Parts<Call, Turn>,
  call: Call,
  token: AccessToken | undefined,
  signal: AbortSignal,
): Promise<unknown> {
  const { rail } = parts.reader;
  for (let tries = 1; ; tries++) {
    let used: string | undefined;
    try {
      used = await token?.get(signal);
      return await attempt(parts, call, used, signal);
    } catch (error) {
      const mayRepeat = tries < MAX_TRIES && maySucceedNow(error, call) && !signal.aborted;
      if (!mayRepeat) await makeKnown(parts, error, call);
      if (signal.aborted && !(error instanceof RailError))
        throw new ProviderFailure('timeout', `${rail} did not respond in time.`, { cause: error });
      if (mayRepeat) {
        if (used !== undefined && isForSignature(error)) token?.drop(used);
        await delay(PAUSE_MS * tries, undefined, { signal }).catch(() => undefined);
        continue;
      }
      if (error instanceof NoResponse)
        throw new ProviderFailure('unavailable', `${rail} did not respond (${error.message}).`);
      throw error;
    }
  }
}

async function attempt<Call extends RailCall, Turn>(
  parts: Parts<Call, Turn>,
  call: Call,
  token: string | undefined,
  signal: AbortSignal,
): Promise<unknown> {
  const { baseUrl, rateLimit, headersOf, send } = parts;
  const turn = await rateLimit.acquire({ isBackground: call.isBackground ?? false }, signal);
  const body = typeof call.body === 'object' ? JSON.stringify(call.body) : call.body;
  const headers = {
    Accept: 'application/json',
    ...headersOf(call, { body, turn, token }),
    ...(body === undefined
      ? {}
      : { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(body)) }),
  };
  const url = baseUrl + call.path;
  const response = await send({ method: call.method, url, headers, body, timeoutMs: TIMEOUT_MS, signal });
  const date = Date.parse(response.date ?? '');
  if (!Number.isNaN(date)) parts.skewMs = date - Date.now();
  return payloadOf(parts, response);
}

async function makeKnown<Call extends RailCall, Turn>(
  { rateLimit, alarm }: Parts<Call, Turn>,
  error: unknown,
  call: Call,
): Promise<void> {
  if (!(error instanceof RailError)) return;
  if (error.reading.as === 'too_many') await rateLimit.noteTooMany(error.retryAfterMs);
  else alarm(error, call);
}

/** A read has the fields that the calls of every rail have; all others are optional. */
function reading<Call extends RailCall>(
  path: string,
  { isBackground = false, query = {} }: ListOptions,
): Call {
  const read: RailCall = { method: 'GET', path: withQuery(path, query), isBackground };
  return read as Call;
}

function withQuery(path: string, query: Query): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : `${name}=${encodeURIComponent(value)}`,
  );
  return given.length === 0 ? path : `${path}?${given.join('&')}`;
}

function isForSignature(error: unknown): boolean {
  return error instanceof RailError && error.reading.as === 'sign_anew';
}

/** After any other failure of a write the outcome is unknown, so it must be looked up first. */
function maySucceedNow(error: unknown, { method }: RailCall): boolean {
  if (isForSignature(error)) return true;
  if (method !== 'GET') return false;
  return error instanceof RailError
    ? error.reading.as === 'unavailable' && error.status >= 500
    : error instanceof NoResponse;
}

/** Throws a RailError for an error of any status, and NoResponse for a response without information. */
function payloadOf<Call extends RailCall, Turn>(
  { reader, unwrap = (body) => ({ payload: body }), faultOf }: RailClientOptions<Call, Turn>,
  { status, text, retryAfter }: HttpResponse,
): unknown {
  const isFine = status >= 200 && status < 300;
  if (isFine && text.trim() === '') return undefined;
  let body: unknown;
  try {
    body = parseStorable(text);
  } catch {
    // Such a response comes from a proxy or a maintenance page. It says nothing about the request unless its status
    // does.
    if (status < 500 && !TELLING.has(status))
      throw new NoResponse(`invalid_response: status ${status}, not JSON`);
  }
  const opened = isFine ? unwrap(body) : undefined;
  if (opened) return opened.payload;
  throw new RailError(reader.rail, status, faultOf(status, body), retryAfter);
}

/** Alerts the operator to errors that only they can fix, at most once a minute, and to undocumented ones. */
function createAlarm(logger: Logger, rail: string): (error: RailError, call: RailCall) => void {
  let alarmedAt = Number.NEGATIVE_INFINITY;
  return (error, { method, path }) => {
    const { reading, code, status, logId, isDocumented } = error;
    const facts = { method, path: path.replace(/\?.*$/s, ''), code, status, ...(logId && { log_id: logId }) };
    if (reading.alarm) {
      if (performance.now() - alarmedAt < ALARM_EVERY_MS) return;
      alarmedAt = performance.now();
      logger.error(`${rail} rejected the account: ${reading.meaning}`, facts);
    } else if (!isDocumented && reading.as !== 'not_there') {
      logger.warn(`${rail} returned an undocumented error`, facts);
    }
  };
}
