import { BigNumber } from 'bignumber.js';

/** Decimals of amounts in the ledger and in responses (D2). */
export const AMOUNT_DECIMALS = 8;

const REQUEST_AMOUNT = /^[0-9]{1,12}(\.[0-9]{1,8})?$/;
const EIGHT_DECIMALS = /^-?[0-9]{1,28}\.[0-9]{8}$/;
const LEDGER_AMOUNT = /^-?[0-9]{1,28}(\.[0-9]{1,18})?$/;

// A private copy, so that no other module's BigNumber.config can alter how money is calculated.
const Decimal = BigNumber.clone({
  DECIMAL_PLACES: 40,
  EXPONENTIAL_AT: 1e9,
  ROUNDING_MODE: BigNumber.ROUND_HALF_UP,
});

export type Money = BigNumber;

export const ZERO: Money = new Decimal(0);

/** The smallest difference between two amounts of the ledger. */
export const LEAST_AMOUNT: Money = new Decimal(1).shiftedBy(-AMOUNT_DECIMALS);

/**
 * Reads an amount that a client sent, with up to 12 integer digits and up to 8 decimals (D2). Returns undefined for
 * anything else. Zero and bounds are the caller's to check.
 */
export function parseRequestAmount(text: string): Money | undefined {
  // The pattern comes first, because BigNumber alone would accept 0x10, 1_000 and 1e5.
  return REQUEST_AMOUNT.test(text) ? new Decimal(text) : undefined;
}

/** Reads an amount from the database or from our own constants. Throws on anything but a plain decimal. */
export function money(text: string): Money {
  if (!LEDGER_AMOUNT.test(text)) throw new Error(`not a decimal amount: ${text}`);
  return new Decimal(text);
}

/** Formats an amount with the 8 decimals of API responses. Throws rather than lose a digit. */
export function formatAmount(amount: Money): string {
  if (!amount.isFinite() || (amount.decimalPlaces() ?? 0) > AMOUNT_DECIMALS) {
    throw new Error(`amount with more than ${AMOUNT_DECIMALS} decimals: ${amount.toFixed()}`);
  }
  return amount.toFixed(AMOUNT_DECIMALS);
}

/** Formats a stored amount (numeric text of any scale) with the 8 decimals of API responses. */
export function formatStored(text: string): string {
  // Most columns have that scale, so there is usually nothing to do.
  return EIGHT_DECIMALS.test(text) ? text : formatAmount(money(text));
}

/** Formats an amount to its last digit, with at least the 8 decimals of API responses. */
export function formatExact(amount: Money): string {
  return amount.toFixed(Math.max(amount.decimalPlaces() ?? 0, AMOUNT_DECIMALS));
}

/** Rounds up to the rail's decimals, because the payer must be able to send the exact amount (D2). */
export function roundUpTo(amount: Money, decimals: number): Money {
  return amount.decimalPlaces(decimals, BigNumber.ROUND_UP);
}

/** Rounds down to the rail's decimals. */
export function roundDownTo(amount: Money, decimals: number): Money {
  return amount.decimalPlaces(decimals, BigNumber.ROUND_DOWN);
}

/** Rounds down to the ledger's 8 decimals, so that a credit never exceeds a conversion's proceeds. */
export function roundDownToLedger(amount: Money): Money {
  return amount.decimalPlaces(AMOUNT_DECIMALS, BigNumber.ROUND_DOWN);
}

/** Rounds a fee half up to the ledger's 8 decimals. */
export function roundToLedger(amount: Money): Money {
  return amount.decimalPlaces(AMOUNT_DECIMALS, BigNumber.ROUND_HALF_UP);
}
