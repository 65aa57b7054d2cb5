import type { Database, Trx } from '../../../db/index.ts';
import { newId } from '../../../lib/ids.ts';
import type { FailureReason } from '../../../lib/reasons.ts';
import { formatAmount, formatExact, money, ZERO, type Money } from '../../../lib/money.ts';
import {
  type ConversionRequest,
  type LockedQuote,
  type Provider,
  ProviderFailure,
  type QuoteRequest,
  type ReportedDeposit,
  type ReturnedTransfer,
  simulatedTrackingKey,
  type Waiting,
  waitsForPrice,
} from '../../index.ts';
import { createFaultInjection } from './fault-injection.ts';
import { instructionsFor, paymentUriFor } from './instructions.ts';
import { amountBrought, amountNeeded, exchangeRate, valueAt } from './rates.ts';
import {
  findDeposit,
  findOperation,
  findQuote,
  findSent,
  listBalances,
  listDone,
  listMoneyOperations,
  listPresent,
  listRates,
  noteOperation,
  recordOperation,
  type DepositDetails,
  type OperationRow,
  type ReturnDetails,
  type QuoteDetails,
} from './repository.ts';
import { isFinal, toLine, toProgress, toReported, toReturned } from './statement.ts';

/** The life of quotes of an earlier version, which did not state it. */
const FORMER_QUOTE_LIFE_MS = 15 * 60 * 1000;

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
  const { carryOut, respond, isUndisturbed } = createFaultInjection(db.read);

  /**
   * Moves money once per key, or refuses the key forever; changing the settings later affects neither. Undefined while
   * the settings keep it pending, or nothing is decided.
   */
  const move = <Details extends object>(
    operation: 'convert' | 'pay_out' | 'refund',
    idempotencyKey: string,
    signal: AbortSignal,
    decide: (trx: Trx) => Promise<Movement<Details> | undefined> | Movement<Details>,
  ): Promise<OperationRow<Details> | undefined> =>
    carryOut(operation, signal, async ({ isRefused, isPending }) => {
      const known = await findOperation<Details>(db.read, operation, idempotencyKey);
      if (isPending && !known) return undefined;
      const decided = async (trx: Trx) => {
        const movement = await decide(trx);
        if (!movement) return undefined;
        const { asset, amountOut, details } = movement;
        return recordOperation(trx, {
          operation,
          idempotencyKey,
          reference: newId(),
          asset,
          amount: formatAmount(isRefused ? ZERO : amountOut.negated()),
          details,
          refusal: isRefused ? REFUSED : null,
        });
      };
      const stored = known ?? (await db.transaction(decided));
      if (!stored) return undefined;
      if (stored.refusal !== null) throw new ProviderFailure('refused', stored.refusal);
      return stored;
    });

  return {
    name: 'simulator',
    exchanges: () => true,
    holdsAtPar: () => true,
    carries: () => true,
    requireReady: undefined,

    lockQuote: (request, signal) =>
      carryOut('quote', signal, ({ isRefused }) => {
        refuseIf(isRefused, REFUSED);
        return db.transaction((trx) => lockQuote(trx, request));
      }),

    issueInstructions: (request, signal) =>
      // eslint-disable-next-line @typescript-eslint/require-await -- others act in the database
      carryOut('instructions', signal, async ({ isRefused }) => {
        refuseIf(isRefused, REFUSED);
        return instructionsFor(request);
      }),

    async issueAtOnce(request) {
      return (await isUndisturbed('instructions')) ? instructionsFor(request) : undefined;
    },

    paymentUri: (request) => Promise.resolve(paymentUriFor(request)),

    async progressOf(providerReference) {
      const deposit = await findDeposit(db.read, { reference: providerReference });
      return deposit && !deposit.isDropped ? toProgress(deposit) : undefined;
    },

    confirmDeposit: ({ providerReference }, signal) =>
      carryOut('confirm', signal, async ({ isRefused }) => {
        const deposit = await findDeposit(db.read, { reference: providerReference });
        if (!deposit) {
          throw new ProviderFailure('refused', `There is no deposit ${providerReference}.`);
        }
        if (deposit.isDropped) return { status: 'dropped' };
        if (isRefused) {
          await db.transaction((trx) => recordDrop(trx, providerReference));
          return { status: 'dropped' };
        }
        if (!isFinal(deposit)) return { status: 'seen' };
        const reported = toReported(deposit);
        if (!reported)
          throw new ProviderFailure('unavailable', 'It is not known where the deposit was sent to.');
        const { asset, network, amount, destination, payer } = reported;
        return { status: 'confirmed', asset, network, amount, destination, payer };
      }),

    async convert(request, signal) {
      let waits: Waiting | undefined;
      const done = await move('convert', request.idempotencyKey, signal, async (trx) => {
        const decided = await decideConversion(trx, request);
        waits = waitsForPrice(request, money(decided.details.toAmount));
        return waits ? undefined : decided;
      });
      if (waits) return { ...PENDING, waits };
      return done ? { ...toOutcome(done), toAmount: money(done.details.toAmount) } : PENDING;
    },

    async payOut({ idempotencyKey, method, asset, amount, destination }, signal) {
      const done = await move('pay_out', idempotencyKey, signal, () => ({
        asset,
        amountOut: amount,
        details: { method, destination },
      }));
      return done ? toTransferOutcome(done, 'clabe' in destination) : PENDING;
    },

    async refund({ idempotencyKey, depositReference, asset, amount, to }, signal) {
      const done = await move('refund', idempotencyKey, signal, () => ({
        asset,
        amountOut: amount,
        details: { depositReference, to },
      }));
      return done ? toTransferOutcome(done, asset === 'MXN' || asset === 'MXNB') : PENDING;
    },

    ruleOut: ({ operation, idempotencyKey }, signal) =>
      respond(signal, async () => {
        const stored = await db.transaction((trx) =>
          recordOperation(trx, {
            operation,
            idempotencyKey,
            reference: newId(),
            asset: '',
            amount: formatAmount(ZERO),
            details: {},
            refusal: 'It was ruled out.',
          }),
        );
        if (stored.refusal !== null) return;
        throw new ProviderFailure(
          'unavailable',
          `It was done: resolve it with --settled ${stored.reference}.`,
        );
      }),

    // As on real chains, the sending address may not accept refunds.
    wayBack: ({ network }) => (network === null ? 'sender' : undefined),

    // Simulated deposits are handed to the service directly.
    notices: undefined,
    sends: true,
    background: undefined,

    listStatement: ({ from, to, after = '' }, signal) =>
      respond(signal, async () => {
        const rows = await listMoneyOperations(db.read, { from, to, after, limit: STATEMENT_PAGE });
        return {
          lines: rows.map(toLine),
          next: rows.length === STATEMENT_PAGE ? rows.at(-1)?.reference : undefined,
        };
      }),

    readHistory: undefined,
    findArrival: undefined,

    readBalances: ({ sent, seen }, signal) =>
      respond(signal, async () => {
        const [balances, left, present] = await Promise.all([
          listBalances(db.read),
          listDone(
            db.read,
            sent.map(({ idempotencyKey }) => idempotencyKey),
          ),
          listPresent(db.read, seen),
        ]);
        return {
          holdings: balances.map(({ asset, amount, now }) => ({
            ...{ place: 'simulator', asset, amount: money(amount), asOf: now.toISOString() },
          })),
          unread: [],
          left,
          absent: seen.filter((reference) => !present.includes(reference)),
        };
      }),

    async announceDeposit(trx, { providerReference, asset, amount, ...details }) {
      await noteOperation<DepositDetails>(trx, {
        operation: 'deposit',
        idempotencyKey: providerReference,
        reference: providerReference,
        asset,
        amount: formatExact(amount),
        details,
        refusal: null,
      });
    },

    async announceReturn(trx, providerReference, reason) {
      const sent = await findSent(trx, { reference: providerReference });
      if (!sent) return undefined;
      const { operation, asset, amount } = sent;
      const row = await recordOperation<ReturnDetails>(trx, {
        operation: 'return',
        idempotencyKey: `${operation} ${providerReference}`,
        reference: newId(),
        asset,
        amount: formatAmount(money(amount).negated()),
        details: { providerReference, reason },
        refusal: null,
      });
      return toReturned(row);
    },
  };
}

