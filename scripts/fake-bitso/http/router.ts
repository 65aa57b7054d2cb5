import { setTimeout as delay } from 'node:timers/promises';
import express, { type Express, type Request, type Response } from 'express';
import type { Fault, Faults } from './faults.ts';
import type { Gate, Product } from './gate.ts';
import { describeSources, SOURCE_HEADER, type SourceName } from '../sources.ts';
import type { Settings } from '../state/settings.ts';
import { Refusal, statusOf } from './refusal.ts';

export interface Call {
  /** Says that this answer does something that is known otherwise than the endpoint. */
  note: (source: SourceName) => void;
  params: Record<string, string>;
  query: Record<string, string>;
  headers: Record<string, string | undefined>;
  body: unknown;
}

/** One endpoint. It acts at once: whatever is lost is lost before or after it. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  /** How well its usual answer is known. */
  source: SourceName;
  /** `payload`: within {success, payload}. `bare`: as it is; errors in the envelope. `rfq`: errors as {errors}. */
  style: 'payload' | 'bare' | 'rfq';
  /** `payer`: a payer has no key; who signs must do it right. */
  access: Product | 'public' | 'payer';
  /** The query parameters that it knows. */
  query?: readonly string[];
  status?: number;
  handle(call: Call): unknown;
}

export interface Means {
  settings: Settings;
  gate: Gate;
  faults: Faults;
  /** How many calls of each endpoint arrived. */
  received: Record<string, number>;
  /** Brings everything up to date before a call is answered. */
  settle: () => void;
}

interface Answer {
  /** What the answer does; the least certain of it counts. */
  sources: readonly SourceName[];
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
  if (isBroken) return misbehave(endpoint, means.settings, fault, response);
  if (!answer || response.destroyed) return;
  send(response, answer);
}

function misbehave(endpoint: Endpoint, settings: Settings, fault: Fault, response: Response): void {
  switch (fault.kind) {
    case 'lost':
      response.destroy();
      return;
    case 'bad_gateway':
      response.setHeader(SOURCE_HEADER, describeSources(['proxy']));
      response.status(502).type('html').end('<html><head><title>502 Bad Gateway</title></head></html>');
      return;
    case 'garbage':
      return send(response, { status: 200, text: '{"success":true,"payl', sources: ['proxy'] });
    case 'limited':
      return send(
        response,
        refusal('payload', settings, new Refusal('0801', 'Too many requests', 'limited')),
      );
    case 'unknown':
      return send(response, refusal('payload', settings, new Refusal('0101', 'Unknown error')));
    case 'refused': {
      const { code = '0304', numeric = settings.numericCodes, status = settings.refusalStatus } = fault;
      const form = { refusalStatus: status, numericCodes: numeric };
      return send(response, refusal(endpoint.style, form, new Refusal(code, 'Refused as asked')));
    }
    case 'empty': {
      const payload = endpoint.style === 'rfq' ? { conversions: [], next_page_token: null } : [];
      const text = JSON.stringify(endpoint.style === 'payload' ? { success: true, payload } : payload);
      return send(response, { status: 200, text, sources: ['lag'] });
    }
    case 'latency':
  }
}

function answerTo(endpoint: Endpoint, { gate, settle, settings }: Means, request: Request): Answer {
  try {
    settle();
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    admit(endpoint, gate, request, body);
    const sources: SourceName[] = [endpoint.source];
    const payload = endpoint.handle({
      note: (source) => void sources.push(source),
      params: request.params as Record<string, string>,
      query: readQuery(request, endpoint.query ?? []),
      headers: request.headers as Record<string, string | undefined>,
      body: body.length === 0 ? undefined : parse(body),
    });
    settle();
    const status = endpoint.status ?? 200;
    if (payload === undefined) return { status, text: undefined, sources };
    const text = JSON.stringify(endpoint.style === 'payload' ? { success: true, payload } : payload);
    return { status, text, sources };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return refusal(endpoint.style, settings, error);
  }
}

function admit({ access }: Endpoint, gate: Gate, request: Request, body: Buffer): void {
  const { authorization } = request.headers;
  const signed = { authorization, method: request.method, path: request.originalUrl, body };
  if (access === 'public') gate.admitPublic(request.ip ?? '');
  else if (access === 'payer') gate.admitPayer('bitso', signed);
  else gate.admit(access, signed);
}

function readQuery(request: Request, known: readonly string[]): Record<string, string> {
  const query: Record<string, string> = {};
  for (const [name, value] of Object.entries(request.query)) {
    if (!known.includes(name)) throw new Refusal('0304', `Unknown parameter: ${name}`, 'unknown_field');
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

type Form = Pick<Settings, 'numericCodes'> & { refusalStatus: number | 'documented' };

function refusal(
  style: Endpoint['style'],
  { refusalStatus, numericCodes }: Form,
  { code, message, source }: Refusal,
): Answer {
  const isNumeric = numericCodes && /^[0-9]+$/.test(code);
  const error = { code: isNumeric ? Number(code) : code, message };
  const sources: SourceName[] = [source];
  if (isNumeric) sources.push('numeric_code');
  // Limits and RFQ were seen with their own status only.
  const isAsDocumented = refusalStatus === 'documented' || source === 'limited' || style === 'rfq';
  if (!isAsDocumented) sources.push('status_200');
  return {
    status: isAsDocumented ? statusOf(code) : refusalStatus,
    text: JSON.stringify(style === 'rfq' ? { errors: [error] } : { success: false, error }),
    sources,
  };
}

function send(response: Response, { status, text, sources }: Answer): void {
  response.status(status).setHeader(SOURCE_HEADER, describeSources(sources));
  if (text === undefined) response.end();
  else response.type('application/json').end(text);
}
