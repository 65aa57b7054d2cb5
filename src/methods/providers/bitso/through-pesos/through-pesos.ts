import { BigNumber } from 'bignumber.js';
import { roundDownToLedger, roundUpTo, type Money } from '../../../../lib/money.ts';
import {
  type ConversionRequest,
  type Converted,
  type LockedQuote,
  ProviderFailure,
  type QuoteRequest,
} from '../../../index.ts';
import { DECIMALS, MIN_AMOUNT, type JunoExchange } from '../juno/exchange.ts';
import { isQuoted, type BitsoConversions } from '../conversions/conversions.ts';

/**
 * Exchanges assets with which Bitso buys pesos for MXNB, in two legs, which are Bitso's quote for pesos, and MXNB for
 * them at Juno.
 */
export interface ThroughPesos {
  /** Bitso's price in pesos, which are MXNB one for one; in centavos, rounded down. */
  lockQuote(request: QuoteRequest, signal: AbortSignal): Promise<LockedQuote>;
  /**
   * Done once Juno has issued the MXNB; the reference is Bitso's conversion, whose line its statement has. Both legs
   * are done once for each key. Only the first has a price. Once it is done, the asset is sold, so no later failure
   * releases the payment. It waits until the second leg is done, or for the operator.
   */
  convert(request: ConversionRequest, signal: AbortSignal): Promise<Converted>;
}

/** Whether an asset is exchanged for MXNB by pesos. */
export function isThroughPesos(fromAsset: string, toAsset: string): boolean {
  return toAsset === 'MXNB' && isQuoted(fromAsset, 'MXN');
}

export function createThroughPesos({
  conversions,
  juno,
}: {
  conversions: Pick<BitsoConversions, 'lockQuote' | 'convert' | 'findReference'>;
  juno: Pick<JunoExchange, 'issueBought' | 'findBought'>;
}): ThroughPesos {
  return {
    async lockQuote(request, signal) {
      const inPesos =
        'toAmount' in request ? { ...request, toAmount: roundUpTo(request.toAmount, DECIMALS) } : request;
      const quote = await conversions.lockQuote({ ...inPesos, toAsset: 'MXN' }, signal);
      const toAmount = inCentavos(quote.toAmount);
      if (toAmount.lt(MIN_AMOUNT))
        throw new ProviderFailure('refused', `Juno issues MXNB for at least ${MIN_AMOUNT.toFixed()} pesos.`);
      return { ...quote, toAmount, rate: roundDownToLedger(toAmount.div(quote.fromAmount)) };
    },

    async convert(request, signal) {
      const bought = (await findBought(request)) ?? (await buy(request, signal));
      if (bought.status !== 'done') return bought;
      const { providerReference, toAmount } = bought;
      const second = { ...request, fromAsset: 'MXN', fromAmount: toAmount };
      const issued = await issue(second, providerReference, signal);
      return issued.status === 'done' ? bought : { ...issued, providerReference };
    },
  };

  /** Once the second leg has begun, later reports of Bitso about the first one do not count. */
  async function findBought({ idempotencyKey: key }: ConversionRequest): Promise<Converted | undefined> {
    const toAmount = await juno.findBought(key);
    const providerReference = toAmount && (await conversions.findReference(key));
    return toAmount && providerReference !== undefined
      ? { status: 'done', providerReference, toAmount }
      : undefined;
  }

  /** The remainder below a centavo stays at Bitso. */
  async function buy(request: ConversionRequest, signal: AbortSignal): Promise<Converted> {
    const { leastToAmount } = request;
    const least = leastToAmount && BigNumber.max(roundUpTo(leastToAmount, DECIMALS), MIN_AMOUNT);
    const bought = await conversions.convert({ ...request, toAsset: 'MXN', leastToAmount: least }, signal);
    return bought.status === 'done' ? { ...bought, toAmount: inCentavos(bought.toAmount) } : bought;
  }

  async function issue(request: ConversionRequest, sold: string, signal: AbortSignal): Promise<Converted> {
    try {
      return await juno.issueBought(request, signal);
    } catch (error) {
      if (!(error instanceof ProviderFailure) || error.kind !== 'refused') throw error;
      const words = `Bitso has bought ${request.fromAmount.toFixed()} MXN, and MXNB was not issued for them: ${error.message} Have it issued, and resolve this with --settled ${sold}.`;
      return { status: 'pending', providerReference: sold, waits: { reason: 'OPERATOR', words } };
    }
  }
}

function inCentavos(pesos: Money): Money {
  return pesos.decimalPlaces(DECIMALS, BigNumber.ROUND_DOWN);
}
