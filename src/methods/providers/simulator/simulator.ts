import type { Database, Trx } from '../../../db/index.ts';
import type { FailureReason } from '../../../lib/reasons.ts';
import type { Provider, ReportedDeposit, ReturnedTransfer } from '../../index.ts';
import { readBalances } from './balances.ts';
import { announceDeposit, confirmDeposit, progressOf } from './deposits.ts';
import { createFaultInjection } from './fault-injection.ts';
import { instructionsFor, paymentUriFor } from './instructions.ts';
import { announceReturn, convert, payOut, refund, ruleOut } from './movements.ts';
import { type Parts, REFUSED, refuseIf } from './parts.ts';
import { lockQuote } from './quotes.ts';
import { listStatement } from './statement.ts';

export interface Simulator extends Provider {
  /** Writes the payment into the provider's own books; once, however often it is announced. */
  announceDeposit(trx: Trx, deposit: ReportedDeposit): Promise<void>;
  /**
   * Returns the money of a payout or refund, in the provider's own books; once for each. Undefined if nothing was sent under
   * that reference.
   */
  announceReturn(
    trx: Trx,
    providerReference: string,
    reason: FailureReason,
  ): Promise<ReturnedTransfer | undefined>;
}

/**
 * A provider without any external system. It keeps its own books, in tables that nothing else reads, so every process
 * gets the same result for a repeated key, forever. Its settings inject faults.
 */
export function createSimulator({ db }: { db: Database }): Simulator {
  const faults = createFaultInjection(db.read);
  const parts: Parts = { db, faults };
  return {
    name: 'simulator',
    exchanges: () => true,
    holdsAtPar: () => true,
    carries: () => true,
    requireReady: undefined,

    lockQuote: (request, signal) => lockQuote(parts, request, signal),

    issueInstructions: (request, signal) =>
      // eslint-disable-next-line @typescript-eslint/require-await -- others act in the database
      faults.carryOut('instructions', signal, async ({ isRefused }) => {
        refuseIf(isRefused, REFUSED);
        return instructionsFor(request);
      }),
    async issueAtOnce(request) {
      return (await faults.isUndisturbed('instructions')) ? instructionsFor(request) : undefined;
    },
    paymentUri: (request) => Promise.resolve(paymentUriFor(request)),

    announceDeposit,
    progressOf: (providerReference) => progressOf(parts, providerReference),
    confirmDeposit: (request, signal) => confirmDeposit(parts, request, signal),

    convert: (request, signal) => convert(parts, request, signal),
    payOut: (request, signal) => payOut(parts, request, signal),
    refund: (request, signal) => refund(parts, request, signal),
    ruleOut: (request, signal) => ruleOut(parts, request, signal),
    announceReturn,
    // As on real chains, the sending address may not accept refunds.
    refundDestination: ({ network }) => (network === null ? 'sender' : undefined),

    // Simulated deposits are handed to the service directly.
    notices: undefined,
    sends: true,
    background: undefined,

    listStatement: (request, signal) => listStatement(parts, request, signal),
    readHistory: undefined,
    findArrival: undefined,
    readBalances: (request, signal) => readBalances(parts, request, signal),
  };
}
