import { ProviderFailure, type BalancesRequest, type Provider } from '../../index.ts';
import { lookedUp } from './looked-up.ts';

/** The parts that a rail over HTTP must have. */
type Required = Pick<
  Provider,
  | 'carries'
  | 'issueInstructions'
  | 'confirmDeposit'
  | 'payOut'
  | 'refund'
  | 'ruleOut'
  | 'listStatement'
  | 'readBalances'
>;

/**
 * Makes a provider from a rail's declaration. Parts that the declaration omits are absent, such as exchange, transfers
 * on chain, notices and background work. Each call that reaches the rail fails as a ProviderFailure only.
 */
export function createHttpRail(
  name: string,
  rail: string,
  declared: Required & Partial<Omit<Provider, 'name'>>,
): Provider {
  const exchangesNothing = (): Promise<never> =>
    Promise.reject(new ProviderFailure('refused', `${rail} exchanges nothing here.`));
  const asking =
    <Request, Result>(ask: (request: Request, signal: AbortSignal) => Promise<Result>) =>
    (request: Request, signal: AbortSignal): Promise<Result> =>
      lookedUp(rail, signal, () => ask(request, signal));
  const { lockQuote = exchangesNothing, convert = exchangesNothing, findArrival } = declared;

  return {
    exchanges: () => false,
    holdsAtPar: (asset, other) => asset === other,
    requireReady: undefined,
    issueAtOnce: () => Promise.resolve(undefined),
    paymentUri: () => Promise.resolve(undefined),
    progressOf: () => Promise.resolve(undefined),
    refundDestination: () => undefined,
    notices: undefined,
    sends: true,
    background: undefined,
    readHistory: undefined,
    ...declared,
    name,
    lockQuote: asking(lockQuote),
    convert: asking(convert),
    issueInstructions: asking(declared.issueInstructions),
    confirmDeposit: asking(declared.confirmDeposit),
    payOut: asking(declared.payOut),
    refund: asking(declared.refund),
    ruleOut: asking(declared.ruleOut),
    listStatement: asking(declared.listStatement),
    readBalances: asking(async (request: BalancesRequest, signal) => {
      const balances = await declared.readBalances(request, signal);
      return { ...balances, holdings: balances.holdings.filter(({ amount }) => !amount.isZero()) };
    }),
    findArrival: findArrival && asking(findArrival),
  };
}