const STATEMENT_PAGE = 1_000;
const PENDING = { status: 'pending', providerReference: null } as const;
const REFUSED = 'The simulator is set to refuse.';

interface Movement<Details> {
  asset: string;
  amountOut: Money;
  details: Details;
}

async function lockQuote(trx: Trx, request: QuoteRequest): Promise<LockedQuote> {
  const { idempotencyKey, fromAsset, fromDecimals, toAsset } = request;
  const rate = await currentRate(trx, fromAsset, toAsset);
  const fromAmount =
    'fromAmount' in request ? request.fromAmount : amountNeeded(request.toAmount, rate, fromDecimals);
  const toAmount = amountBrought(fromAmount, rate);
  refuseIf(toAmount.isZero(), `${fromAmount.toFixed()} ${fromAsset} would bring nothing.`);
  const quote = await recordOperation<QuoteDetails>(trx, {
    operation: 'quote',
    idempotencyKey,
    reference: newId(),
    asset: fromAsset,
    amount: formatAmount(fromAmount),
    details: { rate: rate.toFixed(), toAsset, toAmount: toAmount.toFixed(), lifeMs: request.lifeMs },
    refusal: null,
  });
  refuseIf(
    quote.asset !== fromAsset || quote.details.toAsset !== toAsset,
    'The idempotency key was used for another quote.',
  );
  return {
    reference: quote.reference,
    rate: money(quote.details.rate),
    fromAmount: money(quote.amount),
    toAmount: money(quote.details.toAmount),
    expiresAt: new Date(quote.createdAt.getTime() + (quote.details.lifeMs ?? FORMER_QUOTE_LIFE_MS)),
  };
}

