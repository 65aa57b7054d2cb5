import { SpanKind } from '@opentelemetry/api';
import { createAddressGuard } from './address-guard.ts';
import { createGuardedClient } from './guarded-client.ts';
import { inSpan } from '../telemetry/tracing.ts';

/** A page of a hundred records of a provider is far below this. */
const MAX_BYTES = 4 * 1024 * 1024;

export interface HttpRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string | undefined;
  timeoutMs: number;
  signal: AbortSignal;
}

export interface HttpResponse {
  status: number;
  retryAfter: string | undefined;
  /** The time of sending, by the remote clock. */
  date: string | undefined;
  text: string;
}

/** No complete response was received. The message is a code without names. */
export class NoResponse extends Error {
  override readonly name = 'NoResponse';
}

/** Sends one request. Throws NoResponse. */
export type Transport = (request: HttpRequest) => Promise<HttpResponse>;

/** Ranges of the own network in which a server may be besides the public internet, with a CA that is also trusted. */
interface Reach {
  allowCidrs: readonly string[];
  caFile: string | undefined;
}

const PUBLIC: Reach = { allowCidrs: [], caFile: undefined };

/**
 * Sends over the guarded client, only to the public internet unless more is given, with verified certificates, no
 * redirects, and size limits. In tests, the server listens on the same machine, over http. `provider` is the party for
 * which names are looked up.
 */
export function createTransport(provider: string, baseUrl: string, reach = PUBLIC): Transport {
  const { protocol, host } = new URL(baseUrl);
  const send = protocol === 'https:' ? overHttps(provider, reach) : overLoopback;
  return (request) => {
    // Without the path, which can name accounts.
    const attributes = { 'http.request.method': request.method, 'server.address': host };
    return inSpan(request.method, { kind: SpanKind.CLIENT, attributes }, async (span) => {
      const response = await send(request);
      span.setAttribute('http.response.status_code', response.status);
      return response;
    });
  };
}

function overHttps(provider: string, { allowCidrs, caFile }: Reach): Transport {
  const client = createGuardedClient({ guard: createAddressGuard({ allowCidrs }), caFile });
  return async (request) => {
    const outcome = await client.call({ ...request, accountId: provider, maxBytes: MAX_BYTES });
    if (outcome.httpStatus === null) throw new NoResponse(outcome.error);
    const { httpStatus, headers, body } = outcome;
    const { 'retry-after': retryAfter, date } = headers;
    return { status: httpStatus, retryAfter, date, text: body.toString() };
  };
}

async function overLoopback({
  url,
  timeoutMs,
  signal,
  body,
  ...request
}: HttpRequest): Promise<HttpResponse> {
  try {
    const response = await fetch(url, {
      ...request,
      ...(body === undefined ? {} : { body }),
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    const text = await readBounded(response);
    const header = (name: string): string | undefined => response.headers.get(name) ?? undefined;
    return { status: response.status, retryAfter: header('retry-after'), date: header('date'), text };
  } catch (error) {
    if (error instanceof NoResponse) throw error;
    const { cause } = error as { cause?: { code?: unknown } };
    throw new NoResponse(typeof cause?.code === 'string' ? cause.code : 'network_error');
  }
}

async function readBounded(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const reader = response.body?.getReader();
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    bytes += read.value.length;
    if (bytes > MAX_BYTES) {
      await reader?.cancel();
      throw new NoResponse('invalid_response: too long');
    }
    chunks.push(read.value);
  }
  return Buffer.concat(chunks).toString();
}
