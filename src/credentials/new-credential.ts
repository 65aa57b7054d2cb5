import { requireCidr } from '../lib/cidr.ts';
import { invalidParam } from '../lib/errors/errors.ts';
import type { Scope } from './scopes.ts';
import type { ApiKeyParts } from './secret.ts';

/** A credential's default limits (D13). */
export const DEFAULT_REQUESTS_PER_MINUTE = 600;
export const DEFAULT_MONEY_OPERATIONS_PER_DAY = 1_000;

export const MAX_NAME_LENGTH = 200;
export const MAX_REQUESTS_PER_MINUTE = 1_000_000;
export const MAX_MONEY_OPERATIONS_PER_DAY = 100_000_000;
/** Bounded, because each call is checked against all of them. */
const MAX_ADDRESSES = 100;

export interface NewCredential {
  accountId: string;
  name: string;
  environment: string;
  scopes: readonly Scope[];
  allowedCidrs: readonly string[];
  apiVersion: string;
  requestsPerMinute: number;
  moneyOperationsPerDay: number;
  expiresAt: Date | null;
  /** Known beforehand only in a sandbox; a random one otherwise. */
  apiKey?: ApiKeyParts | undefined;
  /** Only the operator may issue a key before the account's business is approved; it works from then on (D14). */
  beforeApproval?: boolean;
}

/** The name without surrounding spaces. Throws `invalid_request` if it is empty or too long. */
export function requireName(given: string): string {
  const name = given.trim();
  if (name === '' || name.length > MAX_NAME_LENGTH || /\p{Cc}/u.test(name))
    throw invalidParam('name', `name must have 1 to ${MAX_NAME_LENGTH} characters.`);
  return name;
}

/** Returns the addresses as ranges. Throws `invalid_request` for an invalid address, and for too many. */
export function requireRanges(addresses: readonly string[]): string[] {
  if (addresses.length > MAX_ADDRESSES)
    throw invalidParam('allowed_addresses', `allowed_addresses takes at most ${MAX_ADDRESSES} addresses.`);
  try {
    return addresses.map(requireCidr);
  } catch (error) {
    throw invalidParam('allowed_addresses', `allowed_addresses ${(error as Error).message}.`);
  }
}

/** Throws `invalid_request` naming the limit that is out of bounds. */
export function requireLimits({ requestsPerMinute, moneyOperationsPerDay }: NewCredential): void {
  requireCount('requests_per_minute', requestsPerMinute, 1, MAX_REQUESTS_PER_MINUTE);
  requireCount('money_operations_per_day', moneyOperationsPerDay, 0, MAX_MONEY_OPERATIONS_PER_DAY);
}

function requireCount(param: string, count: number, least: number, most: number): void {
  if (!Number.isInteger(count) || count < least || count > most)
    throw invalidParam(param, `${param} must be a whole number from ${least} to ${most}.`);
}