async function currentRate(trx: Trx, fromAsset: string, toAsset: string): Promise<Money> {
  const [rates, now] = await Promise.all([listRates(trx), trx.now]);
  const from = rates.find(({ asset }) => asset === fromAsset);
  const to = rates.find(({ asset }) => asset === toAsset);
  if (!from || !to) throw new ProviderFailure('refused', `${fromAsset} is not exchanged for ${toAsset}.`);
  const rate = exchangeRate(valueAt(from, now), valueAt(to, now));
  refuseIf(rate.isZero(), `${fromAsset} is worth too little to be exchanged for ${toAsset}.`);
  return rate;
}

/** Takes a deposit that was seen but never arrived off the statement. */
async function recordDrop(trx: Trx, providerReference: string): Promise<void> {
  await recordOperation(trx, {
    operation: 'drop',
    idempotencyKey: providerReference,
    reference: newId(),
    asset: '',
    amount: formatAmount(ZERO),
    details: {},
    refusal: null,
  });
}

/** Honors a quote even after it expired: money that arrived before may be exchanged later. */
async function decideConversion(trx: Trx, request: ConversionRequest) {
  const { quoteReference, fromAsset, fromAmount, toAsset } = request;
  const rate =
    quoteReference === null
      ? await currentRate(trx, fromAsset, toAsset)
      : await quotedRate(trx, { ...request, quoteReference });
  const toAmount = amountBrought(fromAmount, rate);
  refuseIf(toAmount.isZero(), `${fromAmount.toFixed()} ${fromAsset} would bring nothing.`);
  const details = { quoteReference, toAsset, toAmount: formatAmount(toAmount) };
  return { asset: fromAsset, amountOut: fromAmount, details };
}

async function quotedRate(trx: Trx, request: ConversionRequest & { quoteReference: string }): Promise<Money> {
  const { quoteReference, fromAsset, fromAmount, toAsset } = request;
  const quote = await findQuote(trx, { reference: quoteReference });
  if (!quote) throw new ProviderFailure('refused', `There is no quote ${quoteReference}.`);
  refuseIf(
    quote.asset !== fromAsset || quote.details.toAsset !== toAsset,
    `The quote exchanges ${quote.asset} for ${quote.details.toAsset}.`,
  );
  refuseIf(!fromAmount.eq(quote.amount), `The quote is for ${quote.amount} ${quote.asset}.`);
  return money(quote.details.rate);
}

function toOutcome({ reference }: OperationRow<unknown>) {
  return { status: 'done', providerReference: reference } as const;
}

/** A transfer by SPEI has a tracking key, like those of simulated deposits. */
function toTransferOutcome(done: OperationRow<unknown>, isSpei: boolean) {
  const trackingKey = simulatedTrackingKey(done.reference);
  return isSpei ? { ...toOutcome(done), trackingKey } : toOutcome(done);
}

function refuseIf(condition: boolean, message: string): void {
  if (condition) throw new ProviderFailure('refused', message);
}
