import { X509Certificate } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { readFileSync } from 'node:fs';
import {
  request as httpRequest,
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
} from 'node:http';
import { request as httpsRequest, type AgentOptions, type RequestOptions } from 'node:https';
import { createSecureContext, rootCertificates } from 'node:tls';
import { urlToHttpOptions } from 'node:url';
import { checkDestinationUrl, DestinationNotAllowed, type AddressGuard } from './address-guard.ts';
import { GuardedAgent, GuardedPlainAgent, type OnBehalf } from './guarded-agent.ts';
import { createHostResolver, LookupFailed, type ResolveHost } from './host-resolver.ts';
import { memoize } from '../memoize.ts';

export type PostRequest = {
  /** The account that owns the destination; lookups are limited per account. */
  accountId: string;
  url: string;
  headers: Record<string, string>;
  body: Buffer | string;
  /** For the whole attempt, from lookup and connection to the response. */
  timeoutMs: number;
  /** Cancels the attempt, which then ends with the error `cancelled`. */
  signal?: AbortSignal;
};

export type Outcome = {
  /** The status of the response, null when none came. */
  httpStatus: number | null;
  /** The failure, as a stable code, for some followed by `: ` and a detail. Null when a response came. */
  error: string | null;
  durationMs: number;
  /** The beginning of the response's body as text, at most 1,024 characters. */
  responseBody: string;
};

/** A request to a partner's API, whose response is needed whole. */
export type CallRequest = Omit<PostRequest, 'body'> & {
  method: string;
  body: string | undefined;
  /** A longer response counts as none. */
  maxBytes: number;
};

export type CallOutcome =
  | { httpStatus: number; headers: IncomingHttpHeaders; body: Buffer }
  /** The failure, as in `Outcome`. */
  | { httpStatus: null; error: string };

export type GuardedClient = {
  /** Sends one POST. Any behaviour of the network or the receiver is an outcome, never a rejection. */
  post(request: PostRequest): Promise<Outcome>;
  /** Sends one request and reads its whole response; a redirect, or a body that is cut off, counts as no response. */
  call(request: CallRequest): Promise<CallOutcome>;
  /** Closes kept-alive connections; call it when no attempt is in progress any more. */
  close(): void;
};

const MAX_READ_BYTES = 64 * 1024;
const EXCERPT_BYTES = 1024;
/** As many as simultaneous attempts, because one that waited for a connection would waste its time limit. */
const MAX_SOCKETS_PER_HOST = 512;
const MAX_KNOWN_DESTINATIONS = 1_000;
/** Used in addition to the name servers when the operator's own network may be called. */
const HOSTS_FILE = '/etc/hosts';
const IDLE_MS = 4_000; // Below the five seconds after which common servers close an idle connection.

/**
 * Creates the client for URLs that customers choose. `caFile` names a PEM file with one more trusted CA.
 *
 * Connections go only to addresses that the guard allows, checked and pinned at the moment of connecting.
 * Certificates are always verified; redirects, proxies, cookies and compression are not supported. A response is
 * read up to 64 KB, and its status counts however its body ends.
 */
export function createGuardedClient({
  guard,
  caFile,
  resolveHost = createHostResolver({ hostsFile: guard.opensOwnNetwork ? HOSTS_FILE : undefined }),
}: ClientOptions): GuardedClient {
  const secureContext = caFile === undefined ? undefined : createSecureContext({ ca: trustedCas(caFile) });
  // Set explicitly, because the default depends on the environment variable NODE_TLS_REJECT_UNAUTHORIZED.
  const tls = { secureContext, rejectUnauthorized: true };
  const pooling = {
    keepAlive: true,
    maxSockets: MAX_SOCKETS_PER_HOST,
    // All may be kept alive, since they soon close by themselves and a handshake costs as much as several events.
    maxFreeSockets: MAX_SOCKETS_PER_HOST,
    timeout: IDLE_MS,
  };
  const agents = (options: AgentOptions): Agents => ({
    'https:': new GuardedAgent(guard, resolveHost, { ...tls, ...options }),
    'http:': new GuardedPlainAgent(guard, resolveHost, options),
  });
  const [pool, unpooled] = [agents(pooling), agents({ keepAlive: false })];
  const means = { destinationOf: createDestinations(guard), pool, unpooled };

  return {
    async post(request) {
      const startedAt = performance.now();
      const answer = await attempt(request, startedAt + request.timeoutMs, means);
      return { durationMs: Math.round(performance.now() - startedAt), ...answer };
    },
    async call(request) {
      const deadlineAt = performance.now() + request.timeoutMs;
      const read = (incoming: IncomingMessage) => readWhole(incoming, request.maxBytes);
      try {
        return await exchange(means.destinationOf(request.url), request, deadlineAt, means.pool, read);
      } catch (error) {
        // Not repeated here, because a signed request must be signed anew.
        if (error instanceof StaleConnection) return { httpStatus: null, error: 'stale_connection' };
        return { httpStatus: null, error: outcomeError(error) };
      }
    },
    close() {
      for (const agent of [...Object.values(pool), ...Object.values(unpooled)]) agent.destroy();
    },
  };
}

