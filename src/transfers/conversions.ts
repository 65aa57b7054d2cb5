import { findAccount } from '../accounts/index.ts';
import { readClock } from '../clock/index.ts';
import type { Queryable, Trx } from '../db/index.ts';
import type { EventRecorder } from '../events/index.ts';
import { lockPlausibleQuote, type Market, readMarket } from '../fx/index.ts';
import { exchange, findBalances, postMovement } from '../ledger/index.ts';
import { DomainError, invalidParam } from '../lib/errors/errors.ts';
import { isId, newId } from '../lib/ids.ts';
import { AMOUNT_DECIMALS, formatAmount, formatStored, money, roundUpTo, type Money } from '../lib/money.ts';
import {
  findAsset,
  leastOf,
  listAssets,
  type LockedQuote,
  type Outcome,
  PROVIDER_TIMEOUTS_MS,
  ProviderFailure,
  type Providers,
  type QuoteRequest,
  waitsForPrice,
} from '../methods/index.ts';
import type { Done, TransferKind } from './engine.ts';
import { entryOf, factOf, giveBack, hold, notEnough, requireAvailable, type Held } from './holding.ts';
import { insertTransfer, lockTransfer, markHeld } from './repository.ts';
import { Leave, type Mover, type WaitsFor } from '../treasury/index.ts';
import { newTransfer, type AnyConversion, type Conversion } from './transfer.ts';
import { nextTransferStatus } from './transitions.ts';

/** No record can hold this much (D2): amounts have at most 12 integer digits. */
const AMOUNT_LIMIT = money('1000000000000');

/** How long the account may take to confirm a quote for its own conversion. */
const QUOTE_LIFE_MS = 15 * 60 * 1000;

export interface ConversionRequest {
  accountId: string;
  fromAsset: string;
  /** Decimal, in `fromAsset`. */
  amount: Money;
  toAsset: string;
  requestId: string | null;
}

/** An amount of an asset to buy, for a refund. */
export interface Purchase {
  fromAsset: string;
  /** Decimal, in `toAsset`: the exact proceeds. */
  toAmount: Money;
  toAsset: string;
}

export interface Pair {
  fromAsset: string;
  toAsset: string;
}

/** A quote and the account it is for. */
export type QuotedConversion = LockedQuote & { provider: string };

export interface Conversions {
  /** The pairs of assets that a provider of this deployment exchanges. */
  listPairs(): Promise<Pair[]>;
  /**
   * Throws `account_not_found`, `invalid_request` for assets that cannot be converted, and with `funds` also
   * `insufficient_funds`. Makes no external call.
   */
  check(request: ConversionRequest, options?: { funds: boolean }): Promise<void>;
  /**
   * Asks the provider what the amount converts to, or what it costs to buy an amount, outside any transaction. Throws
   * `quote_unavailable`.
   */
  requestQuote(request: ConversionRequest | Purchase, idempotencyKey: string): Promise<QuotedConversion>;
  /** Stores a quote for the account to confirm before it expires. */
  create(trx: Trx, request: ConversionRequest, quote: QuotedConversion): Promise<Conversion>;
  /**
   * Reserves the amount of the account's conversion, to be exchanged (D10), at once or when a second person approves it
   * before the quote expires (D44). Throws like `Leave.ask`, `conversion_not_found`, `conversion_of_refund`,
   * `conversion_already_confirmed`, `quote_expired` or `insufficient_funds`.
   */
  confirm(
    trx: Trx,
    by: Mover,
    accountId: string,
    id: string,
  ): Promise<{ conversion: Conversion; waitsFor: WaitsFor | null }>;
  kind: TransferKind<Conversion>;
}

