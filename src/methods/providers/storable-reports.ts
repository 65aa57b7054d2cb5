import { storable, storableText } from '../../lib/text/storable.ts';
import { ProviderFailure, type Provider } from './provider.ts';

/**
 * The provider, with all texts that it reports made storable. Text written by a payer reaches the rails unchanged, and
 * unstorable text would keep the money that came with it from being booked.
 */
export function withStorableReports(provider: Provider): Provider {
  const { notices, readHistory, findArrival, background } = provider;
  return {
    ...provider,
    lockQuote: (request, signal) => told(provider.lockQuote(request, signal)),
    issueInstructions: (request, signal) => told(provider.issueInstructions(request, signal)),
    issueAtOnce: (request) => told(provider.issueAtOnce(request)),
    confirmDeposit: (request, signal) => told(provider.confirmDeposit(request, signal)),
    convert: (request, signal) => told(provider.convert(request, signal)),
    payOut: (request, signal) => told(provider.payOut(request, signal)),
    refund: (request, signal) => told(provider.refund(request, signal)),
    ruleOut: (request, signal) => told(provider.ruleOut(request, signal)),
    notices: notices && {
      authenticate: (notice, signal) => told(notices.authenticate(notice, signal)),
      read: (bodies, signal) => notices.read(bodies, signal).map(told),
    },
    background: background && ((takeIn) => background((trx, reports) => takeIn(trx, storable(reports)))),
    listStatement: (request, signal) => told(provider.listStatement(request, signal)),
    readHistory: readHistory && ((request, signal) => told(readHistory(request, signal))),
    readBalances: (request, signal) => told(provider.readBalances(request, signal)),
    findArrival: findArrival && ((request, signal) => told(findArrival(request, signal))),
  };
}

async function told<Told>(telling: Promise<Told>): Promise<Told> {
  try {
    return storable(await telling);
  } catch (error) {
    if (error instanceof ProviderFailure) error.message = storableText(error.message);
    throw error;
  }
}
