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
    lockQuote: (request, signal) => storableReport(provider.lockQuote(request, signal)),
    issueInstructions: (request, signal) => storableReport(provider.issueInstructions(request, signal)),
    issueAtOnce: (request) => storableReport(provider.issueAtOnce(request)),
    confirmDeposit: (request, signal) => storableReport(provider.confirmDeposit(request, signal)),
    convert: (request, signal) => storableReport(provider.convert(request, signal)),
    payOut: (request, signal) => storableReport(provider.payOut(request, signal)),
    refund: (request, signal) => storableReport(provider.refund(request, signal)),
    ruleOut: (request, signal) => storableReport(provider.ruleOut(request, signal)),
    notices: notices && {
      authenticate: (notice, signal) => storableReport(notices.authenticate(notice, signal)),
      read: (bodies, signal) => notices.read(bodies, signal).map(storableReport),
    },
    background: background && ((takeIn) => background((trx, reports) => takeIn(trx, storable(reports)))),
    listStatement: (request, signal) => storableReport(provider.listStatement(request, signal)),
    readHistory: readHistory && ((request, signal) => storableReport(readHistory(request, signal))),
    readBalances: (request, signal) => storableReport(provider.readBalances(request, signal)),
    findArrival: findArrival && ((request, signal) => storableReport(findArrival(request, signal))),
  };
}

async function storableReport<Report>(report: Promise<Report>): Promise<Report> {
  try {
    return storable(await report);
  } catch (error) {
    if (error instanceof ProviderFailure) error.message = storableText(error.message);
    throw error;
  }
}
