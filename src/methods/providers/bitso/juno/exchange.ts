import { deterministicHex } from '../../../../lib/ids.ts';
import { money, roundUpTo, type Money } from '../../../../lib/money.ts';
import {
  type ConversionRequest,
  type Converted,
  type LockedQuote,
  ProviderFailure,
  type QuoteRequest,
} from '../../../index.ts';
import { requireDecimals } from '../../http-rail/index.ts';
import type { Access, Look } from '../../orders/index.ts';
import { keepQuote } from '../conversions/quotes.ts';
import type { BitsoWithdrawals } from '../withdrawals/withdrawals.ts';
import type { JunoApi } from './api.ts';
import { mint } from './mints.ts';
import { listRedeemed, lookForRedemption, redeem } from './redemptions.ts';
import { findMint } from './repository.ts';

/** Juno returns smaller deposits, and redeems no less. */
export const MIN_AMOUNT = money('100');
/** SPEI has two decimals. */
export const DECIMALS = 2;

/** Exchanges pesos and MXNB one for one at Juno. */
export interface JunoExchange {
  /** One for one, for the requested time. Throws a ProviderFailure for an amount that Juno does not exchange. */
  lockQuote(request: QuoteRequest, signal: AbortSignal): Promise<LockedQuote>;
  /**
   * Sends pesos from Bitso to Juno, which issues MXNB for them; done only once Juno has issued it. The reference is the
   * withdrawal's at Bitso, as in its statement. Redeemed MXNB becomes pesos at Bitso; the reference is Juno's.
   */
  convert(request: ConversionRequest, signal: AbortSignal): Promise<Converted>;
  /** Issues MXNB for pesos that were bought for that, under the same key. */
  issueBought(request: ConversionRequest, signal: AbortSignal): Promise<Converted>;
  /** The pesos of a key that were sent or are to be sent for MXNB; undefined before. */
  findBought(idempotencyKey: string): Promise<Money | undefined>;
  /** How the orders of a key are looked up before it is ruled out. */
  looksFor(idempotencyKey: string, signal: AbortSignal): Look[];
  /** The given idempotency keys whose MXNB Juno has redeemed. */
  listRedeemed(keys: readonly string[], signal: AbortSignal): Promise<string[]>;
}

export function isParPair(fromAsset: string, toAsset: string): boolean {
  return (fromAsset === 'MXN' && toAsset === 'MXNB') || (fromAsset === 'MXNB' && toAsset === 'MXN');
}

export function createJunoExchange(
  access: Access,
  juno: JunoApi,
  withdrawals: BitsoWithdrawals,
): JunoExchange {
  const { db } = access;
  const redeeming = { access, juno };
  const minting = { db, juno, withdrawals };

  return {
    async lockQuote(request) {
      const { idempotencyKey, fromAsset, toAsset, lifeMs } = request;
      const amount = 'fromAmount' in request ? request.fromAmount : roundUpTo(request.toAmount, DECIMALS);
      requireAmount(amount);
      const reference = `par_${deterministicHex('juno', 'quote', idempotencyKey).slice(0, 32)}`;
      return keepQuote(db, request, {
        reference,
        fromAsset,
        toAsset,
        fromAmount: amount,
        toAmount: amount,
        lifeMs,
      });
    },

    async convert(request, signal) {
      requireAmount(request.fromAmount);
      return request.fromAsset === 'MXN'
        ? mint(minting, request, 'mint', signal)
        : redeem(redeeming, request, signal);
    },

    issueBought: (request, signal) => mint(minting, request, 'leg', signal),

    async findBought(key) {
      const known = await findMint(db.read, { key });
      return known && money(known.amount);
    },

    looksFor: (key, signal) => [
      withdrawals.lookFor('mint', key, signal),
      withdrawals.lookFor('leg', key, signal),
      lookForRedemption(redeeming, key, signal),
    ],

    listRedeemed: (keys, signal) => listRedeemed(redeeming, keys, signal),
  };
}

/** Throws a ProviderFailure of kind `refused` for an amount that Juno does not exchange. */
function requireAmount(amount: Money): void {
  requireDecimals(amount, DECIMALS, 'Juno exchanges pesos with');
  if (amount.lt(MIN_AMOUNT))
    throw new ProviderFailure('refused', `Juno exchanges at least ${MIN_AMOUNT.toFixed()}.`);
}
