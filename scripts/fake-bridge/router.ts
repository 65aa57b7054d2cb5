import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import express, { type Express, type Request, type Response } from 'express';
import type { Fault, Faults } from '../fake-bitso/http/faults.ts';
import { describeSources, SOURCE_HEADER, type SourceName } from './sources.ts';
import { Refusal, type World } from './world.ts';

export interface Call {
  /** Says that this answer does something that is known otherwise than the endpoint. */
  note: (source: SourceName) => void;
  params: Record<string, string>;
  query: Record<string, string>;
  body: unknown;
}

/** One endpoint. It acts at once: whatever is lost is lost before or after it. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below /v0. */
  path: string;
  source: SourceName;
  query?: readonly string[];
  status?: number;
  handle(call: Call): unknown;
}

interface Answer {
  status: number;
  body: unknown;
  sources: SourceName[];
}

const RAW = express.raw({ type: () => true, limit: '1mb' });

export interface Means {
  world: World;
  faults: Faults;
  apiKey: string;
  received: Record<string, number>;
  /** Called before and after each call. */
  settle: () => void;
}

export function createRouter(means: Means) {
  const keys = new Map<string, { digest: string; at: number; answer: Answer }>();
  const { world, faults } = means;

  /** For 24 hours, a key gets its first answer, and with another body an error; after that, it is refused. */
  const once = (key: string, request: Request, act: () => Answer): Answer => {
    const digest = createHash('sha256')
      .update(`${request.method} ${request.path}\n`)
      .update(Buffer.isBuffer(request.body) ? request.body : '')
      .digest('hex');
    const known = keys.get(key);
    if (known && world.clock.now() - known.at >= world.settings.keyTellsMs)
      throw new Refusal(422, 'idempotency_key_expired', undefined, 'idempotency');
    if (known && known.digest !== digest)
      throw new Refusal(422, 'idempotency_key_reused', undefined, 'changed_body');
    if (known) return { ...known.answer, sources: ['idempotency'] };
    const answer = act();
    if (answer.status < 400 || world.settings.repeatsErrors)
      keys.set(key, { digest, at: world.clock.now(), answer });
    return answer;
  };

  const act = (endpoint: Endpoint, request: Request): Answer => {
    const sources: SourceName[] = [endpoint.source];
    try {
      const query: Record<string, string> = {};
      for (const [name, value] of Object.entries(request.query)) {
        if (!endpoint.query?.includes(name) || typeof value !== 'string')
          throw new Refusal(400, 'invalid_parameters', name, 'strict');
        query[name] = value;
      }
      const body = endpoint.handle({
        note: (source) => void sources.push(source),
        params: request.params as Record<string, string>,
        query,
        body: parse(request.body),
      });
      return { status: endpoint.status ?? 200, body, sources };
    } catch (error) {
      if (error instanceof Refusal) return refusal(error);
      throw error;
    }
  };

  const answer = (endpoint: Endpoint, request: Request): Answer => {
    try {
      means.settle();
      if (request.headers['api-key'] !== means.apiKey)
        return {
          status: 401,
          body: { code: 'invalid', location: 'header', name: 'Api-Key', message: 'Invalid Api-Key header' },
          sources: ['errors'],
        };
      const key = request.headers['idempotency-key'];
      if (endpoint.method !== 'POST') {
        if (key !== undefined) throw new Refusal(400, 'invalid_parameters', 'Idempotency-Key', 'idempotency');
        return act(endpoint, request);
      }
      if (typeof key !== 'string' || key === '')
        throw new Refusal(400, 'invalid_parameters', 'Idempotency-Key', 'idempotency');
      return once(key, request, () => act(endpoint, request));
    } catch (error) {
      if (error instanceof Refusal) return refusal(error);
      throw error;
    } finally {
      means.settle();
    }
  };

  const respond = async (endpoint: Endpoint, request: Request, response: Response): Promise<void> => {
    const name = `${endpoint.method} ${endpoint.path}`;
    means.received[name] = (means.received[name] ?? 0) + 1;
    const fault = faults.next(name);
    if (fault?.kind === 'latency') await delay(fault.ms ?? 1_000, undefined, { ref: false });
    const isBroken = fault !== undefined && fault.kind !== 'latency';
    const given = isBroken && !fault.acts ? undefined : answer(endpoint, request);
    if (isBroken) return misbehave(fault, response);
    if (given && !response.destroyed) send(response, given);
  };

  return {
    add(app: Express, endpoint: Endpoint): void {
      const verb = endpoint.method.toLowerCase() as 'get' | 'post' | 'put' | 'delete';
      app[verb](`/v0${endpoint.path}`, RAW, (request, response) => {
        respond(endpoint, request, response).catch((error: unknown) => {
          console.error(error);
          response.destroy();
        });
      });
    },
  };
}

function misbehave(fault: Fault, response: Response): void {
  switch (fault.kind) {
    case 'lost':
      response.destroy();
      return;
    case 'bad_gateway':
      response.status(502).type('html').end('<html><title>502 Bad Gateway</title></html>');
      return;
    case 'garbage':
      response.status(200).type('json').end('{"id":"');
      return;
    case 'limited':
      return send(response, refusal(new Refusal(429, 'too_many_requests')));
    case 'unknown':
      return send(response, {
        status: 500,
        body: { errors: [{ code: 'unexpected', message: 'An expected error occurred' }] },
        sources: ['errors'],
      });
    case 'refused':
      return send(response, refusal(new Refusal(fault.status ?? 400, fault.code ?? 'invalid_parameters')));
    case 'empty':
      return send(response, { status: 200, body: { count: 0, data: [] }, sources: ['lag'] });
    case 'latency':
  }
}

function refusal({ status, code, key, source }: Refusal): Answer {
  const body = {
    code,
    message: 'Please resubmit the following parameters that are either missing or invalid',
    ...(key === undefined ? {} : { source: { location: 'body', key: { [key]: 'is not valid' } } }),
  };
  return { status, body, sources: [source] };
}

function parse(body: unknown): unknown {
  if (!Buffer.isBuffer(body) || body.length === 0) return undefined;
  try {
    return JSON.parse(body.toString());
  } catch {
    throw new Refusal(400, 'invalid_parameters', 'body');
  }
}

function send(response: Response, { status, body, sources }: Answer): void {
  response.status(status).setHeader(SOURCE_HEADER, describeSources(sources));
  if (body === undefined) response.end();
  else response.type('application/json').end(JSON.stringify(body));
}
