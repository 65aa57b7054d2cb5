import { invalidParam } from '../lib/errors/errors.ts';
import { money, roundUpTo, type Money, ZERO } from '../lib/money.ts';

const HOUR_MS = 3600_000;
const YEAR_MS = 365 * 24 * HOUR_MS;
/** How far a currency moves against the dollar in a year: one standard deviation, of a calm year for the peso. */
const VOLATILITY = money('0.15');
/** What a short option at the current price is worth, in standard deviations of the move until its end: 1 / √(2π). */
const SHARE_OF_MOVE = money('0.4');
/** Of a hundredth of a percent. */
const DECIMALS = 4;

/**
 * The spread of a price that is locked for this long (D28). Whoever may pay at it, or not, holds an option on the market, and
 * this is what that is worth. For an hour it is less than what exchanges charge, so nothing is added.
 */
export function spreadFor(quoteLifeMs: number): Money {
  if (quoteLifeMs <= HOUR_MS) return ZERO;
  const years = money(String(quoteLifeMs)).div(YEAR_MS);
  return roundUpTo(SHARE_OF_MOVE.times(VOLATILITY).times(years.sqrt()), DECIMALS);
}

/** What of a method decides on its spread. */
interface Terms {
  name: string;
  enabled: boolean;
  quoteLifeMs: number;
  spread: Money;
}

/**
 * The spread of a method whose quote life may change: one that was not chosen grows with it. Throws `invalid_request` for
 * none at all where the quote outlives an hour.
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
