import type { Database, Trx } from '../../../db/connect.ts';
import { newId } from '../../../lib/ids.ts';
import { formatAmount, formatExact, money, ZERO, type Money } from '../../../lib/money.ts';
import {
  ProviderFailure,
  QUOTE_LIFE_MS,
  type ConversionRequest,
  type FinalDeposit,
  type LockedQuote,
  type Provider,
  type QuoteRequest,
} from '../provider.ts';
import { createFaultInjection } from './fault-injection.ts';
import { instructionsFor } from './instructions.ts';
import { amountBrought, amountNeeded, exchangeRate, valueAt } from './rates.ts';
import {
  findDeposit,
  findQuote,
  listMoneyOperations,
  listRates,
  recordOperation,
  type DepositDetails,
  type OperationRow,
  type QuoteDetails,
} from './repository.ts';

/** How long a deposit takes to become final, on the deployment's clock. */
const CONFIRMATION_TIME_MS = 3_000;

export interface Simulator extends Provider {
  /** Writes what the payer sends into the provider's own books; once, however often it is announced. */
  announceDeposit(trx: Trx, deposit: FinalDeposit & { providerReference: string }): Promise<void>;
}

/**
 * A provider without any external system. It keeps its own books, in tables that nothing else reads, so every process
 * gets the same result for a repeated key, forever. Its settings inject faults.
 */
export function createSimulator({ db }: { db: Database }): Simulator {
  const { carryOut, isUndisturbed } = createFaultInjection(db.read);

  /** Moves money once per key, or refuses the key forever: changing the settings later affects neither. */
  const move = <Details extends object>(
    operation: 'convert' | 'pay_out' | 'refund',
    idempotencyKey: string,
    signal: AbortSignal,
    decide: (trx: Trx) => Promise<Movement<Details>> | Movement<Details>,
  ): Promise<OperationRow<Details>> =>
    carryOut(operation, signal, async (isRefused) => {
      const standing = await db.transaction(async (trx) => {
        const { asset, amountOut, details } = await decide(trx);
        return recordOperation(trx, {
          operation,
          idempotency_key: idempotencyKey,
          reference: newId(),
          asset,
          amount: formatAmount(isRefused ? ZERO : amountOut.negated()),
          details,
          refusal: isRefused ? REFUSED : null,
        });
      });
      if (standing.refusal !== null) throw new ProviderFailure('refused', standing.refusal);
      return standing;
    });

  return {
    name: 'simulator',

    lockQuote: (request, signal) =>
      carryOut('quote', signal, (isRefused) => {
        refuseIf(isRefused, REFUSED);
        return db.transaction((trx) => lockQuote(trx, request));
      }),

    issueInstructions: (request, signal) =>
      // eslint-disable-next-line @typescript-eslint/require-await -- others act in the database
      carryOut('instructions', signal, async (isRefused) => {
        refuseIf(isRefused, REFUSED);
        return instructionsFor(request);
      }),

    async issueAtOnce(request) {
      return (await isUndisturbed('instructions')) ? instructionsFor(request) : undefined;
    },

    confirmDeposit: ({ providerReference }, signal) =>
      carryOut('confirm', signal, async (isRefused) => {
        const deposit = await findDeposit(db.read, providerReference);
        if (!deposit) {
          throw new ProviderFailure('refused', `There is no deposit ${providerReference}.`);
        }
        if (isRefused) {
          await db.transaction((trx) => recordDrop(trx, providerReference));
          return { status: 'dropped' };
        }
        if (deposit.age_ms < CONFIRMATION_TIME_MS) return { status: 'seen' };
        const { asset, amount, details } = deposit;
        return { status: 'confirmed', asset, network: details.network, amount: money(amount) };
      }),

    async convert(request, signal) {
      const { reference, details } = await move('convert', request.idempotencyKey, signal, (trx) =>
        decideConversion(trx, request),
      );
      return { providerReference: reference, toAmount: money(details.toAmount) };
    },

    async payOut({ idempotencyKey, method, asset, amount, destination }, signal) {
      const { reference } = await move('pay_out', idempotencyKey, signal, () => ({
        asset,
        amountOut: amount,
        details: { method, destination },
      }));
      return { providerReference: reference };
    },

    async refund({ idempotencyKey, depositReference, asset, amount }, signal) {
      const { reference } = await move('refund', idempotencyKey, signal, () => ({
        asset,
        amountOut: amount,
        details: { depositReference },
      }));
      return { providerReference: reference };
    },

    async listStatement({ from, to, after }) {
      const rows = await listMoneyOperations(db.read, {
        from,
        to,
        after: after ?? '',
        limit: STATEMENT_PAGE,
      });
      return {
        lines: rows.map((row) => ({
          kind: row.operation,
          reference: row.reference,
          asset: row.asset,
          amount: money(row.amount),
          at: row.created_at,
        })),
        next: rows.length === STATEMENT_PAGE ? rows.at(-1)?.reference : undefined,
      };
    },

    async announceDeposit(trx, { providerReference, asset, network, amount }) {
      await recordOperation<DepositDetails>(trx, {
        operation: 'deposit',
        idempotency_key: providerReference,
        reference: providerReference,
        asset,
        amount: formatExact(amount),
        details: { network },
        refusal: null,
      });
    },
  };
}

