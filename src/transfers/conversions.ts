import { findAccount } from '../accounts/index.ts';
import { readClock } from '../clock/index.ts';
import type { Queryable, Trx } from '../db/index.ts';
import type { EventRecorder } from '../events/index.ts';
import { leastConverted, lockPlausibleQuote, type Market, readMarket, roundingOf } from '../fx/index.ts';
import { availableOf, exchange, findBalances, postMovement } from '../ledger/index.ts';
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
import type { Done, TransferKind } from './kinds.ts';
import { entryOf, factOf, giveBack, hold, notEnough, requireAvailable, type TransferKey } from './holding.ts';
import { insertTransfer, lockTransfer, markHeld } from './repository.ts';
import type { Approvals } from '../operators/index.ts';
import { slippageOf } from './slippage.ts';
import { Leave, type Mover, type WaitsFor } from '../treasury/index.ts';
import { newTransfer, type AnyConversion, type Conversion } from './transfer.ts';
import { nextTransferStatus } from './transitions.ts';

/** No record can hold this much, because amounts have at most 12 integer digits (D2). */
const AMOUNT_LIMIT = money('1000000000000');

const PAR = money('1');

/** How long the account may take to confirm a quote for its own conversion. */
const QUOTE_LIFE_MS = 15 * 60 * 1000;

interface ConversionRequest {
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
  /** The exact proceeds, as a decimal in `toAsset`. */
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
   * Asks the provider for the proceeds of an amount, or for the price of buying an amount, outside any transaction.
   * Throws `quote_unavailable`, and `invalid_request` with the minimum for an amount below it.
   */
  requestQuote(request: ConversionRequest | Purchase, idempotencyKey: string): Promise<QuotedConversion>;
  /** Stores a quote for the account to confirm before it expires. */
  create(trx: Trx, request: ConversionRequest, quote: QuotedConversion): Promise<Conversion>;
  /**
   * Reserves the amount of the account's conversion, to be exchanged (D10) immediately, or when a second person
   * approves it before the quote expires (D44). Throws like `Leave.ask`, `conversion_not_found`,
   * `conversion_of_refund`, `conversion_already_confirmed`, `quote_expired` or `insufficient_funds`.
   */
  confirm(
    trx: Trx,
    by: Mover,
    accountId: string,
    id: string,
  ): Promise<{ conversion: Conversion; waitsFor: WaitsFor | null }>;
  kind: TransferKind<Conversion>;
}

interface Parts {
  read: Queryable;
  providers: Providers;
  approvals: Pick<Approvals, 'findApproved'>;
  events: EventRecorder;
  /** The panel's URL. */
  panelUrl: string;
}

export function createConversions(parts: Parts): Conversions {
  return {
    listPairs: () => listPairs(parts),
    check: (request, options) => checkConversion(parts, request, options),
    requestQuote: (request, idempotencyKey) => requestQuote(parts, request, idempotencyKey),
    create: createConversion,
    confirm: (trx, by, accountId, id) => confirmConversion(parts, trx, by, accountId, id),
    kind: {
      send: (transfer, idempotencyKey, signal) => exchangeAtQuote(parts, transfer, idempotencyKey, signal),
      settle: (trx, transfer, done) => settleConversion(parts, trx, transfer, done),
      fail: (trx, transfer) => giveBack(trx, parts.events, heldBy(transfer), money(transfer.amount)),
    },
  };
}

async function listPairs(parts: Parts): Promise<Pair[]> {
  const assets = await listAssets(parts.read);
  return assets.flatMap((fromAsset) =>
    assets
      .filter((toAsset) => isExchanged(parts, fromAsset, toAsset))
      .map((toAsset) => ({ fromAsset, toAsset })),
  );
}

function isExchanged({ providers }: Parts, from: string, to: string): boolean {
  return from !== to && providers.all.some((provider) => provider.exchanges(from, to));
}

async function checkConversion(
  parts: Parts,
  { accountId, fromAsset, amount, toAsset }: ConversionRequest,
  { funds } = { funds: false },
): Promise<void> {
  const [account, from, to, { balances }] = await Promise.all([
    findAccount(parts.read, { id: accountId }),
    findAsset(parts.read, { asset: fromAsset }),
    findAsset(parts.read, { asset: toAsset }),
    findBalances(parts.read, accountId),
  ]);
  if (!account) throw new DomainError('account_not_found', { message: `There is no account ${accountId}.` });
  if (!from) throw invalidParam('from', `There is no asset ${fromAsset}.`);
  if (!to || !isExchanged(parts, fromAsset, toAsset))
    throw invalidParam('to', `${fromAsset} cannot be converted to ${toAsset}.`);
  const available = availableOf(balances, fromAsset);
  if (funds && available.lt(amount)) throw notEnough(available, fromAsset, amount);
}

async function requestQuote(
  { read, providers }: Parts,
  request: ConversionRequest | Purchase,
  idempotencyKey: string,
): Promise<QuotedConversion> {
  const { fromAsset, toAsset } = request;
  const asked = 'amount' in request ? { fromAmount: request.amount } : { toAmount: request.toAmount };
  const market = await readMarket(read, toAsset);
  if ('amount' in request) requireLeast(request, market.referenceFor(fromAsset)?.price ?? PAR);
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
    market,
    await readClock(read),
  );
  // Without a reference, the price is known only from the quote.
  if ('amount' in request && !market.referenceFor(fromAsset)) requireLeast(request, quote.rate);
  if (quote.fromAmount.gte(AMOUNT_LIMIT) || quote.toAmount.gte(AMOUNT_LIMIT)) {
    const { fromAmount, toAmount } = quote;
    throw invalidParam(
      'amount',
      `${fromAmount.toFixed()} ${fromAsset} for ${toAmount.toFixed()} ${toAsset} is more than an account can hold.`,
    );
  }
  return quote;
}

