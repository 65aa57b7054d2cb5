import { BigNumber } from 'bignumber.js';
import { money, type Money } from '../lib/money.ts';

/** How much of a float the open quotes of one account may reserve, unless the operator says otherwise. */
export const DEFAULT_SHARE = money('1').div(3).decimalPlaces(8, BigNumber.ROUND_DOWN);
/** Of what the account may: anybody can scan a counter code, and its other payers need the float too. */
export const SHARE_OF_CODE = money('0.5');
export const SHARE_OF_NETWORK = money('0.25');

/** How long a float need last until it is filled again. */
const RESERVED_FOR_MS = 3600_000;

/**
 * How much of its amount a quote reserves of a float, as a fraction: of one that holds for longer than an hour, as much as
 * one hour is of its life. Most quotes are never paid, and one that is paid later finds the float filled again.
 */
export function reservedShare(lifeMs: number): Money {
  if (lifeMs <= RESERVED_FOR_MS) return money('1');
  return money(String(RESERVED_FOR_MS)).div(lifeMs).decimalPlaces(8, BigNumber.ROUND_UP);
}
