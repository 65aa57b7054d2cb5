import { createHash, randomInt, randomUUID } from 'node:crypto';
import { v7 } from 'uuid';

const CODE_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const REQUEST_ID = /^req_([0-9a-f]{8})([0-9a-f]{4})(7[0-9a-f]{3})([89ab][0-9a-f]{3})([0-9a-f]{12})$/;

/** A new record's id: a UUID that grows with time, so that new entries go to the end of indexes. */
export function newId(): string {
  return v7();
}

/**
 * A new request's id: also a UUIDv7, so that it contains the time of the request. Its random part comes from a UUIDv4,
 * which Node generates in bulk: every request needs one.
 */
export function newRequestId(): string {
  const time = Date.now().toString(16).padStart(12, '0');
  const chance = randomUUID();
  return `req_${time}7${chance.slice(15, 18)}${chance.slice(19, 23)}${chance.slice(24)}`;
}

export function formatRequestId(id: string): string {
  return `req_${id.replaceAll('-', '')}`;
}

/** The UUID within a request id, and its time; undefined for what cannot be a request id. */
export function parseRequestId(text: string): { id: string; createdAt: Date } | undefined {
  const [, ...parts] = REQUEST_ID.exec(text) ?? [];
  if (parts.length === 0) return undefined;
  return { id: parts.join('-'), createdAt: timeOfRequest(text) };
}

/** The time within a request id: a UUIDv7 begins with 48 bits of milliseconds since 1970. */
export function timeOfRequest(requestId: string): Date {
  return new Date(Number.parseInt(requestId.slice(4, 16), 16));
}

/** The UUID within a request id, without hyphens, which Postgres does not need. */
export function uuidOfRequest(requestId: string): string {
  return requestId.slice(4);
}

/** Whether a path parameter can be an id at all; anything else is simply not found. */
export function isId(text: string): boolean {
  return UUID.test(text);
}

/** A payment link code, PL-XXXX-XXXX-XXXX (D5): 36^12 possibilities, so that none can be guessed. */
export function newLinkCode(): string {
  const block = (): string =>
    Array.from({ length: 4 }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)]).join('');
  return `PL-${block()}-${block()}-${block()}`;
}

/** The same parts always give the same id: this is how a retry, or a fact recorded twice, is recognized. */
export function deterministicHex(...parts: string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
