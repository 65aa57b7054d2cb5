import { BigNumber } from 'bignumber.js';
import { money, type Money } from '../lib/money.ts';

/** The share of a float that the open quotes of one account may reserve, unless the operator sets another. */
export const DEFAULT_SHARE = money('1').div(3).decimalPlaces(8, BigNumber.ROUND_DOWN);
/** The part of the account's share, because anyone can scan a counter code, and its other payers need the float too. */
export const SHARE_OF_CODE = money('0.5');
export const SHARE_OF_NETWORK = money('0.25');

/** The time until a float is refilled. */
const RESERVED_FOR_MS = 3600_000;

/**
 * The fraction of its amount that a quote reserves in a float. For a quote of more than an hour, it is the ratio of one
 * hour to the quote's life. Most quotes are never paid, and one that is paid later finds the float refilled.
 */
export function reservedShare(lifeMs: number): Money {
  if (lifeMs <= RESERVED_FOR_MS) return money('1');
  return money(String(RESERVED_FOR_MS)).div(lifeMs).decimalPlaces(8, BigNumber.ROUND_UP);
}
