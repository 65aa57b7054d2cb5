import type { Request } from 'express';
import type { Fault, Faults } from '../../stand-in/faults.ts';
import {
  bytesOf,
  readCall,
  type AnyCall,
  type Answer,
  type Manner,
  type SpokenFault,
} from '../../stand-in/router.ts';
import { describeSources, SOURCE_HEADER, type SourceName } from '../sources.ts';
import type { Settings } from '../state/settings.ts';
import type { Gate, Product } from './gate.ts';
import { Refusal, statusOf } from './refusal.ts';

export interface Call extends AnyCall<SourceName> {
  headers: Record<string, string | undefined>;
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

interface Means {
  settings: Settings;
  gate: Gate;
  faults: Faults;
  received: Record<string, number>;
  settle: () => void;
}

/** How Bitso answers. */
export function bitsoManner({ settings, gate, ...means }: Means): Manner<Endpoint, SourceName> {
  return {
    ...means,
    mostBytes: '1mb',
    proxySource: 'proxy',
    label: (sources) => [SOURCE_HEADER, describeSources(sources)],
    // `api.bitso.com` serves v3 and v4 at the top, `bitso.com` below /api.
    pathsOf: ({ path }) => (/^\/v[34]\//.test(path) ? [path, `/api${path}`] : [path]),
    answer: (endpoint, request) => answerTo(endpoint, { gate, settings }, request),
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
      return { status: 200, text: '{"success":true,"payl', sources: ['proxy'] };
    case 'limited':
      return refusal('payload', settings, new Refusal('0801', 'Too many requests', 'limited'));
    case 'unknown':
      return refusal('payload', settings, new Refusal('0101', 'Unknown error'));
    case 'refused': {
      const { code = '0304', numeric = settings.numericCodes, status = settings.refusalStatus } = fault;
      const form = { refusalStatus: status, numericCodes: numeric };
      return refusal(endpoint.style, form, new Refusal(code, 'Refused as asked'));
    }
    case 'empty': {
      const payload = endpoint.style === 'rfq' ? { conversions: [], next_page_token: null } : [];
      return { status: 200, text: printed(endpoint, payload), sources: ['lag'] };
    }
  }
}

function answerTo(
  endpoint: Endpoint,
  { gate, settings }: Pick<Means, 'gate' | 'settings'>,
  request: Request,
): Answer<SourceName> {
  try {
    admit(endpoint, gate, request, bytesOf(request));
    const { call, sources } = readCall<SourceName>(request, endpoint, {
      ofParameter: (name, why) =>
        why === 'unknown'
          ? new Refusal('0304', `Unknown parameter: ${name}`, 'unknown_field')
          : new Refusal('0304', `Invalid value: ${name}`),
      ofBody: () => new Refusal('0304', 'The body must be JSON.'),
    });
    const payload = endpoint.handle({
      ...call,
      headers: request.headers as Record<string, string | undefined>,
    });
    const text = payload === undefined ? undefined : printed(endpoint, payload);
    return { status: endpoint.status ?? 200, text, sources };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return refusal(endpoint.style, settings, error);
  }
}

const printed = ({ style }: Endpoint, payload: unknown): string =>
  JSON.stringify(style === 'payload' ? { success: true, payload } : payload);

function admit({ access }: Endpoint, gate: Gate, request: Request, body: Buffer): void {
  const { authorization } = request.headers;
  const signed = { authorization, method: request.method, path: request.originalUrl, body };
  if (access === 'public') gate.admitPublic(request.ip ?? '');
  else if (access === 'payer') gate.admitPayer('bitso', signed);
  else gate.admit(access, signed);
}

type Form = Pick<Settings, 'numericCodes'> & { refusalStatus: number | 'documented' };

function refusal(
  style: Endpoint['style'],
  { refusalStatus, numericCodes }: Form,
  { code, message, source }: Refusal,
): Answer<SourceName> {
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