const STATEMENT_PAGE = 1_000;
const REFUSED = 'The simulator is set to refuse.';

interface Movement<Details> {
  asset: string;
  amountOut: Money;
  details: Details;
}

async function lockQuote(trx: Trx, request: QuoteRequest): Promise<LockedQuote> {
  const { idempotencyKey, fromAsset, fromDecimals, toAsset } = request;
  const [rates, now] = await Promise.all([listRates(trx), trx.now]);
  const from = rates.find(({ asset }) => asset === fromAsset);
  const to = rates.find(({ asset }) => asset === toAsset);
  if (!from || !to) throw new ProviderFailure('refused', `${fromAsset} is not exchanged for ${toAsset}.`);
  const rate = exchangeRate(valueAt(from, now), valueAt(to, now));
  refuseIf(rate.isZero(), `${fromAsset} is worth too little to be exchanged for ${toAsset}.`);

  const fromAmount =
    'fromAmount' in request ? request.fromAmount : amountNeeded(request.toAmount, rate, fromDecimals);
  const toAmount = amountBrought(fromAmount, rate);
  refuseIf(toAmount.isZero(), `${fromAmount.toFixed()} ${fromAsset} would bring nothing.`);
  const quote = await recordOperation<QuoteDetails>(trx, {
    operation: 'quote',
    idempotency_key: idempotencyKey,
    reference: newId(),
    asset: fromAsset,
    amount: formatAmount(fromAmount),
    details: { rate: rate.toFixed(), toAsset, toAmount: toAmount.toFixed() },
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
    expiresAt: new Date(quote.created_at.getTime() + QUOTE_LIFE_MS),
  };
}

/** Takes a deposit that was seen but never arrived off the statement. */
async function recordDrop(trx: Trx, providerReference: string): Promise<void> {
  await recordOperation(trx, {
    operation: 'drop',
    idempotency_key: providerReference,
    reference: newId(),
    asset: '',
    amount: formatAmount(ZERO),
    details: {},
    refusal: null,
  });
}

/** Honors a quote even after it expired: what arrived before that may be exchanged later. */
async function decideConversion(trx: Trx, request: ConversionRequest) {
  const { quoteReference, fromAsset, fromAmount, toAsset } = request;
  const quote = await findQuote(trx, quoteReference);
  if (!quote) throw new ProviderFailure('refused', `There is no quote ${quoteReference}.`);
  refuseIf(
    quote.asset !== fromAsset || quote.details.toAsset !== toAsset,
    `The quote exchanges ${quote.asset} for ${quote.details.toAsset}.`,
  );
  refuseIf(!fromAmount.eq(quote.amount), `The quote is for ${quote.amount} ${quote.asset}.`);
  const toAmount = formatAmount(amountBrought(fromAmount, money(quote.details.rate)));
  return { asset: fromAsset, amountOut: fromAmount, details: { quoteReference, toAsset, toAmount } };
}

function refuseIf(condition: boolean, message: string): void {
  if (condition) throw new ProviderFailure('refused', message);
}