export type ClientOptions = { guard: AddressGuard; caFile?: string | undefined; resolveHost?: ResolveHost };

/** The attempt got no response; the message is the outcome's `error`. */
class AttemptFailed extends Error {}

/** A pooled connection turned out to be closed by the receiver, which says nothing about the receiver. */
class StaleConnection extends Error {}

type Answer = Omit<Outcome, 'durationMs'>;
type Protocol = 'https:' | 'http:';
type Destination = Pick<RequestOptions, 'hostname' | 'port' | 'path'> & { protocol: Protocol };
type Agents = { 'https:': GuardedAgent; 'http:': GuardedPlainAgent };
type Connections = { destinationOf: (url: string) => Destination; pool: Agents; unpooled: Agents };

/**
 * Parses and checks URLs. Results are memoized, because events go to the same few URLs again and again, and the check
 * of a URL's form never changes; the address is checked again for each connection.
 */
function createDestinations(guard: AddressGuard): (url: string) => Destination {
  const find = (url: string): Destination => {
    const { protocol, hostname, port, path } = urlToHttpOptions(checkDestinationUrl(url, guard));
    return { protocol: protocol === 'http:' ? 'http:' : 'https:', hostname, port, path };
  };
  return memoize(find, { maxKnown: MAX_KNOWN_DESTINATIONS });
}

type Attempt = Omit<PostRequest, 'body'> & { method: string; body: Buffer | string | undefined };
type Read<T> = (incoming: IncomingMessage) => Promise<T>;

async function attempt(request: PostRequest, deadlineAt: number, means: Connections): Promise<Answer> {
  const post = { method: 'POST', ...request };
  try {
    const to = means.destinationOf(request.url);
    return await exchange(to, post, deadlineAt, means.pool, readAnswer).catch((error: unknown) => {
      if (error instanceof StaleConnection) return exchange(to, post, deadlineAt, means.unpooled, readAnswer);
      throw error;
    });
  } catch (error) {
    return { httpStatus: null, error: outcomeError(error), responseBody: '' };
  }
}

function exchange<T>(
  to: Destination,
  request: Attempt,
  deadlineAt: number,
  agents: Agents,
  read: Read<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const { accountId, method, headers, body, signal } = request;
    const agent = agents[to.protocol];
    const options: RequestOptions & OnBehalf = { method, agent, headers, accountId, ...to };
    const outgoing = to.protocol === 'http:' ? httpRequest(options) : httpsRequest(options);
    // From here on the promise follows the response, and rejecting it has no effect.
    outgoing.on('response', (incoming) => resolve(read(incoming)));
    outgoing.on('upgrade', (_incoming, socket) => {
      socket.destroy();
      reject(new AttemptFailed('invalid_response: status 101'));
    });
    outgoing.on('error', (error) => {
      reject(outgoing.reusedSocket && isReset(error) ? new StaleConnection() : failureOf(error));
    });

    // One timer for all phases, since socket timeouts never end a slow trickle. Not AbortSignal.timeout, whose timer
    // would outlive every finished attempt by the rest of its ten seconds.
    const timer = setTimeout(ender('timeout', outgoing, reject), deadlineAt - performance.now());
    const cancel = ender('cancelled', outgoing, reject);
    if (signal !== undefined) setMaxListeners(0, signal); // One signal may stop any number of attempts.
    signal?.addEventListener('abort', cancel);
    outgoing.on('close', () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', cancel);
    });
    if (signal?.aborted) cancel();
    else outgoing.end(body);
  });
}

