import { createHash } from 'node:crypto';
import { money, roundDownToLedger, roundUpTo, type Money } from '../../../lib/money.ts';

/** An asset's value before the market moves, and the share by which it was moved by hand. */
export interface BaseRate {
  asset: string;
  family: string;
  /** US dollars for one unit. */
  usd: Money;
  /** 0.05 makes it worth 5% more. */
  movedBy: Money;
}

/** The provider's share of every exchange, so that converting back and forth does not pay. */
const SPREAD = money('0.005');
const ONE = money('1');

/** Waves of incommensurate periods, so that no day repeats another; their heights are shares of the whole move. */
const WAVES = [
  { height: 0.6, periodMs: 25_463_000 },
  { height: 0.3, periodMs: 5_827_000 },
  { height: 0.1, periodMs: 1_129_000 },
];
/** The maximum movement of a currency against the dollar, and of a token against its own currency. */
const CURRENCY_MOVE = 0.0095;
const PEG_MOVE = 0.0005;

/**
 * US dollars for one unit at a moment. Assets of one family move together, within 1% of their base; each stays within
 * 0.05% of its family. The same moment always gives the same value.
 */
export function valueAt(rate: BaseRate, at: Date): Money {
  const currencyMove = rate.family === 'USD' ? 0 : CURRENCY_MOVE * swing(rate.family, at);
  const move = currencyMove + PEG_MOVE * swing(`peg of ${rate.asset}`, at);
  return rate.usd.times(ONE.plus(rate.movedBy)).times(money((1 + move).toFixed(8)));
}

/** Units of `to` for one of `from`, less the spread; zero when it is too small for 8 decimals. */
export function exchangeRate(fromValue: Money, toValue: Money): Money {
  return roundDownToLedger(fromValue.div(toValue).times(ONE.minus(SPREAD)));
}

/** The smallest amount, with this many decimals, that yields `toAmount`. */
export function amountNeeded(toAmount: Money, rate: Money, decimals: number): Money {
  return roundUpTo(toAmount.div(rate), decimals);
}

export function amountBrought(fromAmount: Money, rate: Money): Money {
  return roundDownToLedger(fromAmount.times(rate));
}

/** From -1 to 1, continuous in time, and different for each name. */
function swing(name: string, at: Date): number {
  const phases = createHash('sha256').update(name).digest();
  return WAVES.reduce((sum, { height, periodMs }, index) => {
    const phase = phases.readUInt32BE(index * 4) / 2 ** 32;
    return sum + height * Math.sin(2 * Math.PI * (at.getTime() / periodMs + phase));
  }, 0);
}
