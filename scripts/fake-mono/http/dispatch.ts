import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import express, { type Express, type Request, type Response } from 'express';
import type { Fault, Faults } from '../../fake-bitso/http/faults.ts';
import type { Settings } from '../state/settings.ts';
import { describeSources, SOURCE_HEADER, type SourceName } from '../sources.ts';
import { Refusal } from './refusal.ts';

export interface Call {
  /** Says that this answer does something that is known otherwise than the endpoint. */
  note: (source: SourceName) => void;
  params: Record<string, string>;
  query: Record<string, string>;
  idempotencyKey: string | undefined;
  body: unknown;
}

/** One endpoint. It acts at once: whatever is lost is lost before or after it. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PATCH';
  path: string;
  /** How well its usual answer is known. */
  source: SourceName;
  /** The scope that a token needs; null: none is needed. */
  scope: string | null;
  /** The query parameters that it knows. */
  query?: readonly string[];
  status?: () => number;
  /** The array of its answer, where it lists. */
  lists?: string;
  handle(call: Call): unknown;
}

export interface Means {
  settings: Settings;
  /** Throws unless the token has the scope. */
  admit: (authorization: string | undefined, scope: string) => void;
  faults: Faults;
  /** How many calls of each endpoint arrived. */
  received: Record<string, number>;
  /** When the calls of the last second arrived. */
  recent: number[];
  settle: () => void;
}

interface Answer {
  sources: readonly SourceName[];
  status: number;
  body: unknown;
  retryAfter?: string;
}

const RAW = express.raw({ type: () => true, limit: '2mb' });

export function addEndpoint(app: Express, endpoint: Endpoint, means: Means): void {
  const verb = endpoint.method.toLowerCase() as 'get' | 'post' | 'patch';
  app[verb](endpoint.path, RAW, (request, response) => {
    respond(endpoint, means, request, response).catch((error: unknown) => {
      console.error(error);
      response.destroy();
    });
  });
}

async function respond(
  endpoint: Endpoint,
  means: Means,
  request: Request,
  response: Response,
): Promise<void> {
  const name = `${endpoint.method} ${endpoint.path}`;
  means.received[name] = (means.received[name] ?? 0) + 1;
  const fault = means.faults.next(name);
  if (fault?.kind === 'latency') await delay(fault.ms ?? 1_000);
  const isBroken = fault !== undefined && fault.kind !== 'latency';
  const answer = isBroken && !fault.acts ? undefined : answerTo(endpoint, means, request);
  if (isBroken) return misbehave(endpoint, means.settings, fault, response);
  if (answer && !response.destroyed) send(response, answer);
}

function misbehave(endpoint: Endpoint, settings: Settings, fault: Fault, response: Response): void {
  switch (fault.kind) {
    case 'lost':
      response.destroy();
      return;
    case 'bad_gateway':
      response.setHeader(SOURCE_HEADER, describeSources(['proxy']));
      response.status(502).type('html').end('<html><title>502 Bad Gateway</title></html>');
      return;
    case 'garbage':
      response.setHeader(SOURCE_HEADER, describeSources(['proxy']));
      response.status(200).type('json').end('{"created":[{"id":"bbc');
      return;
    case 'limited':
      return send(response, refusal(tooMany(), settings));
    case 'unknown':
      return send(response, refusal(new Refusal(500, 'internal_server_error', 'Internal error'), settings));
    case 'refused':
      return send(
        response,
        refusal(
          new Refusal(fault.status ?? 422, fault.code ?? 'invalid_format', 'Refused as asked'),
          settings,
        ),
      );
    case 'empty':
      return send(response, { status: 200, body: { [endpoint.lists ?? 'empty']: [] }, sources: ['lag'] });
    case 'latency':
  }
}

function answerTo(endpoint: Endpoint, means: Means, request: Request): Answer {
  const { settings } = means;
  try {
    means.settle();
    count(means);
    if (endpoint.scope !== null) means.admit(request.headers.authorization, endpoint.scope);
    const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const sources: SourceName[] = [endpoint.source];
    const body = endpoint.handle({
      note: (source) => void sources.push(source),
      params: request.params as Record<string, string>,
      query: readQuery(request, endpoint.query ?? []),
      idempotencyKey: request.get('x-idempotency-key'),
      body: bytes.length === 0 ? undefined : parse(bytes),
    });
    means.settle();
    return { status: endpoint.status?.() ?? 200, body, sources };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return refusal(error, settings);
  }
}

/** Real seconds: callers do not follow this server's clock. */
function count({ settings, recent }: Means): void {
  const now = Date.now();
  while ((recent[0] ?? now) <= now - 1_000) recent.shift();
  if (recent.length >= settings.callsPerSecond) throw tooMany();
  recent.push(now);
}

const tooMany = (): Refusal => new Refusal(429, 'too_many_requests', 'Too many requests', 'limited');

function readQuery(request: Request, known: readonly string[]): Record<string, string> {
  const query: Record<string, string> = {};
  for (const [name, value] of Object.entries(request.query)) {
    if (!known.includes(name) || typeof value !== 'string')
      throw new Refusal(400, 'unexpected_field', `Unexpected parameter: ${name}`);
    query[name] = value;
  }
  return query;
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    throw new Refusal(400, 'invalid_json', 'The body must be JSON.');
  }
}

function refusal({ status, code, message, source }: Refusal, { retryAfterS }: Settings): Answer {
  const isOfTokens = source === 'token_refused';
  return {
    ...{ status, sources: [source] },
    body: isOfTokens
      ? { error: code, error_description: message }
      : {
          ...{ code: String(status), message, id: `log_${randomBytes(8).toString('hex')}` },
          errors: [{ error_code: code, message, path: null, url: null }],
        },
    ...(status === 429 ? { retryAfter: String(retryAfterS) } : {}),
  };
}

function send(response: Response, { status, body, sources, retryAfter }: Answer): void {
  if (retryAfter !== undefined) response.setHeader('Retry-After', retryAfter);
  response.status(status).setHeader(SOURCE_HEADER, describeSources(sources)).type('application/json');
  response.end(JSON.stringify(body));
}
