import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { money } from '../../../src/lib/money.ts';
import { ProviderFailure, type Provider } from '../../../src/methods/providers/provider.ts';
import { openRig, type Rig } from '../../methods/simulator/rig.ts';

/** A rail of another company, over HTTP. It stands in for a real one: its books are a simulator's, in their own database. */
export interface TestRail extends Pick<Rig, 'database' | 'set' | 'close'> {
  /** The adapter that the service uses. */
  provider: Provider;
  /** How many requests the rail has received for each operation. */
  received: Record<string, number>;
}

export async function startRail(name: string): Promise<TestRail> {
  const books = await openRig();
  const received: Record<string, number> = {};
  const server = createServer((request, response) => {
    const operation = (request.url ?? '').slice(1) as Operation;
    received[operation] = (received[operation] ?? 0) + 1;
    const gone = new AbortController();
    response.on('close', () => gone.abort());
    void json(request)
      .then((body) => (books.simulator[operation] as Call)(READ[operation](body), gone.signal))
      .then((result) => respond(response, 200, result))
      .catch((error: unknown) => {
        const { kind, reason, message } = error as ProviderFailure;
        respond(response, kind === 'refused' ? 422 : 503, { reason, message });
      });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    provider: createAdapter(name, `http://127.0.0.1:${port}`),
    database: books.database,
    received,
    set: (operation, setting) => books.set(operation, setting),
    async close() {
      server.close();
      server.closeAllConnections();
      await books.close();
    },
  };
}

type Call = (request: unknown, signal: AbortSignal) => Promise<unknown>;
type Operation = Exclude<keyof Provider, 'name' | 'issueAtOnce' | 'wayBack' | 'notices'>;

/** Amounts and times travel as text; here they become what the port takes and returns. */
const moneyIn = (...names: string[]) => reviving(money, names);
const timesIn = (...names: string[]) => reviving((text) => new Date(text), names);
function reviving(revive: (text: string) => unknown, names: readonly string[]) {
  return (value: any): any => {
    const revived = names.filter((name) => typeof value[name] === 'string');
    return { ...value, ...Object.fromEntries(revived.map((name) => [name, revive(value[name] as string)])) };
  };
}
const asIs = (value: unknown): unknown => value;
const READ: Record<Operation, (body: any) => unknown> = {
  lockQuote: moneyIn('fromAmount', 'toAmount'),
  issueInstructions: timesIn('expiresAt'),
  confirmDeposit: asIs,
  convert: moneyIn('fromAmount'),
  payOut: moneyIn('amount'),
  refund: moneyIn('amount'),
  listStatement: timesIn('from', 'to'),
};

function createAdapter(name: string, url: string): Provider {
  const call = async (operation: Operation, request: object, signal: AbortSignal): Promise<any> => {
    let response: Response;
    let body: any;
    try {
      response = await fetch(`${url}/${operation}`, {
        method: 'POST',
        body: JSON.stringify(request),
        signal,
      });
      body = await response.json();
    } catch (cause) {
      throw new ProviderFailure(signal.aborted ? 'timeout' : 'unavailable', 'The rail did not respond.', {
        cause,
      });
    }
    if (response.ok) return body;
    const { reason, message } = body;
    throw new ProviderFailure(response.status === 422 ? 'refused' : 'unavailable', message as string, {
      reason,
    });
  };
  const quoteOf = (body: unknown) => timesIn('expiresAt')(moneyIn('rate', 'fromAmount', 'toAmount')(body));
  return {
    name,
    lockQuote: async (request, signal) => quoteOf(await call('lockQuote', request, signal)),
    issueInstructions: (request, signal) => call('issueInstructions', request, signal),
    issueAtOnce: () => Promise.resolve(undefined),
    confirmDeposit: async (request, signal) =>
      moneyIn('amount')(await call('confirmDeposit', request, signal)),
    convert: async (request, signal) => moneyIn('toAmount')(await call('convert', request, signal)),
    payOut: (request, signal) => call('payOut', request, signal),
    refund: (request, signal) => call('refund', request, signal),
    wayBack: ({ network }) => (network === null ? 'sender' : undefined),
    notices: undefined,
    async listStatement(request, signal) {
      const page = await call('listStatement', request, signal);
      const lineOf = (line: unknown) => timesIn('at')(moneyIn('amount')(line));
      return { lines: page.lines.map(lineOf), next: page.next };
    },
  };
}

function respond(response: ServerResponse, status: number, body: unknown): void {
  if (response.destroyed) return;
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body ?? null));
}