export function createConversions(options: {
  read: Queryable;
  providers: Providers;
  events: EventRecorder;
  /** The panel's URL. */
  panelUrl: string;
}): Conversions {
  const { read, providers, events, panelUrl } = options;
  const isExchanged = (from: string, to: string): boolean =>
    from !== to && providers.all.some((provider) => provider.exchanges(from, to));
  return {
    async listPairs() {
      const assets = await listAssets(read);
      return assets.flatMap((fromAsset) =>
        assets
          .filter((toAsset) => isExchanged(fromAsset, toAsset))
          .map((toAsset) => ({ fromAsset, toAsset })),
      );
    },

    async check({ accountId, fromAsset, amount, toAsset }, { funds } = { funds: false }) {
      const [account, from, to, { balances }] = await Promise.all([
        findAccount(read, { id: accountId }),
        findAsset(read, { asset: fromAsset }),
        findAsset(read, { asset: toAsset }),
        findBalances(read, accountId),
      ]);
      if (!account)
        throw new DomainError('account_not_found', { message: `There is no account ${accountId}.` });
      if (!from) throw invalidParam('from', `There is no asset ${fromAsset}.`);
      if (!to || !isExchanged(fromAsset, toAsset))
        throw invalidParam('to', `${fromAsset} cannot be converted to ${toAsset}.`);
      const available = money(balances.find(({ asset }) => asset === fromAsset)?.available ?? '0');
      if (funds && available.lt(amount)) throw notEnough(available, fromAsset, amount);
    },

    async requestQuote(request, idempotencyKey) {
      const { fromAsset, toAsset } = request;
      const asked = 'amount' in request ? { fromAmount: request.amount } : { toAmount: request.toAmount };
      const quote = await lockQuote(
        providers,
        {
          ...asked,
          idempotencyKey,
          fromAsset,
          toAsset,
          fromDecimals: AMOUNT_DECIMALS,
          lifeMs: QUOTE_LIFE_MS,
        },
        await readMarket(read, toAsset),
        await readClock(read),
      );
      if (quote.fromAmount.gte(AMOUNT_LIMIT) || quote.toAmount.gte(AMOUNT_LIMIT)) {
        const { fromAmount, toAmount } = quote;
        throw invalidParam(
          'amount',
          `${fromAmount.toFixed()} ${fromAsset} for ${toAmount.toFixed()} ${toAsset} is more than an account can hold.`,
        );
      }
      return quote;
    },

    async create(trx, { accountId, fromAsset, toAsset, requestId }, quote) {
      const own = { depositId: null, paymentLinkCode: null };
      return storeQuote(trx, { accountId, fromAsset, toAsset, requestId, of: own }, quote);
    },

    async confirm(trx, by, accountId, id) {
      const conversion = isId(id) ? await lockTransfer(trx, { accountId, id }) : undefined;
      if (conversion?.kind !== 'conversion')
        throw new DomainError('conversion_not_found', { message: `There is no conversion ${id}.` });
      if (conversion.depositId !== null) throw new DomainError('conversion_of_refund');
      await requireConfirmable(trx, conversion);
      const leave = await Leave.ask(
        trx,
        by,
        {
          accountId,
          kind: 'conversion',
          asset: conversion.asset,
          amount: money(conversion.amount),
          to: 'exchange',
          into: conversion.toAsset,
          expiresAt: conversion.quoteExpiresAt,
        },
        { panelUrl },
      );
      await holdConversion(trx, events, leave, conversion, leave.goesAt);
      await leave.record(trx, id);
      return { conversion: { ...conversion, status: 'held' }, waitsFor: leave.waitsFor };
    },

    kind: {
      // At the quote that the account confirmed.
      send: (transfer, idempotencyKey, signal) => convert(providers, transfer, null, idempotencyKey, signal),

      async settle(trx, transfer, done) {
        const { toAsset } = transfer;
        const amount = money(transfer.amount);
        const received = done.toAmount ?? money(transfer.toAmount);
        await postMovement(trx, events, {
          ...entryOf(heldBy(transfer)),
          type: 'conversion_settled',
          movement: 'conversion',
          postings: [
            { asset: transfer.asset, book: 'pending', amount: amount.negated() },
            ...exchange(transfer.asset, amount, toAsset, received, transfer.provider),
            { asset: toAsset, book: 'available', amount: received },
          ],
        });
        await recordConversion(trx, events, transfer, done);
      },

      fail: (trx, transfer) => giveBack(trx, events, heldBy(transfer), money(transfer.amount)),
    },
  };
}

/** Stores a quote until it is confirmed. `of`: the deposit whose refund it is for. */
export async function storeQuote(
  trx: Trx,
  {
    accountId,
    fromAsset,
    toAsset,
    requestId,
    of,
  }: Pick<ConversionRequest, 'accountId' | 'fromAsset' | 'toAsset' | 'requestId'> & {
    of: Pick<Conversion, 'depositId' | 'paymentLinkCode'>;
  },
  quote: QuotedConversion,
): Promise<Conversion> {
  const conversion = newTransfer<Conversion>({
    accountId,
    id: newId(),
    kind: 'conversion',
    status: 'requested',
    asset: fromAsset,
    amount: formatAmount(quote.fromAmount),
    fee: '0',
    toAsset,
    toAmount: formatAmount(quote.toAmount),
    exchangeRate: formatAmount(quote.rate),
    quoteReference: quote.reference,
    quoteExpiresAt: quote.expiresAt,
    depositId: of.depositId,
    paymentLinkCode: of.paymentLinkCode,
    provider: quote.provider,
    dueAt: null,
    requestId,
    createdAt: await trx.now,
  });
  trx.defer(insertTransfer(trx, conversion));
  return conversion;
}

