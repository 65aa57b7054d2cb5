import { randomInt, timingSafeEqual } from 'node:crypto';
import { formatCell, ownCell, parseCell } from '../lib/cell.ts';
import type { Keyring } from '../lib/secrets/keyring.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const PUBLIC_ID_LENGTH = 16;
/** 32 characters of 62: 190 random bits. */
const SECRET_LENGTH = 32;
const API_KEY = /^sk_([a-z]{1,16})_([A-Za-z0-9]{16}(?:[0-9A-Z]{2})?)_([A-Za-z0-9]{32})$/;

const BEARER = /^Bearer +([^\s]+) *$/i;

export interface ApiKeyParts {
  environment: string;
  publicId: string;
  secret: string;
}

/** The key in an Authorization header; '' when there is none. */
export function presentedKey(authorization: string | undefined): string {
  return BEARER.exec(authorization ?? '')?.[1] ?? '';
}

/**
 * Returns the sentence that tells a caller how the header fails to present a key, or undefined if it may be a key. The
 * reason why a well-formed key cannot be used is never told.
 */
export function lackOfKey(authorization: string | undefined): string | undefined {
  if (authorization === undefined) return 'The request has no API key.';
  const key = presentedKey(authorization);
  if (key === '') return 'The header Authorization does not have the form "Bearer <API_KEY>".';
  return parseApiKey(key)
    ? undefined
    : 'What the header Authorization has after "Bearer" is not an API key, or not all of it.';
}

/** Parses `sk_<environment>_<public id>_<secret>` (D13, D73); undefined when it cannot be one of our keys. */
export function parseApiKey(text: string): ApiKeyParts | undefined {
  const [, environment, publicId, secret] = API_KEY.exec(text) ?? [];
  return environment && publicId && secret ? { environment, publicId, secret } : undefined;
}

export function formatApiKey(parts: ApiKeyParts): string {
  return `sk_${parts.environment}_${parts.publicId}_${parts.secret}`;
}

/** Two characters longer in cells other than 0, which they name (D73). */
export function newPublicId(): string {
  const cell = ownCell();
  return randomText(PUBLIC_ID_LENGTH) + (cell === 0 ? '' : formatCell(cell));
}

/** The cell that an API key's public id names. */
export function cellOfPublicId(publicId: string): number {
  return parseCell(publicId.slice(PUBLIC_ID_LENGTH)) ?? 0;
}

export function newSecret(): string {
  return randomText(SECRET_LENGTH);
}

export interface StoredSecret {
  hmac: Buffer;
  pepperVersion: number;
}

/** The stored form of a secret, useless without the pepper, which is not in the database. */
export function protectSecret(
  keyring: Keyring,
  parts: ApiKeyParts,
  pepperVersion = keyring.currentVersion,
): StoredSecret {
  const hmac = keyring.hmac('credential-pepper', formatApiKey(parts), pepperVersion);
  if (!hmac) throw new Error(`the keyring holds no key of version ${pepperVersion}`);
  return { hmac, pepperVersion };
}

/** A key in each form in which it may be stored: one for each pepper of the keyring, the current one first. */
export function storedForms(keyring: Keyring, parts: ApiKeyParts): [StoredSecret, ...StoredSecret[]] {
  const others = keyring.versions.filter((version) => version !== keyring.currentVersion);
  return [protectSecret(keyring, parts), ...others.map((version) => protectSecret(keyring, parts, version))];
}

/**
 * Whether one of a key's forms is one of the stored ones. All forms are made before any is compared, in constant time, so
 * that the response time depends on nothing that is stored. False when the pepper of a stored one is gone.
 */
export function matchesAny(forms: readonly StoredSecret[], stored: readonly StoredSecret[]): boolean {
  return stored
    .map(({ hmac, pepperVersion }) => {
      const own = forms.find((form) => form.pepperVersion === pepperVersion);
      return own !== undefined && timingSafeEqual(own.hmac, hmac);
    })
    .some(Boolean);
}

/** Compares in constant time with a key that was usable a moment ago. */
export function isSameKey(apiKey: string, known: Buffer): boolean {
  const bytes = Buffer.from(apiKey);
  return bytes.length === known.length && timingSafeEqual(bytes, known);
}

function randomText(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}