async function createConversion(
  trx: Trx,
  { accountId, fromAsset, toAsset, requestId }: ConversionRequest,
  quote: QuotedConversion,
): Promise<Conversion> {
  const own = { depositId: null, paymentLinkCode: null };
  return storeQuote(trx, { accountId, fromAsset, toAsset, requestId, of: own }, quote);
}

async function confirmConversion(
  { panelUrl, events }: Parts,
  trx: Trx,
  by: Mover,
  accountId: string,
  id: string,
): Promise<{ conversion: Conversion; waitsFor: WaitsFor | null }> {
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
}

/** Exchanges the amount at the quote that the account confirmed. */
async function exchangeAtQuote(
  { read, approvals, providers }: Parts,
  transfer: Conversion,
  idempotencyKey: string,
  signal: AbortSignal,
): Promise<Outcome<Done>> {
  const least = leastPromised(transfer, await slippageOf(read, approvals, transfer));
  return convert(providers, transfer, least, idempotencyKey, signal);
}

/** Credits the quoted amount; a shortfall or excess is the service's (D28). */
async function settleConversion(
  { events }: Parts,
  trx: Trx,
  transfer: Conversion,
  done: Done,
): Promise<void> {
  const { toAsset } = transfer;
  const amount = money(transfer.amount);
  const quoted = money(transfer.toAmount);
  const brought = done.brought ?? quoted;
  await postMovement(trx, events, {
    ...entryOf(heldBy(transfer)),
    type: 'conversion_settled',
    movement: 'conversion',
    postings: [
      { asset: transfer.asset, book: 'pending', amount: amount.negated() },
      ...exchange(transfer.asset, amount, toAsset, brought, transfer.provider),
      { asset: toAsset, book: 'available', amount: quoted },
      { asset: toAsset, book: 'fx', amount: brought.minus(quoted) },
    ],
  });
  await recordConversion(trx, events, transfer, done);
}

/** Refuses an amount so small that rounding would determine its price. */
function requireLeast({ fromAsset, toAsset, amount }: ConversionRequest, price: Money): void {
  const least = leastConverted(price);
  if (amount.lt(least))
    throw invalidParam(
      'amount.least',
      `At least ${least.toFixed()} ${fromAsset} can be converted to ${toAsset}.`,
    );
}

/** Stores a quote until it is confirmed. `of` is the deposit whose refund it is for. */
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
    acceptedSlippage: null,
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

/** The minimum proceeds of a conversion and the reason, both in words for the operator. */
export interface Least {
  toAmount: Money;
  because: string;
}

/**
 * The minimum proceeds of a promised conversion (D28), which are the promise less the slippage (a fraction). Without
 * slippage, it is the promise less rounding.
 */
export function leastPromised(transfer: AnyConversion, slippage: Money): Least {
  const promised = money(transfer.toAmount);
  const promise = `Promised were ${promised.toFixed()} ${transfer.toAsset}`;
  if (slippage.isZero()) {
    const least = promised.minus(roundingOf(money(transfer.amount)));
    const why =
      transfer.quoteReference === null ? ', and nothing less is allowed.' : " by the provider's quote.";
    return { toAmount: least, because: promise + why };
  }
  const percent = slippage.shiftedBy(2).toFixed();
  return {
    toAmount: leastOf(promised, slippage),
    because: `${promise}, and at most ${percent} % less is allowed.`,
  };
}

/**
 * Has the provider exchange the reserved amount at the quote that was locked for it or, without one, at the current
 * rate, which is then recorded too (D28). At the current rate, nothing is exchanged while the proceeds would be below
 * `least`. Proceeds below it, which are possible even at a quote, are not booked until an operator accepts them.
 */
export async function convert(
  providers: Providers,
  transfer: AnyConversion,
  least: Least,
  idempotencyKey: string,
  signal: AbortSignal,
): Promise<Outcome<Done>> {
  const { asset: fromAsset, toAsset, quoteReference } = transfer;
  const fromAmount = money(transfer.amount);
  const request = { idempotencyKey, fromAsset, fromAmount, toAsset, quoteReference };
  const leastToAmount = quoteReference === null ? least.toAmount : null;
  const outcome = await providers.get(transfer.provider).convert({ ...request, leastToAmount }, signal);
  const waits =
    outcome.status === 'pending'
      ? outcome.waits
      : waitsForPrice({ ...request, leastToAmount: least.toAmount }, outcome.toAmount);
  if (waits?.reason === 'PRICE_MOVED') {
    const { providerReference } = outcome;
    const reason = quoteReference === null ? 'PRICE_MOVED' : 'OPERATOR';
    const words = `${waits.words} ${least.because}`;
    return { status: 'pending', providerReference, waits: { reason, words } };
  }
  if (outcome.status === 'pending') return outcome;
  const { toAmount: brought, ...done } = outcome;
  if (quoteReference !== null) return { ...done, brought };
  // Rounded up, because a rate of zero is invalid.
  const exchangeRate = roundUpTo(brought.div(fromAmount), AMOUNT_DECIMALS);
  return { ...done, brought, toAmount: brought, exchangeRate };
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
      price: priceOf(transfer),
      fee: formatStored(transfer.fee),
    },
  });
}

/** Whether the account gets the promised amount, or the conversion's proceeds (D28). */
export function priceOf(transfer: AnyConversion): 'locked' | 'current' {
  return transfer.kind === 'payment_conversion' && transfer.accountBearsPrice ? 'current' : 'locked';
}

function heldBy(transfer: Conversion): TransferKey {
  return { ...transfer, object: 'conversion' };
}
