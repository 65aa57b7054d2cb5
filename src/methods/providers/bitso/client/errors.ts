import { ProviderFailure } from '../../../index.ts';
import {
  isTurnedAway as isUnread,
  NOT_THERE,
  RailError,
  refused,
  TOO_MANY,
  unavailable,
  type RailFault,
  type Reading,
} from '../../http-rail/index.ts';
import { Unreadable } from './fields.ts';

const alarm = (meaning: string): Reading => ({ ...unavailable(meaning), alarm: true });
const accountBlocked: Reading = { ...refused('the Bitso account is not verified, or blocked'), alarm: true };

/**
 * Bitso's codes. Their meanings are documented; the consequences are our reading. The messages that come with them are
 * localised, and may quote the request, so they are never used.
 */
export const READINGS: Readonly<Record<string, Reading>> = {
  '0101': unavailable('an error of its own'),
  '1101': unavailable('the withdrawal could not be processed now'),
  '1103': unavailable('the withdrawal method is off'),
  '1000': unavailable('the API is off'),
  '1002': unavailable('it cannot be processed now'),
  '1003': unavailable('a timeout of its own'),
  '1009': unavailable('conversions are off'),

  '0201': alarm('the credentials are wrong'),
  '0202': alarm('the API key lacks a permission'),
  '0206': alarm('the nonce is of a wrong type'),
  '0207': { as: 'sign_anew', meaning: 'the nonce was not accepted', alarm: true },
  '0213': alarm('the IP address is not allowed'),
  '0215': alarm('the signature is wrong'),
  '0216': alarm('the account is restricted'),

  '0310': { as: 'not_there', meaning: 'there is no such withdrawal' },
  '0311': { as: 'not_there', meaning: 'there is no such funding' },
  '0357': { as: 'not_there', meaning: 'there is nothing under that origin_id' },
  '1401': NOT_THERE,

  '0303': refused('a field is missing'),
  '0304': refused('a field is not valid'),
  '0372': refused('a field has a wrong type'),
  '0315': refused('the address is not valid', 'INVALID_DESTINATION'),
  '0317': refused('the CLABE or card is not valid', 'INVALID_DESTINATION'),
  '0318': refused('the numeric reference is not valid'),
  '0319': refused('the notes are not valid'),
  '0335': refused("the beneficiary's name is not valid", 'INVALID_DESTINATION'),
  '0343': refused('the amount is not valid'),
  '0379': refused('the amount is not valid, or the balance is too low', 'INSUFFICIENT_PROVIDER_FUNDS'),
  '0601': refused('the balance is too low', 'INSUFFICIENT_PROVIDER_FUNDS'),
  '0602': refused('the balance is too low', 'INSUFFICIENT_PROVIDER_FUNDS'),
  '0345': refused('the quote has expired, or is not valid', 'QUOTE_EXPIRED'),
  quote_not_found: refused('the quote has expired, or is not known', 'QUOTE_EXPIRED'),
  '0367': unavailable('there is no quote now'),
  '0356': { as: 'look_up', meaning: 'the origin_id was used before' },
  '0501': refused('a limit is exceeded', 'LIMIT_EXCEEDED'),
  '0506': refused('the funds are on hold', 'LIMIT_EXCEEDED'),
  '0701': accountBlocked,
  '0702': accountBlocked,
  '0703': accountBlocked,
  '0704': accountBlocked,
  '0705': accountBlocked,
  '0714': refused('the beneficiary is not accepted', 'DESTINATION_REJECTED'),

  '0801': TOO_MANY,
  '0802': TOO_MANY,
};

/** A code of Bitso's with the status that it came with; the latter alone if there was none. */
export function faultOf(status: number, code = `http_${status}`): RailFault {
  return { code, reading: readingOf(status, code), isDocumented: isKnown(code) };
}

/** The account holds too little for an order now, which can be placed once there is more. */
export class NotFunded extends ProviderFailure {
  constructor(message: string, cause?: unknown) {
    super('unavailable', message, { cause, reason: 'INSUFFICIENT_PROVIDER_FUNDS' });
  }
}

/** Whether Bitso may have rejected a request because the balance is too low; one of its codes has another meaning too. */
export function mayLackFunds(error: unknown): boolean {
  return error instanceof RailError && error.reason === 'INSUFFICIENT_PROVIDER_FUNDS';
}

/** Whether a request was rejected before it was processed, for its credentials, the balance, or by a rate limit. */
export function isTurnedAway(error: unknown): boolean {
  return (
    error instanceof NotFunded || isUnread(error) || (error instanceof RailError && error.status === 401)
  );
}

/** Whether a list may have failed because of a single id in it, so that the others can still be requested. */
export function mayBeOfOneId(error: unknown): boolean {
  if (error instanceof Unreadable) return true;
  // An error without a code of Bitso's comes from a proxy.
  return (
    error instanceof RailError && !isTurnedAway(error) && !error.reading.alarm && !/^http_5/.test(error.code)
  );
}

const isKnown = (code: string): boolean => Object.hasOwn(READINGS, code);

/** An undocumented code is no refusal, because money that may have moved must not be released. */
function readingOf(status: number, code: string): Reading {
  const known = isKnown(code) ? READINGS[code] : undefined;
  if (status === 420 || status === 429 || /^08\d\d$/.test(code)) return TOO_MANY;
  if (known) return known;
  if (status === 401 || status === 403) return alarm('the credentials are not accepted');
  if (status === 404 && code === 'http_404') return NOT_THERE;
  return unavailable(status >= 500 ? 'an error of its own' : 'an error that is not documented');
}

/**
 * Four digits, including a code that came as a number; undefined if it is no code. Kept short, because it is logged.
 */
export function codeOf(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isInteger(value))
    return String(value).padStart(4, '0').slice(0, 10);
  if (typeof value !== 'string' || !/^[A-Za-z0-9_.-]{1,60}$/.test(value)) return undefined;
  return /^\d{1,3}$/.test(value) ? value.padStart(4, '0') : value;
}
