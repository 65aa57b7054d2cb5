import { createHash, randomInt, randomUUID } from 'node:crypto';
import { v7 } from 'uuid';
import { formatCell, ownCell, parseCell } from './cell.ts';

const CODE_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const CELL_OF_ID = /^.{14}8([0-9a-f]{3})/i;
const REQUEST_ID = /^req_([0-9a-f]{8})([0-9a-f]{4})([78][0-9a-f]{3})([89ab][0-9a-f]{3})([0-9a-f]{12})$/;

/**
 * A new record's id. It is a UUID that grows with time, so that new entries go to the end of indexes. In cell 0 it is a
 * UUIDv7; in others a UUIDv8, which differs only in twelve of the random bits, which hold the number of the cell (D73).
 */
export function newId(): string {
  const id = v7();
  return ownCell() === 0 ? id : `${id.slice(0, 14)}${cellDigits()}${id.slice(18)}`;
}

/** The third group of a UUID's digits, which is version 8 and then the cell. */
function cellDigits(): string {
  return `8${ownCell().toString(16).padStart(3, '0')}`;
}

/** The cell that an id names; 0 for ids of any version but 8. */
export function cellOfId(id: string): number {
  return Number.parseInt(CELL_OF_ID.exec(id)?.[1] ?? '0', 16);
}

/**
 * A new request's id. It is also a UUIDv7 or v8, so that it contains the time of the request and its cell. Its random
 * part comes from a UUIDv4, which Node generates in bulk, because every request needs one.
 */
export function newRequestId(): string {
  const time = Date.now().toString(16).padStart(12, '0');
  const chance = randomUUID();
  const version = ownCell() === 0 ? `7${chance.slice(15, 18)}` : cellDigits();
  return `req_${time}${version}${chance.slice(19, 23)}${chance.slice(24)}`;
}

export function formatRequestId(id: string): string {
  return `req_${id.replaceAll('-', '')}`;
}

/** The UUID within a request id, and its time; undefined for text that cannot be a request id. */
export function parseRequestId(text: string): { id: string; createdAt: Date } | undefined {
  const [, ...parts] = REQUEST_ID.exec(text) ?? [];
  if (parts.length === 0) return undefined;
  return { id: parts.join('-'), createdAt: timeOfRequest(text) };
}

/** The time within a request id. */
export function timeOfRequest(requestId: string): Date {
  return timeIn(requestId.slice(4, 16));
}

/** The time within a record's id. */
export function timeOfId(id: string): Date {
  return timeIn(id.replace('-', '').slice(0, 12));
}

/** The number of digits that ids begin with, which are 48 bits of milliseconds since 1970. */
function timeIn(digits: string): Date {
  return new Date(Number.parseInt(digits, 16));
}

/** The UUID within a request id, without hyphens, which Postgres does not need. */
export function uuidOfRequest(requestId: string): string {
  return requestId.slice(4);
}

/** Whether a path parameter can be an id at all; anything else is simply not found. */
export function isId(text: string): boolean {
  return UUID.test(text);
}

/**
 * A payment link code, PL-XXXX-XXXX-XXXX (D5). There are 36^12, so that none can be guessed. In cells other than 0 the
 * last two characters name the cell, which leaves 36^10 (D73).
 */
export function newLinkCode(): string {
  const block = (length = 4): string =>
    Array.from({ length }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)]).join('');
  const cell = ownCell();
  return `PL-${block()}-${block()}-${cell === 0 ? block() : block(2) + formatCell(cell)}`;
}

/**
 * The cell that a payment link code names. A code of cell 0 is random to the end, so it may name any cell; a cell that
 * does not know a code that names it leaves it to cell 0.
 */
export function cellOfLinkCode(code: string): number | undefined {
  return parseCell(code.slice(-2));
}

/** The same parts always give the same id, by which a retry, or a fact recorded twice, is recognised. */
export function deterministicHex(...parts: string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
