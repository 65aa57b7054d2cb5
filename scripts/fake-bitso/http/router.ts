import { setTimeout as delay } from 'node:timers/promises';
import express, { type Express, type Request, type Response } from 'express';
import type { Fault, Faults } from './faults.ts';
import type { Gate, Product } from './gate.ts';
import { Refusal, statusOf } from './refusal.ts';

export interface Call {
  params: Record<string, string>;
  query: Record<string, string>;
  headers: Record<string, string | undefined>;
  body: unknown;
}

/** One endpoint. It acts at once: whatever is lost is lost before or after it. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  /** ✓ documented, ◐ seen in clients' code or its recorded answers only, ? guessed; then what of it is not ✓. */
  known: `${'✓' | '◐' | '?'}${string}`;
  /** `payload`: within {success, payload}. `bare`: as it is; errors in the envelope. `rfq`: errors as {errors}. */
  style: 'payload' | 'bare' | 'rfq';
  access: Product | 'public';
  /** The query parameters that it knows. */
  query?: readonly string[];
  status?: number;
  handle(call: Call): unknown;
}

export interface Means {
  gate: Gate;
  faults: Faults;
  /** How many calls of each endpoint arrived. */
  received: Record<string, number>;
  /** Brings everything up to date before a call is answered. */
  settle: () => void;
}

interface Answer {
  status: number;
  text: string | undefined;
}

const RAW = express.raw({ type: () => true, limit: '1mb' });

export function addEndpoint(app: Express, endpoint: Endpoint, means: Means): void {
  const { method, path } = endpoint;
  // `api.bitso.com` serves v3 and v4 at the top, `bitso.com` below /api.
  const paths = /^\/v[34]\//.test(path) ? [path, `/api${path}`] : [path];
  const verb = method.toLowerCase() as 'get' | 'post' | 'put' | 'delete';
  app[verb](paths, RAW, (request, response) => {
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
  if (isBroken) return misbehave(endpoint, fault, response);
  if (!answer || response.destroyed) return;
  send(response, answer);
}

function misbehave({ style }: Endpoint, fault: Fault, response: Response): void {
  switch (fault.kind) {
    case 'lost':
      response.destroy();
      return;
    case 'bad_gateway':
      response.status(502).type('html').end('<html><head><title>502 Bad Gateway</title></head></html>');
      return;
    case 'garbage':
      send(response, { status: 200, text: '{"success":true,"payl' });
      return;
    case 'limited':
      return send(response, refusal('payload', '0801', 'Too many requests', 420));
    case 'unknown':
      return send(response, refusal('payload', '0101', 'Unknown error', 500));
    case 'refused': {
      const { code = '0304', numeric } = fault;
      const status = fault.status ?? statusOf(code);
      return send(response, refusal(style, numeric ? Number(code) : code, 'Refused as asked', status));
    }
    case 'latency':
  }
}

function answerTo(endpoint: Endpoint, { gate, settle }: Means, request: Request): Answer {
  try {
    settle();
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    if (endpoint.access === 'public') gate.admitPublic(request.ip ?? '');
    else {
      const { authorization } = request.headers;
      gate.admit(endpoint.access, { authorization, method: request.method, path: request.originalUrl, body });
    }
    const payload = endpoint.handle({
      params: request.params as Record<string, string>,
      query: readQuery(request, endpoint.query ?? []),
      headers: request.headers as Record<string, string | undefined>,
      body: body.length === 0 ? undefined : parse(body),
    });
    settle();
    const status = endpoint.status ?? 200;
    if (payload === undefined) return { status, text: undefined };
    return {
      status,
      text: JSON.stringify(endpoint.style === 'payload' ? { success: true, payload } : payload),
    };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return refusal(endpoint.style, error.code, error.message, error.status);
  }
}

function readQuery(request: Request, known: readonly string[]): Record<string, string> {
  const query: Record<string, string> = {};
  for (const [name, value] of Object.entries(request.query)) {
    if (!known.includes(name)) throw new Refusal('0304', `Unknown parameter: ${name}`);
    if (typeof value !== 'string') throw new Refusal('0304', `Invalid value: ${name}`);
    query[name] = value;
  }
  return query;
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    throw new Refusal('0304', 'The body must be JSON.');
  }
}

function refusal(style: Endpoint['style'], code: string | number, message: string, status: number): Answer {
  const error = { code, message };
  return { status, text: JSON.stringify(style === 'rfq' ? { errors: [error] } : { success: false, error }) };
}

function send(response: Response, { status, text }: Answer): void {
  response.status(status);
  if (text === undefined) response.end();
  else response.type('application/json').end(text);
}
