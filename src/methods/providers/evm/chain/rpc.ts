import { SpanKind } from '@opentelemetry/api';
import { inSpan } from '../../../../lib/telemetry/tracing.ts';

/** The time limit of one request, and the size limit of its response, which can be a page of logs. */
const TIMEOUT_MS = 8_000;
const MAX_RESPONSE_BYTES = 32 * 1024 * 1024;
const MAX_WORDS = 300;
/** The error code for a request above an endpoint's limits (EIP-1474). */
const LIMIT_EXCEEDED = -32_005;

/** One JSON-RPC endpoint of a chain. */
export interface RpcEndpoint {
  /** Its host alone, because the rest of its URL may be a key. */
  readonly host: string;
  /** Calls a method and returns its result. Throws RpcUnavailable or RpcRefused, after 8 s at the latest. */
  call(method: string, params: readonly unknown[], signal?: AbortSignal): Promise<unknown>;
}

/** No usable response; the endpoint may be down, overloaded or broken, and a retry may succeed. */
export class RpcUnavailable extends Error {
  override readonly name = 'RpcUnavailable';
}

/** The endpoint responded with an error; it understood the request, and a retry would fail in the same way. */
export class RpcRefused extends Error {
  override readonly name = 'RpcRefused';
  readonly code: number;
  /** The data that a contract returned when it reverted, in hex; undefined for other errors. */
  readonly data: string | undefined;

  constructor(message: string, code: number, data: string | undefined) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/** Whether the call itself fails, rather than the endpoint. */
export function isRevert(error: unknown): error is RpcRefused {
  return (
    error instanceof RpcRefused &&
    (error.code === 3 || error.data !== undefined || /revert|invalid opcode|out of ?gas/i.test(error.message))
  );
}

let lastId = 0;

/** The endpoint's URL comes from the operator, like the database's, so it may be in the operator's own network. */
export function createRpcEndpoint(url: string): RpcEndpoint {
  const { host } = new URL(url);
  const redact = createRedaction(url);
  return {
    host,
    async call(method, params, signal) {
      const id = ++lastId;
      const facts = { kind: SpanKind.CLIENT, attributes: { 'server.address': host } };
      const text = await inSpan(method, facts, () =>
        post(url, JSON.stringify({ jsonrpc: '2.0', id, method, params }), signal),
      );
      return resultOf({ host, method, id, redact }, text);
    },
  };
}

async function post(url: string, body: string, signal: AbortSignal | undefined): Promise<string> {
  const { address, host, headers } = withoutCredentials(url);
  const deadline = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body,
      signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
      redirect: 'error',
    });
    if (response.status === 413) {
      await response.body?.cancel();
      throw new RpcRefused(`${host} has more to say than it gives at once (413)`, LIMIT_EXCEEDED, undefined);
    }
    // Some explain a refusal in the body of a 400.
    if (!response.ok && response.status !== 400) {
      await response.body?.cancel();
      throw new RpcUnavailable(`${host} responded with ${response.status}`);
    }
    return await readBounded(host, response);
  } catch (error) {
    if (error instanceof RpcUnavailable || error instanceof RpcRefused) throw error;
    // Neither its message nor its cause may be passed on, because they can quote the URL.
    throw new RpcUnavailable(`${host} did not respond (${reasonOf(error, deadline)})`);
  }
}

/** `fetch` does not accept a user and password in a URL. */
function withoutCredentials(url: string): { address: URL; host: string; headers: Record<string, string> } {
  const address = new URL(url);
  const { host, username, password } = address;
  if (username === '' && password === '') return { address, host, headers: {} };
  address.username = '';
  address.password = '';
  const credentials = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`);
  return { address, host, headers: { Authorization: `Basic ${credentials.toString('base64')}` } };
}

function reasonOf(error: unknown, deadline: AbortSignal): string {
  if (deadline.aborted) return 'timeout';
  const { name, cause } = error as { name?: unknown; cause?: { code?: unknown } };
  if (typeof cause?.code === 'string') return cause.code;
  return name === 'AbortError' || name === 'TimeoutError' ? 'given up' : 'connection failed';
}

async function readBounded(host: string, response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const reader = response.body?.getReader();
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    bytes += read.value.length;
    if (bytes > MAX_RESPONSE_BYTES) {
      await reader?.cancel();
      throw new RpcRefused(`${host} responded with more than 32 MB`, LIMIT_EXCEEDED, undefined);
    }
    chunks.push(read.value);
  }
  return Buffer.concat(chunks).toString();
}

interface RpcCall {
  host: string;
  method: string;
  id: number;
  redact: (text: string) => string;
}

function resultOf({ host, method, id, redact }: RpcCall, text: string): unknown {
  let response: unknown;
  try {
    response = JSON.parse(text);
  } catch {
    throw new RpcUnavailable(`${host} responded to ${method} with something that is not JSON`);
  }
  if (typeof response !== 'object' || response === null || Array.isArray(response)) {
    throw new RpcUnavailable(`${host} responded to ${method} with something that is no response`);
  }
  const { id: answered, error, result } = response as { id?: unknown; error?: unknown; result?: unknown };
  if (error !== null && error !== undefined) throw failureOf({ host, method, redact }, error);
  if (answered !== id)
    throw new RpcUnavailable(`${host} responded to ${method} with another request's response`);
  if (result === undefined) throw new RpcUnavailable(`${host} responded to ${method} without a result`);
  return result;
}

/** Rate limits come as 429 or as provider-specific errors. */
const TOO_OFTEN = /rate.?limit|too many requests|per second|capacity|throttl|try again/i;

function failureOf(
  { host, method, redact }: Omit<RpcCall, 'id'>,
  error: unknown,
): RpcUnavailable | RpcRefused {
  const { code, message, data } = Object(error) as { code?: unknown; message?: unknown; data?: unknown };
  const words = typeof message === 'string' ? redact(message).slice(0, MAX_WORDS) : 'no reason given';
  if (code === 429 || TOO_OFTEN.test(words)) {
    return new RpcUnavailable(`${host} rate-limits us: ${words}`);
  }
  return new RpcRefused(
    `${host} refused ${method}: ${words}`,
    typeof code === 'number' ? code : 0,
    typeof data === 'string' && /^0x[0-9a-f]*$/i.test(data) ? data : undefined,
  );
}

const SHORTEST_KEY = 8;

/** Endpoints may quote the key of the request. */
function createRedaction(url: string): (text: string) => string {
  const { username, password, pathname, search, searchParams } = new URL(url);
  const keys = [username, password, ...pathname.split('/'), search.slice(1), ...searchParams.values()]
    .flatMap((part) => [part, safelyDecoded(part)])
    .filter((part) => part.length >= SHORTEST_KEY)
    .sort((one, other) => other.length - one.length);
  return (text) => keys.reduce((redacted, key) => redacted.replaceAll(key, '…'), text);
}

function safelyDecoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
