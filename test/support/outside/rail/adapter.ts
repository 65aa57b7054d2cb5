import { ProviderFailure, type Provider } from '../../../../src/methods/providers/provider.ts';
import { createNoticeReader } from './notices.ts';
import { moneyIn, readDeposit, readReturn, readTakenBack, timesIn } from './wire.ts';

/** What an adapter must know of its rail, in whichever process it runs. */
export interface RailAccess {
  name: string;
  url: string;
  /** Shared by rail and adapter; notices are signed with it. */
  secret: string;
  /** Whether it exchanges assets, and counts those of a family as one; if not said, it does. */
  exchanges?: boolean;
}

/** The calls of the port that go over the wire, each to the path of its name. */
export type Operation = Exclude<
  keyof Provider,
  | ('readHistory' | 'name' | 'exchanges' | 'holdsAtPar' | 'carries' | 'requireReady')
  | ('issueAtOnce' | 'paymentUri' | 'progressOf' | 'refundDestination' | 'notices' | 'sends' | 'background')
  | ('bankingDays' | 'networks' | 'audit' | 'unexplained' | 'handIns' | 'otherCell' | 'announceDeposit')
>;

/** What the service uses to reach a rail over HTTP. */
export function createRailAdapter({ name, url, secret, exchanges = true }: RailAccess): Provider {
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
      const kind = signal.aborted ? 'timeout' : 'unavailable';
      throw new ProviderFailure(kind, 'The rail did not respond.', { cause });
    }
    if (response.ok) return body;
    const { reason, message } = body;
    const kind = response.status === 422 ? 'refused' : 'unavailable';
    throw new ProviderFailure(kind, message as string, { reason });
  };
  return {
    name,
    exchanges: () => exchanges,
    holdsAtPar: (asset, other) => exchanges || asset === other,
    carries: () => true,
    requireReady: undefined,
    sends: true,
    background: undefined,
    lockQuote: async (request, signal) =>
      timesIn('expiresAt')(
        moneyIn('rate', 'fromAmount', 'toAmount')(await call('lockQuote', request, signal)),
      ),
    issueInstructions: async (request, signal) =>
      timesIn('expiresAt')(await call('issueInstructions', request, signal)),
    issueAtOnce: () => Promise.resolve(undefined),
    paymentUri: () => Promise.resolve(undefined),
    progressOf: () => Promise.resolve(undefined),
    confirmDeposit: async (request, signal) =>
      moneyIn('amount')(await call('confirmDeposit', request, signal)),
    convert: async (request, signal) => moneyIn('toAmount')(await call('convert', request, signal)),
    payOut: (request, signal) => call('payOut', request, signal),
    refund: (request, signal) => call('refund', request, signal),
    ruleOut: (request, signal) => call('ruleOut', request, signal),
    refundDestination: ({ network }) => (network === null ? 'sender' : undefined),
    notices: createNoticeReader(secret),
    async listStatement(request, signal) {
      const page = await call('listStatement', request, signal);
      return { lines: page.lines.map(lineOf), next: page.next };
    },
    readHistory: undefined,
    findArrival: async (request, signal) => moneyIn('amount')(await call('findArrival', request, signal)),
    async readBalances(request, signal) {
      const balances = await call('readBalances', request, signal);
      return { ...balances, holdings: balances.holdings.map(moneyIn('amount')) };
    },
  };
}

function lineOf(sent: any) {
  const line = timesIn('at')(moneyIn('amount')(sent));
  if (line.deposit) return { ...line, deposit: readDeposit(line.deposit) };
  if (line.takenBack) return { ...line, takenBack: readTakenBack(line.takenBack) };
  if (line.brought) return { ...line, brought: moneyIn('amount')(line.brought) };
  return line.returned ? { ...line, returned: readReturn(line.returned) } : line;
}