function ender(error: string, outgoing: ClientRequest, reject: (reason: Error) => void): () => void {
  return () => {
    outgoing.destroy();
    // Rejected here, because a request that waits in the pool's queue reports its end only when its turn comes.
    reject(new AttemptFailed(error));
  };
}

function readAnswer(incoming: IncomingMessage): Promise<Answer> {
  return new Promise((resolve) => {
    let excerpt: Buffer = Buffer.alloc(0);
    let readBytes = 0;
    incoming.on('data', (chunk: Buffer) => {
      if (excerpt.length < EXCERPT_BYTES) {
        excerpt = Buffer.concat([excerpt, chunk.subarray(0, EXCERPT_BYTES - excerpt.length)]);
      }
      readBytes += chunk.length;
      if (readBytes > MAX_READ_BYTES) incoming.destroy();
    });
    // The status is known, so a body that is cut off is merely short.
    incoming.on('error', () => {});
    incoming.on('close', () => resolve({ responseBody: textOf(excerpt), ...judge(incoming) }));
  });
}

function readWhole(incoming: IncomingMessage, maxBytes: number): Promise<CallOutcome> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let readBytes = 0;
    incoming.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      readBytes += chunk.length;
      if (readBytes > maxBytes) incoming.destroy();
    });
    incoming.on('error', () => {});
    incoming.on('close', () => {
      const { httpStatus, error } = judge(incoming);
      if (readBytes > maxBytes) reject(new AttemptFailed('invalid_response: too long'));
      else if (!incoming.complete) reject(new AttemptFailed('invalid_response: cut off'));
      else if (httpStatus === null || error !== null) reject(new AttemptFailed(error ?? 'invalid_response'));
      else resolve({ httpStatus, headers: incoming.headers, body: Buffer.concat(chunks) });
    });
  });
}

function textOf(bytes: Buffer): string {
  return bytes.toString().replaceAll('\0', '\uFFFD'); // Postgres takes no NUL in a text.
}

function judge({ statusCode = 0 }: IncomingMessage): Pick<Outcome, 'httpStatus' | 'error'> {
  if (statusCode < 100 || statusCode > 599) {
    return { httpStatus: null, error: `invalid_response: status ${statusCode}` };
  }
  const isRedirect = statusCode >= 300 && statusCode < 400;
  return { httpStatus: statusCode, error: isRedirect ? 'redirect_not_followed' : null };
}

function isReset({ code }: NodeJS.ErrnoException): boolean {
  return code === 'ECONNRESET' || code === 'EPIPE';
}

const ERRORS: Record<string, string> = {
  ECONNREFUSED: 'connection_refused',
  ECONNRESET: 'connection_reset',
  EPIPE: 'connection_reset',
  ETIMEDOUT: 'timeout',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
};

/** The outcome's error for the end of an attempt; anything else is a bug and is rethrown. */
function outcomeError(error: unknown): string {
  if (error instanceof DestinationNotAllowed) return `address_not_allowed: ${error.message}`;
  if (error instanceof AttemptFailed) return error.message;
  throw error;
}

function failureOf(error: NodeJS.ErrnoException): Error {
  if (error instanceof DestinationNotAllowed) return error;
  return new AttemptFailed(error instanceof LookupFailed ? error.outcome : codeOf(error));
}

/** Names a network error by its code alone, because Node's messages contain addresses, and customers read this. */
function codeOf({ code, message }: NodeJS.ErrnoException): string {
  if (code === undefined) return message.includes('is not allowed') ? 'address_not_allowed' : 'network_error';
  const known = ERRORS[code];
  if (known !== undefined) return known;
  if (code.startsWith('HPE_')) return `invalid_response: ${code}`;
  // System errors look like ENOBUFS; TLS errors like CERT_HAS_EXPIRED, except for EPROTO.
  const isSystemError = /^E[A-Z0-9]+$/.test(code) && code !== 'EPROTO';
  return `${isSystemError ? 'network_error' : 'tls_error'}: ${code}`;
}

function trustedCas(caFile: string): string[] {
  const pem = readFileSync(caFile, 'utf8');
  new X509Certificate(pem); // Throws when it is not a certificate, which a secure context would ignore.
  return [...rootCertificates, pem];
}
