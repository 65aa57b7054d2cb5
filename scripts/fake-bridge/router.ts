import { createHash } from 'node:crypto';
import type { Request } from 'express';
import type { Fault, Faults } from '../stand-in/faults.ts';
import {
  bytesOf,
  readCall,
  type AnyCall,
  type Answer,
  type Manner,
  type SpokenFault,
} from '../stand-in/router.ts';
import { describeSources, SOURCE_HEADER, type SourceName } from './sources.ts';
import { Refusal, type World } from './world.ts';

export type Call = AnyCall<SourceName>;

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

interface Means {
  world: World;
  faults: Faults;
  apiKey: string;
  received: Record<string, number>;
  settle: () => void;
}

/** How Bridge answers. */
export function bridgeManner({ world, apiKey, ...means }: Means): Manner<Endpoint, SourceName> {
  const once = createOnce(world);
  const answer = (endpoint: Endpoint, request: Request): Answer<SourceName> => {
    if (request.headers['api-key'] !== apiKey) {
      const body = {
        code: 'invalid',
        location: 'header',
        name: 'Api-Key',
        message: 'Invalid Api-Key header',
      };
      return { status: 401, text: JSON.stringify(body), sources: ['errors'] };
    }
    const key = request.headers['idempotency-key'];
    const noKey = new Refusal(400, 'invalid_parameters', 'Idempotency-Key', 'idempotency');
    if (endpoint.method !== 'POST') return key === undefined ? act(endpoint, request) : refusal(noKey);
    if (typeof key !== 'string' || key === '') return refusal(noKey);
    return refusing(() => once(key, request, () => act(endpoint, request)));
  };
  return {
    ...means,
    mostBytes: '1mb',
    label: (sources) => [SOURCE_HEADER, describeSources(sources)],
    pathsOf: ({ path }) => `/v0${path}`,
    answer,
    misbehave,
  };
}

/** For 24 hours, a key gets its first answer, and with another body an error; after that, it is refused. */
function createOnce({ clock, settings }: World) {
  const keys = new Map<string, { digest: string; at: number; answer: Answer<SourceName> }>();
  return (key: string, request: Request, act: () => Answer<SourceName>): Answer<SourceName> => {
    const digest = createHash('sha256')
      .update(`${request.method} ${request.path}\n`)
      .update(bytesOf(request))
      .digest('hex');
    const known = keys.get(key);
    if (known && clock.now() - known.at >= settings.keyTellsMs)
      throw new Refusal(422, 'idempotency_key_expired', undefined, 'idempotency');
    if (known && known.digest !== digest)
      throw new Refusal(422, 'idempotency_key_reused', undefined, 'changed_body');
    if (known) return { ...known.answer, sources: ['idempotency'] };
    const answer = act();
    if (answer.status < 400 || settings.repeatsErrors) keys.set(key, { digest, at: clock.now(), answer });
    return answer;
  };
}

function act(endpoint: Endpoint, request: Request): Answer<SourceName> {
  return refusing(() => {
    const { call, sources } = readCall<SourceName>(request, endpoint, {
      ofParameter: (name) => new Refusal(400, 'invalid_parameters', name, 'strict'),
      ofBody: () => new Refusal(400, 'invalid_parameters', 'body'),
    });
    const body = endpoint.handle(call);
    return { status: endpoint.status ?? 200, text: JSON.stringify(body), sources };
  });
}

function refusing(act: () => Answer<SourceName>): Answer<SourceName> {
  try {
    return act();
  } catch (error) {
    if (error instanceof Refusal) return refusal(error);
    throw error;
  }
}

function misbehave(_endpoint: Endpoint, fault: Fault, kind: SpokenFault): Answer<SourceName> {
  switch (kind) {
    case 'garbage':
      return { status: 200, text: '{"id":"', sources: ['elsewhere'] };
    case 'limited':
      return refusal(new Refusal(429, 'too_many_requests'));
    case 'unknown': {
      const body = { errors: [{ code: 'unexpected', message: 'An expected error occurred' }] };
      return { status: 500, text: JSON.stringify(body), sources: ['errors'] };
    }
    case 'refused':
      return refusal(new Refusal(fault.status ?? 400, fault.code ?? 'invalid_parameters'));
    case 'empty':
      return { status: 200, text: JSON.stringify({ count: 0, data: [] }), sources: ['lag'] };
  }
}

function refusal({ status, code, key, source }: Refusal): Answer<SourceName> {
  const body = {
    code,
    message: 'Please resubmit the following parameters that are either missing or invalid',
    ...(key === undefined ? {} : { source: { location: 'body', key: { [key]: 'is not valid' } } }),
  };
  return { status, text: JSON.stringify(body), sources: [source] };
}
