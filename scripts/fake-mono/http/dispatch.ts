import { randomBytes } from 'node:crypto';
import type { Request } from 'express';
import type { Fault, Faults } from '../../stand-in/faults.ts';
import { readCall, type AnyCall, type Answer, type Manner, type SpokenFault } from '../../stand-in/router.ts';
import { describeSources, SOURCE_HEADER, type SourceName } from '../sources.ts';
import type { Settings } from '../state/settings.ts';
import { Refusal } from './refusal.ts';

export interface Call extends AnyCall<SourceName> {
  idempotencyKey: string | undefined;
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

interface Means {
  settings: Settings;
  /** Throws unless the token has the scope. */
  admit: (authorization: string | undefined, scope: string) => void;
  faults: Faults;
  received: Record<string, number>;
  settle: () => void;
  /** When the calls of the last second arrived. */
  recent: number[];
}

/** How Mono answers. */
export function monoManner({
  settings,
  admit,
  ...means
}: Omit<Means, 'recent'>): Manner<Endpoint, SourceName> {
  const recent: number[] = [];
  return {
    ...means,
    mostBytes: '2mb',
    proxySource: 'proxy',
    label: (sources) => [SOURCE_HEADER, describeSources(sources)],
    pathsOf: ({ path }) => path,
    answer: (endpoint, request) => answerTo(endpoint, { settings, admit, recent }, request),
    misbehave: (endpoint, fault, kind) => misbehave(endpoint, settings, fault, kind),
  };
}

function misbehave(
  endpoint: Endpoint,
  settings: Settings,
  fault: Fault,
  kind: SpokenFault,
): Answer<SourceName> {
  switch (kind) {
    case 'garbage':
      return { status: 200, text: '{"created":[{"id":"bbc', sources: ['proxy'] };
    case 'limited':
      return refusal(tooMany(), settings);
    case 'unknown':
      return refusal(new Refusal(500, 'internal_server_error', 'Internal error'), settings);
    case 'refused': {
      const { status = 422, code = 'invalid_format' } = fault;
      return refusal(new Refusal(status, code, 'Refused as asked'), settings);
    }
    case 'empty':
      return { status: 200, text: JSON.stringify({ [endpoint.lists ?? 'empty']: [] }), sources: ['lag'] };
  }
}

function answerTo(
  endpoint: Endpoint,
  { settings, admit, recent }: Pick<Means, 'settings' | 'admit' | 'recent'>,
  request: Request,
): Answer<SourceName> {
  try {
    count({ settings, recent });
    if (endpoint.scope !== null) admit(request.headers.authorization, endpoint.scope);
    const { call, sources } = readCall<SourceName>(request, endpoint, {
      ofParameter: (name) => new Refusal(400, 'unexpected_field', `Unexpected parameter: ${name}`),
      ofBody: () => new Refusal(400, 'invalid_json', 'The body must be JSON.'),
    });
    const body = endpoint.handle({ ...call, idempotencyKey: request.get('x-idempotency-key') });
    return { status: endpoint.status?.() ?? 200, text: JSON.stringify(body), sources };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return refusal(error, settings);
  }
}

/** Real seconds: callers do not follow this server's clock. */
function count({ settings, recent }: Pick<Means, 'settings' | 'recent'>): void {
  const now = Date.now();
  while ((recent[0] ?? now) <= now - 1_000) recent.shift();
  if (recent.length >= settings.callsPerSecond) throw tooMany();
  recent.push(now);
}

const tooMany = (): Refusal => new Refusal(429, 'too_many_requests', 'Too many requests', 'limited');

function refusal({ status, code, message, source }: Refusal, { retryAfterS }: Settings): Answer<SourceName> {
  const isOfTokens = source === 'token_refused';
  const body = isOfTokens
    ? { error: code, error_description: message }
    : {
        ...{ code: String(status), message, id: `log_${randomBytes(8).toString('hex')}` },
        errors: [{ error_code: code, message, path: null, url: null }],
      };
  const headers = status === 429 ? { 'Retry-After': String(retryAfterS) } : undefined;
  return { status, text: JSON.stringify(body), ...(headers ? { headers } : {}), sources: [source] };
}
