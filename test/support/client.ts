import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { assertAnswer } from './contract.ts';

export interface Answer<B = any> {
  status: number;
  headers: Headers;
  /** The body as received. */
  bytes: Buffer;
  text: string;
  /** The parsed body, if it is JSON. */
  body: B;
}

export interface CallOptions {
  body?: unknown;
  /** Sent as is, instead of `body`. */
  rawBody?: string | Buffer<ArrayBuffer>;
  headers?: Record<string, string>;
  /** For calls that modify: a new key by default; null sends none. */
  idempotencyKey?: string | null;
}

/** Calls the API as an integrator would; checks every response against the contract. */
export interface Client {
  get(path: string, options?: CallOptions): Promise<Answer>;
  post(path: string, body?: unknown, options?: CallOptions): Promise<Answer>;
  patch(path: string, body?: unknown, options?: CallOptions): Promise<Answer>;
  delete(path: string, options?: CallOptions): Promise<Answer>;
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
}

interface Sent {
  method: string;
  path: string;
  headers: Record<string, string | string[]>;
  body?: string | Buffer | undefined;
  /** False for a separate connection. */
  agent: Agent | false;
}

/** Uses node:http, which has less overhead than `fetch`: the suite makes tens of thousands of calls. */
export function send(baseUrl: string, { body, ...sent }: Sent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    // As bytes: with a string, Node would write the headers in its encoding.
    const bytes = body === undefined ? undefined : Buffer.from(body);
    const length = bytes ? { 'content-length': String(bytes.length) } : {};
    const call = request(baseUrl, { ...sent, headers: { ...length, ...sent.headers } });
    call.on('error', reject).on('response', (response) => {
      const parts: Buffer[] = [];
      response
        .on('error', reject)
        .on('data', (part: Buffer) => parts.push(part))
        .on('end', () => {
          const headers = new Headers(pairs(response.rawHeaders));
          resolve(toAnswer(response.statusCode ?? 0, headers, Buffer.concat(parts)));
        });
    });
    call.end(bytes);
  });
}

export function toAnswer(status: number, headers: Headers, bytes: Buffer): Answer {
  const text = bytes.toString();
  const isJson = (headers.get('content-type') ?? '').startsWith('application/json') && text !== '';
  return { status, headers, bytes, text, body: isJson ? (JSON.parse(text) as unknown) : undefined };
}

function pairs(rawHeaders: string[]): [string, string][] {
  return Array.from({ length: rawHeaders.length / 2 }, (_, at) => [
    rawHeaders[2 * at] ?? '',
    rawHeaders[2 * at + 1] ?? '',
  ]);
}

/** Closes idle connections well before the service would. */
export const keepAlive = new Agent({ keepAlive: true, timeout: 2_000 });

export function createClient(baseUrl: string, apiKey: string | undefined): Client {
  const call = async (method: string, path: string, options: CallOptions = {}): Promise<Answer> => {
    const headers: Record<string, string> = {};
    if (apiKey !== undefined) headers['authorization'] = `Bearer ${apiKey}`;
    if (options.body !== undefined || options.rawBody !== undefined)
      headers['content-type'] = 'application/json';
    if (method !== 'GET' && options.idempotencyKey !== null) {
      headers['idempotency-key'] = options.idempotencyKey ?? randomUUID();
    }
    const body = options.rawBody ?? (options.body === undefined ? undefined : JSON.stringify(options.body));
    const answer = await send(baseUrl, {
      method,
      path,
      headers: { ...headers, ...options.headers },
      body,
      agent: keepAlive,
    });
    assertAnswer({ method, path }, answer);
    return answer;
  };
  return {
    call,
    get: (path, options) => call('GET', path, options),
    post: (path, body, options) =>
      call('POST', path, { ...options, ...(body === undefined ? {} : { body }) }),
    patch: (path, body, options) =>
      call('PATCH', path, { ...options, ...(body === undefined ? {} : { body }) }),
    delete: (path, options) => call('DELETE', path, options),
  };
}
