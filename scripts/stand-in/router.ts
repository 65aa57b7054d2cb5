import { setTimeout as delay } from 'node:timers/promises';
import express, { type Express, type Request, type Response } from 'express';
import type { Fault, FaultKind, Faults } from './faults.ts';

/** One endpoint, as far as all stand-ins have it. It acts at once: whatever is lost is lost before or after it. */
export interface AnyEndpoint {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
}

export interface Answer<SourceName> {
  status: number;
  /** Without one, no content. */
  text: string | undefined;
  headers?: Record<string, string>;
  /** What the answer does; the least certain of it counts. */
  sources: readonly SourceName[];
}

/** How a provider's stand-in answers. */
export interface Manner<Endpoint extends AnyEndpoint, SourceName extends string> {
  /** Where an endpoint is served. */
  pathsOf: (endpoint: Endpoint) => string | string[];
  mostBytes: string;
  faults: Faults;
  /** How many calls of each endpoint arrived. */
  received: Record<string, number>;
  /** Brings everything up to date before and after a call. */
  settle: () => void;
  /** Acts. Whatever it throws is the end of the connection. */
  answer: (endpoint: Endpoint, request: Request) => Answer<SourceName>;
  /** What it says with a fault that has an answer of its own. */
  misbehave: (endpoint: Endpoint, fault: Fault, kind: SpokenFault) => Answer<SourceName>;
  /** What is known of a proxy's answer; undefined for nothing. */
  proxySource?: SourceName;
  /** Says how well an answer is known. */
  label: (sources: readonly SourceName[]) => [header: string, value: string];
}

/** The others are the same everywhere. */
export type SpokenFault = Exclude<FaultKind, 'lost' | 'latency' | 'bad_gateway'>;

/** Serves endpoints, with the faults that are planned for them. */
export function addEndpoints<Endpoint extends AnyEndpoint, SourceName extends string>(
  app: Express,
  endpoints: readonly Endpoint[],
  manner: Manner<Endpoint, SourceName>,
): void {
  const raw = express.raw({ type: () => true, limit: manner.mostBytes });
  for (const endpoint of endpoints) {
    const verb = endpoint.method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete';
    app[verb](manner.pathsOf(endpoint), raw, (request, response) => {
      respond(endpoint, manner, request, response).catch((error: unknown) => {
        console.error(error);
        response.destroy();
      });
    });
  }
}

async function respond<Endpoint extends AnyEndpoint, SourceName extends string>(
  endpoint: Endpoint,
  manner: Manner<Endpoint, SourceName>,
  request: Request,
  response: Response,
): Promise<void> {
  const name = `${endpoint.method} ${endpoint.path}`;
  manner.received[name] = (manner.received[name] ?? 0) + 1;
  const fault = manner.faults.next(name);
  if (fault?.kind === 'latency') await delay(fault.ms ?? 1_000, undefined, { ref: false });
  const isBroken = fault !== undefined && fault.kind !== 'latency';
  const given = isBroken && !fault.acts ? undefined : act(endpoint, manner, request);
  if (!isBroken) {
    if (given && !response.destroyed) send(response, manner, given);
    return;
  }
  const { kind } = fault;
  if (kind === 'lost' || kind === 'latency') response.destroy();
  else if (kind === 'bad_gateway') {
    if (manner.proxySource !== undefined) response.setHeader(...manner.label([manner.proxySource]));
    response.status(502).type('html').end('<html><head><title>502 Bad Gateway</title></head></html>');
  } else send(response, manner, manner.misbehave(endpoint, fault, kind));
}

function act<Endpoint extends AnyEndpoint, SourceName extends string>(
  endpoint: Endpoint,
  { answer, settle }: Manner<Endpoint, SourceName>,
  request: Request,
): Answer<SourceName> {
  settle();
  try {
    return answer(endpoint, request);
  } finally {
    settle();
  }
}

function send<SourceName extends string>(
  response: Response,
  { label }: Pick<Manner<never, SourceName>, 'label'>,
  { status, text, headers = {}, sources }: Answer<SourceName>,
): void {
  response
    .status(status)
    .set(headers)
    .setHeader(...label(sources));
  if (text === undefined) response.end();
  else response.type('application/json').end(text);
}

/** The bytes of a body. */
export function bytesOf({ body }: Request): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
}

/** A call, as far as all stand-ins tell their endpoints of it. */
export interface AnyCall<SourceName> {
  /** Says that this answer does something that is known otherwise than the endpoint. */
  note: (source: SourceName) => void;
  params: Record<string, string>;
  query: Record<string, string>;
  body: unknown;
}

/** Reads a call of an endpoint, and collects in `sources` what its answer does. Throws the refusals. */
export function readCall<SourceName>(
  request: Request,
  { source, query }: { source: SourceName; query?: readonly string[] },
  refusals: { ofParameter: (name: string, why: 'unknown' | 'invalid') => Error; ofBody: () => Error },
): { call: AnyCall<SourceName>; sources: SourceName[] } {
  const sources = [source];
  const call = {
    note: (other: SourceName) => void sources.push(other),
    params: request.params as Record<string, string>,
    query: readQuery(request, query, refusals.ofParameter),
    body: readJson(request, refusals.ofBody),
  };
  return { call, sources };
}

/** A body of JSON; undefined if it is empty. Throws the refusal otherwise. */
function readJson(request: Request, refusal: () => Error): unknown {
  const bytes = bytesOf(request);
  if (bytes.length === 0) return undefined;
  try {
    return JSON.parse(bytes.toString());
  } catch {
    throw refusal();
  }
}

/** The query, of parameters that are known, each once. Throws the refusal of any other. */
function readQuery(
  request: Request,
  known: readonly string[] = [],
  refusal: (name: string, why: 'unknown' | 'invalid') => Error,
): Record<string, string> {
  const query: Record<string, string> = {};
  for (const [name, value] of Object.entries(request.query)) {
    if (!known.includes(name)) throw refusal(name, 'unknown');
    if (typeof value !== 'string') throw refusal(name, 'invalid');
    query[name] = value;
  }
  return query;
}
