// Behaves as sheet.md says, except that it counts no calls: several processes of a test share one key.
import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import type { Request } from 'express';
import { createChance } from '../../../../scripts/chaos/chance.ts';
import { createClock } from '../../../../scripts/stand-in/clock.ts';
import { createFaults, type Fault } from '../../../../scripts/stand-in/faults.ts';
import { readCall, type AnyEndpoint, type Answer } from '../../../../scripts/stand-in/router.ts';
import { serveStandIn } from '../../../../scripts/stand-in/server.ts';
import type { RawNotice } from '../../../../src/methods/index.ts';
import { createBooks, type Asked, type Books } from './books.ts';
import { Refusal } from './refusal.ts';

interface Call {
  id: string;
  query: Record<string, string>;
  body: unknown;
}

interface Endpoint extends AnyEndpoint {
  /** The query parameters that it knows. */
  query?: readonly string[];
  handle(call: Call): unknown;
}

const BANK = { routing_number: '091000019', bank_name: 'Tern Bank', account_name: 'The company' };
const PAYMENT = '/payments/:id';
const MOST_LISTED = 100;

export async function startTern(openingBalance: string) {
  const clock = createClock();
  const faults = createFaults(createChance(1));
  const books = createBooks(clock, openingBalance);
  const [apiKey, webhookSecret] = [randomBytes(24).toString('hex'), randomBytes(24).toString('hex')];
  const { url, close } = await serveStandIn<Endpoint, 'sheet'>({
    ...{ port: 0, endpoints: endpointsOf(books), describe: () => ({}), close: [clock.close] },
    ...{ pathsOf: ({ path }) => `/v1${path}`, mostBytes: '1mb', faults, received: {}, settle: clock.settle },
    answer: (endpoint, request) => answer(endpoint, request, apiKey),
    misbehave: (_endpoint, fault) => misbehave(fault),
    label: () => ['Stand-In', 'sheet.md'],
    control: { state: () => ({ balance: books.balance() }) },
    elsewhere: () => errorOf('not_found'),
  });
  const notice = (type: string, subject: string): RawNotice => {
    const body = Buffer.from(JSON.stringify({ id: `ntc_${randomUUID()}`, type, subject }));
    return sign(body);
  };
  /** `by`: a stranger's secret. */
  const sign = (body: Buffer, { at = Date.now(), by = webhookSecret } = {}): RawNotice => {
    const time = Math.floor(at / 1_000);
    const signature = createHmac('sha256', by).update(`${time}.`).update(body).digest('hex');
    return { headers: { 'tern-signature': `t=${time},v1=${signature}` }, body };
  };
  return { ...{ url, apiKey, webhookSecret, books, faults, clock, notice, sign, close } };
}

export type StandInTern = Awaited<ReturnType<typeof startTern>>;

function endpointsOf(books: Books): Endpoint[] {
  return [
    {
      ...{ method: 'PUT', path: '/accounts/:id' },
      handle: ({ id, body }) => ({ ...books.open(id, textIn(body, 'label')), ...BANK }),
    },
    { method: 'GET', path: '/deposits/:id', handle: ({ id }) => books.deposits.get(id) },
    { method: 'PUT', path: PAYMENT, handle: ({ id, body }) => books.pay(id, askedIn(body)) },
    { method: 'GET', path: PAYMENT, handle: ({ id }) => books.payments.get(id) },
    {
      ...{ method: 'GET', path: '/balance' },
      handle: () => ({ amount: books.balance(), currency: 'USD', as_of: new Date().toISOString() }),
    },
    {
      ...{ method: 'GET', path: '/ledger', query: ['order', 'after', 'limit'] },
      handle({ query: { order, after, limit } }) {
        const ordered = order === 'asc' ? books.ledger : books.ledger.toReversed();
        const rest = ordered.slice(ordered.findIndex(({ id }) => id === after) + 1);
        const entries = rest.slice(0, Math.min(Number(limit), MOST_LISTED));
        return { entries, has_more: entries.length < rest.length };
      },
    },
  ];
}

function answer(endpoint: Endpoint, request: Request, apiKey: string): Answer<'sheet'> {
  try {
    if (request.headers.authorization !== `Bearer ${apiKey}`) throw new Refusal(401, 'unauthorized');
    const invalid = () => new Refusal(422, 'invalid_request');
    const { call, sources } = readCall(
      request,
      { source: 'sheet' as const, query: endpoint.query },
      { ofParameter: invalid, ofBody: invalid },
    );
    const { params, query, body: asked } = call;
    const body = endpoint.handle({ id: String(params['id']), query, body: asked });
    if (body === undefined) throw new Refusal(404, 'not_found');
    return { status: 200, text: JSON.stringify(body), sources };
  } catch (error) {
    if (error instanceof Refusal) return refusal(error.status, error.code);
    throw error;
  }
}

/** Its lists do not lag, so none is ever empty. */
function misbehave({ kind, status = 422, code = 'invalid_request' }: Fault): Answer<'sheet'> {
  if (kind === 'garbage') return { status: 200, text: '{"id":"', sources: ['sheet'] };
  if (kind === 'limited') return refusal(429, 'rate_limited', { 'Retry-After': '1' });
  return kind === 'refused' ? refusal(status, code) : refusal(500, 'internal');
}

function refusal(status: number, code: string, headers: Record<string, string> = {}): Answer<'sheet'> {
  return { status, headers, text: JSON.stringify(errorOf(code)), sources: ['sheet'] };
}

function errorOf(code: string): object {
  return { error: { code, request_id: `req_${randomBytes(6).toString('hex')}` } };
}

function textIn(body: unknown, name: string): string {
  const { [name]: text } = Object(body) as Record<string, unknown>;
  if (typeof text !== 'string' || text === '') throw new Refusal(422, 'invalid_request');
  return text;
}

function askedIn(body: unknown): Asked {
  const { to } = Object(body) as { to?: unknown };
  const amount = textIn(body, 'amount');
  if (!/^\d{1,12}\.\d\d$/.test(amount) || textIn(body, 'currency') !== 'USD')
    throw new Refusal(422, 'invalid_request');
  const [name, number] = [textIn(to, 'name'), textIn(to, 'number')];
  return { amount, currency: 'USD', to: { name, number, routing_number: textIn(to, 'routing_number') } };
}
