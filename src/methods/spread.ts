import { invalidParam } from '../lib/errors/errors.ts';
import { money, roundUpTo, type Money, ZERO } from '../lib/money.ts';

const HOUR_MS = 3600_000;
const YEAR_MS = 365 * 24 * HOUR_MS;
/** A currency's movement against the dollar within a year, as one standard deviation, of a calm year for the peso. */
const VOLATILITY = money('0.15');
/** The value of a short option at the current price, in standard deviations of the move until its end: 1 / √(2π). */
const SHARE_OF_MOVE = money('0.4');
/** The decimals of a spread, down to a hundredth of a percent. */
const DECIMALS = 4;

/**
 * The spread of a price that is locked for this long (D28). A payer who may use the price or not holds an option on the
 * market, and the spread is its value. For an hour it is less than the fees of exchanges, so nothing is added.
 */
export function spreadFor(quoteLifeMs: number): Money {
  if (quoteLifeMs <= HOUR_MS) return ZERO;
  const years = money(String(quoteLifeMs)).div(YEAR_MS);
  return roundUpTo(SHARE_OF_MOVE.times(VOLATILITY).times(years.sqrt()), DECIMALS);
}

/** The settings of a method that determine its spread. */
interface Terms {
  name: string;
  enabled: boolean;
  quoteLifeMs: number;
  spread: Money;
}

/**
 * The spread of a method whose quote life may change; one that was not chosen grows with it. Throws `invalid_request`
 * for none at all where the quote outlives an hour.
 */
export function spreadAfter(method: Omit<Terms, 'spread'>, before: Terms, chosen: Money | undefined): Money {
  const least = spreadFor(method.quoteLifeMs);
  const wasDefault = before.spread.eq(spreadFor(before.quoteLifeMs));
  const spread = chosen ?? (wasDefault ? least : before.spread);
  if (!method.enabled || !spread.isZero() || least.isZero()) return spread;
  throw invalidParam(
    'spread',
    `A price that ${method.name} locks for longer than an hour is an option on the market, worth about ${least.shiftedBy(2).toFixed()} % of the amount. Pass --spread-percent ${least.shiftedBy(2).toFixed()} or more, or --quote-life 1h.`,
  );
}
