import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { ApiError, ConnectionError, TimeoutError } from './errors.js';

export interface TransportOptions {
  /** For each attempt, until the whole response is there. */
  timeoutMs: number;
  /** How often a call is sent again at most. */
  maxRetries: number;
  /** What sends a request. */
  fetch: typeof fetch;
}

const RETRIED_STATUSES = new Set([429, 500, 502, 503, 504]);
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 8_000;
/** Whoever is told to wait longer has used up a limit of the day, and should know. */
const LONGEST_RETRY_AFTER_MS = 60_000;

/**
 * Wraps fetch: gives each call that changes something an idempotency key, which all its attempts share, sends it again
 * while that may help, and throws for every response that is not a success.
 */
export function createTransport(options: TransportOptions): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const { method, headers, signal } = request;
    if (method !== 'GET' && !headers.has('Idempotency-Key')) headers.set('Idempotency-Key', randomUUID());
    const body = request.body === null ? null : await request.arrayBuffer();
    for (let attempt = 0; ; attempt++) {
      const outcome = await send(request.url, { method, headers, body }, signal, options);
      if (outcome instanceof Response) return outcome;
      const pauseMs = attempt < options.maxRetries ? pauseBefore(outcome, attempt) : undefined;
      if (pauseMs === undefined) throw outcome;
      await delay(pauseMs, undefined, { signal });
    }
  };
}

/** One attempt. Rejects only when the caller aborts. */
async function send(
  url: string,
  init: RequestInit,
  signal: AbortSignal,
  { fetch, timeoutMs }: TransportOptions,
): Promise<Response | ApiError | ConnectionError> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(url, {
      ...init,
      redirect: 'error',
      signal: AbortSignal.any([signal, timeout]),
    });
    // Read here, so that a response that breaks off is a failed attempt, too.
    const body = await response.arrayBuffer();
    if (!response.ok) return new ApiError(response, new TextDecoder().decode(body));
    const { status, headers } = response;
    return new Response(body.byteLength > 0 ? body : null, { status, headers });
  } catch (cause) {
    signal.throwIfAborted();
    if (timeout.aborted) return new TimeoutError(`No response came within ${timeoutMs} ms.`, { cause });
    return new ConnectionError('The service could not be reached, or its response broke off.', { cause });
  }
}

/** How long to wait before the next attempt; undefined if another one is of no use. */
function pauseBefore(failure: ApiError | ConnectionError, attempt: number): number | undefined {
  const growing = Math.min(FIRST_PAUSE_MS * 2 ** attempt, LONGEST_PAUSE_MS);
  // Between half and all of it, so that clients that failed together do not come back together.
  const pauseMs = growing * (0.5 + Math.random() / 2);
  if (failure instanceof ConnectionError) return pauseMs;
  const { status, code, headers } = failure;
  if (!RETRIED_STATUSES.has(status) && code !== 'idempotency_request_in_progress') return undefined;
  const retryAfterMs = Number(headers.get('Retry-After') ?? 0) * 1_000;
  if (retryAfterMs > LONGEST_RETRY_AFTER_MS) return undefined;
  return retryAfterMs > 0 ? retryAfterMs + pauseMs / 10 : pauseMs;
}
