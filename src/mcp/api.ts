import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { CURRENT_VERSION } from '../contract/index.ts';
import type { ApiTool } from './tools.ts';

/** The longest response that a model can handle. */
const MAX_ANSWER_BYTES = 100_000;
const CALL_TIMEOUT_MS = 30_000;

/** Arguments from which no call can be built. */
export class BadArguments extends Error {
  override readonly name = 'BadArguments';
  readonly argument: string;
  constructor(argument: string, message: string) {
    super(message);
    this.argument = argument;
  }
}

/** No complete response, so a call that changes something may have done so. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
  readonly idempotencyKey: string | undefined;
  constructor(message: string, idempotencyKey: string | undefined) {
    super(message);
    this.idempotencyKey = idempotencyKey;
  }
}

export interface ApiAnswer {
  ok: boolean;
  status: number;
  text: string;
  /** Undefined unless it is a JSON object. */
  body: Record<string, unknown> | undefined;
  requestId: string | null;
  idempotencyKey: string | undefined;
}

export interface Api {
  /** Throws `BadArguments` before anything is sent, and `NoAnswer`. */
  call(
    tool: Pick<ApiTool, 'method' | 'path' | 'parameters' | 'mutates'>,
    args: Readonly<Record<string, unknown>>,
    signal?: AbortSignal,
  ): Promise<ApiAnswer>;
}

/** An API client like any other. */
export function createApi({ baseUrl, apiKey }: { baseUrl: string; apiKey: string }): Api {
  return {
    async call(tool, args, signal) {
      const url = `${baseUrl}${targetOf(tool, args)}`;
      const { body } = args;
      const idempotencyKey = tool.mutates ? keyOf(args) : undefined;
      const signals = [AbortSignal.timeout(CALL_TIMEOUT_MS), ...(signal ? [signal] : [])];
      try {
        const response = await fetch(url, {
          method: tool.method,
          headers: {
            Authorization: `Bearer ${apiKey}`,
            Accept: 'application/json, image/svg+xml;q=0.5',
            'Service-Version': CURRENT_VERSION,
            'User-Agent': 'payments-mcp',
            ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
            ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
          redirect: 'manual',
          signal: AbortSignal.any(signals),
        });
        const text = await readText(response);
        const { status, ok, headers } = response;
        return {
          ok,
          status,
          text,
          body: objectIn(text),
          requestId: headers.get('x-request-id'),
          idempotencyKey,
        };
      } catch (error) {
        const { cause, message } = error as Error & { cause?: { code?: string } };
        throw new NoAnswer(
          `${tool.method} ${url.split('?', 1)[0]}: ${cause?.code ?? message}`,
          idempotencyKey,
        );
      }
    },
  };
}

/** The path and query of a call. */
function targetOf(
  { path, parameters }: Pick<ApiTool, 'path' | 'parameters'>,
  args: Readonly<Record<string, unknown>>,
): string {
  const query = new URLSearchParams();
  let target = path;
  for (const { name, in: place } of parameters) {
    const value = args[name];
    if (place === 'path') target = target.replace(`{${name}}`, segmentOf(name, value));
    else if (typeof value === 'object' && value !== null) {
      for (const [key, one] of Object.entries(value)) query.append(`${name}[${key}]`, textOf(name, one));
    } else if (value !== undefined) query.append(name, textOf(name, value));
  }
  return query.size === 0 ? target : `${target}?${query.toString()}`;
}

/** Rejects values that a URL parser would read as another path. */
function segmentOf(name: string, value: unknown): string {
  if (typeof value !== 'string' || /^\.{0,2}$/.test(value) || !value.isWellFormed()) {
    throw new BadArguments(name, `${name} is required, and must be a string that identifies one object.`);
  }
  return encodeURIComponent(value);
}

function textOf(name: string, value: unknown): string {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') {
    throw new BadArguments(name, `${name} does not have the type that the tool's schema says.`);
  }
  return String(value);
}

function keyOf({ idempotency_key: key = randomUUID() }: Readonly<Record<string, unknown>>): string {
  // An invalid header value would fail as if there were no connection.
  if (typeof key !== 'string' || !/^[!-~]([ -~]*[!-~])?$/.test(key)) {
    throw new BadArguments('idempotency_key', 'idempotency_key must be 1 to 255 printable ASCII characters.');
  }
  return key;
}

async function readText({ status, body }: Response): Promise<string> {
  if (!body) return '';
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of Readable.fromWeb(body as never) as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > MAX_ANSWER_BYTES) {
      throw new Error(`status ${status}, with over ${MAX_ANSWER_BYTES} bytes: use filters or a lower limit`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function objectIn(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
