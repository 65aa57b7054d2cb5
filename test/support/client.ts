import { randomUUID } from 'node:crypto';
import { CURRENT_VERSION } from '../../src/http/versions.ts';
import { assertAnswer } from './contract.ts';

export interface Answer<B = any> {
  status: number;
  headers: Headers;
  /** The bytes as they came. */
  text: string;
  /** The JSON body, if it is one. */
  body: B;
}

export interface CallOptions {
  body?: unknown;
  /** Sent as it is, instead of `body`. */
  rawBody?: string | Buffer<ArrayBuffer>;
  headers?: Record<string, string>;
  /** For calls that modify: a fresh key unless given; null sends none. */
  idempotencyKey?: string | null;
}

/** Calls the API as an integrator would; every answer is held against the contract. */
export interface Client {
  get(path: string, options?: CallOptions): Promise<Answer>;
  post(path: string, body?: unknown, options?: CallOptions): Promise<Answer>;
  patch(path: string, body?: unknown, options?: CallOptions): Promise<Answer>;
  delete(path: string, options?: CallOptions): Promise<Answer>;
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
}

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
    const response = await fetch(baseUrl + path, {
      method,
      headers: { ...headers, ...options.headers },
      ...(body === undefined ? {} : { body }),
      redirect: 'manual',
    });
    const text = await response.text();
    const answer = { status: response.status, headers: response.headers, text };
    // The contract describes the newest version; answers in an older one are checked where that is the subject.
    if (answer.headers.get('service-version') === CURRENT_VERSION) assertAnswer({ method, path }, answer);
    const isJson = (response.headers.get('content-type') ?? '').startsWith('application/json');
    return { ...answer, body: isJson ? (JSON.parse(text) as unknown) : undefined };
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