/** Throws `conversion_already_confirmed` and `quote_expired`. */
export async function requireConfirmable(
  trx: Trx,
  { id, status, quoteExpiresAt }: Conversion,
): Promise<void> {
  if (!nextTransferStatus(status, 'hold')) {
    throw new DomainError('conversion_already_confirmed', {
      message: `Conversion ${id} is ${status} and was already confirmed.`,
    });
  }
  if (quoteExpiresAt && quoteExpiresAt <= (await trx.now)) {
    throw new DomainError('quote_expired', {
      message: `The quote of conversion ${id} has expired. Request a new one.`,
    });
  }
}

/** Reserves the amount of a conversion that may leave the balance. Throws `insufficient_funds`. */
export async function holdConversion(
  trx: Trx,
  events: EventRecorder,
  leave: Leave,
  conversion: Conversion,
  dueAt: Date | null,
): Promise<void> {
  const amount = money(conversion.amount);
  await requireAvailable(trx, conversion, amount);
  trx.defer(markHeld(trx, conversion, dueAt));
  await hold(trx, events, leave, heldBy(conversion), 'conversion', amount);
}

async function lockQuote(
  providers: Providers,
  request: QuoteRequest,
  market: Market,
  asOf: Date,
): Promise<QuotedConversion> {
  try {
    const provider = providers.forConversion(request.fromAsset, request.toAsset);
    const signal = AbortSignal.timeout(PROVIDER_TIMEOUTS_MS.offer);
    const reference = market.referenceFor(request.fromAsset);
    const quote = await lockPlausibleQuote(provider, request, { asOf, reference }, signal);
    return { ...quote, provider: provider.name };
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    throw new DomainError('quote_unavailable', {
      message: `The provider has no quote at the moment: ${error.message}`,
    });
  }
}

/**
 * Has the provider exchange the reserved amount at the quote that was locked for it or, where the service locked the price
 * itself, at the current rate, which is then recorded too (D28). In the second case, the proceeds may fall short of the
 * promise by `maxSlippage` (a fraction). Beyond that nothing is exchanged; if a provider exchanges it anyway, it is not
 * booked until an operator accepts more.
 */
export async function convert(
  providers: Providers,
  transfer: AnyConversion,
  maxSlippage: Money | null,
  idempotencyKey: string,
  signal: AbortSignal,
): Promise<Outcome<Done>> {
  const { asset: fromAsset, toAsset, quoteReference } = transfer;
  const fromAmount = money(transfer.amount);
  const promised = money(transfer.toAmount);
  const leastToAmount = maxSlippage && quoteReference === null ? leastOf(promised, maxSlippage) : null;
  const request = { idempotencyKey, fromAsset, fromAmount, toAsset, quoteReference, leastToAmount };
  const outcome = await providers.get(transfer.provider).convert(request, signal);
  const waits = outcome.status === 'pending' ? outcome.waits : waitsForPrice(request, outcome.toAmount);
  if (waits?.reason === 'PRICE_MOVED') {
    const promise = `Promised were ${promised.toFixed()} ${toAsset}, and at most ${maxSlippage?.shiftedBy(2).toFixed()} % less is allowed.`;
    const { providerReference } = outcome;
    return { status: 'pending', providerReference, waits: { ...waits, words: `${waits.words} ${promise}` } };
  }
  if (quoteReference !== null || outcome.status === 'pending') return outcome;
  // Rounded up, because no rate is zero.
  return { ...outcome, exchangeRate: roundUpTo(outcome.toAmount.div(fromAmount), AMOUNT_DECIMALS) };
}

/** Records the event of a completed conversion, of the account's own money or of a link's payment (D8). */
export function recordConversion(
  trx: Trx,
  events: EventRecorder,
  transfer: AnyConversion,
  { toAmount, exchangeRate }: Pick<Done, 'toAmount' | 'exchangeRate'>,
): Promise<void> {
  return events.record(trx, {
    ...factOf(transfer, 'completed'),
    type: 'conversion.completed',
    data: {
      conversion_id: transfer.id,
      from_asset: transfer.asset,
      to_asset: transfer.toAsset,
      from_amount: formatStored(transfer.amount),
      to_amount: formatAmount(toAmount ?? money(transfer.toAmount)),
      exchange_rate: formatAmount(exchangeRate ?? money(transfer.exchangeRate)),
      fee: formatStored(transfer.fee),
    },
  });
}

function heldBy(transfer: Conversion): Held {
  return { ...transfer, object: 'conversion' };
}
