import type { BodyShape, BodyShapes } from '../contract/index.ts';
import type { Json } from '../lib/json.ts';
import { storableText } from '../lib/text/storable.ts';
import { ALLOW_LIST, QUERY_ALLOW_LIST } from './allow-list.ts';

/** Replaces values that the call log does not keep. */
export const REDACTED = '[redacted]';
/** Replaces the rest of a body that is longer than the call log keeps. */
export const TRUNCATED = '[truncated]';

/** The part of a body that is kept, in characters of its names and values. */
const MAX_BODY_LENGTH = 4 * 1024;
/**
 * Items kept of a list page, which are enough to show the response. All of them would be most of the log, and of its
 * cost.
 */
const MAX_PAGE_ITEMS = 3;
/** A misspelled name rather than a value in the wrong place; without digits, it is no key, account or card. */
const PLAIN_NAME = /^[A-Za-z][A-Za-z_-]{0,63}(\[[A-Za-z_-]{1,64}\])?$/;
/** Roughly what a number, a boolean or a pair of quotes takes, with its comma and colon. */
const OVERHEAD = 6;

type Rule = 'keep' | 'host' | 'redact' | Fields;

interface Fields {
  /** By name. */
  known: ReadonlyMap<string, Field>;
  /** Whether fields that the contract does not have are shown too, redacted, because a caller sent them. */
  marksUnknown: boolean;
}

interface Field {
  rule: Rule;
  maxItems: number;
}

/** Parameters by name, each with its value or, if it was sent several times, its values. */
export type Query = Record<string, string | string[]>;

export interface Redaction {
  /** The parts of a query that may be kept; null when there was none. A repeated parameter has a list of its values. */
  query(operation: string | null, query: Query | undefined): Query | null;
  /**
   * The parts of a request's or successful response's body that may be kept; null when there was none. Never throws.
   * For a request that was not read as JSON, pass any text.
   */
  request(operation: string | null, body: unknown): Json;
  answer(operation: string | null, body: unknown): Json;
  error(body: unknown): Json;
}

/**
 * Reduces bodies to the fields of the allow-list, in the order in which they were sent, to about 4 KiB, and list pages
 * to their first items. The contract determines which schema's rules apply where; only the fields that these name are
 * read from a body, so that neither its names nor its depth matter.
 */
export function createRedaction(shapes: BodyShapes): Redaction {
  const rules = new Map(
    [...shapes.operations].map(([id, { query, request, answer }]) => [
      id,
      { query, request: compile(request, true), answer: compile(answer) },
    ]),
  );
  const error = compile(shapes.error);
  const rulesOf = (operation: string | null) => (operation === null ? undefined : rules.get(operation));
  return {
    query: (operation, query) => (query ? keepParameters(query, rulesOf(operation)?.query ?? []) : null),
    request: (operation, body) => redact(body, rulesOf(operation)?.request ?? 'redact'),
    answer: (operation, body) => redact(body, rulesOf(operation)?.answer ?? 'redact'),
    error: (body) => redact(body, error),
  };
}

function compile(shape: BodyShape | undefined, marksUnknown = false): Rule {
  if (!shape) return 'redact';
  const rules = new Map<string, Rule>();
  for (const [name, { schema, shape: inner }] of shape) {
    const { keep = '', host = '', formerly = '' } = ALLOW_LIST[schema] ?? {};
    if (names(keep).includes(name)) rules.set(name, inner ? compile(inner, marksUnknown) : 'keep');
    else rules.set(name, names(host).includes(name) ? 'host' : 'redact');
    for (const former of names(formerly)) rules.set(former, 'keep');
  }
  const isPage = shape.has('has_more');
  const known = [...rules].map(
    ([name, rule]) =>
      [name, { rule, maxItems: isPage && name === 'data' ? MAX_PAGE_ITEMS : Infinity }] as const,
  );
  return { known: new Map(known), marksUnknown };
}

/** The names in one entry of the allow-list. */
export function names(text: string): string[] {
  return text.split(' ').filter((name) => name !== '');
}

const KEPT_IN_QUERIES = new Set(names(QUERY_ALLOW_LIST.keep ?? ''));

function keepParameters(query: Query, parameters: readonly string[]): Query {
  const kept: Query = {};
  const room = { left: MAX_BODY_LENGTH };
  for (const [name, value] of Object.entries(query)) {
    if (room.left <= 0) break;
    room.left -= name.length + OVERHEAD;
    const isKept = parameters.includes(name) && KEPT_IN_QUERIES.has(name);
    const keep = (text: string) => (isKept ? keepText(storableText(text), room) : REDACTED);
    kept[shownName(name)] = Array.isArray(value) ? value.map(keep) : keep(value);
  }
  return kept;
}

function shownName(name: string): string {
  return PLAIN_NAME.test(name) ? name : REDACTED;
}

function redact(body: unknown, rule: Rule): Json {
  return keepValue(body ?? null, rule, { left: MAX_BODY_LENGTH }, Infinity);
}

/** The remaining space for one body. */
interface Room {
  left: number;
}

/** A rule for an object also applies to each object of a list; there are no lists of lists. */
function keepValue(value: unknown, rule: Rule, room: Room, maxItems: number): Json {
  return Array.isArray(value) && rule !== 'redact'
    ? keepItems(value, rule, room, maxItems)
    : keepOne(value, rule, room);
}

function keepItems(items: readonly unknown[], rule: Rule, room: Room, maxItems: number): Json[] {
  const kept: Json[] = [];
  for (const item of items) {
    if (kept.length === maxItems || room.left <= 0) break;
    kept.push(keepOne(item, rule, room));
  }
  return kept.length < items.length ? [...kept, TRUNCATED] : kept;
}

function keepOne(value: unknown, rule: Rule, room: Room): Json {
  if (value === null) return null;
  if (room.left <= 0) return TRUNCATED;
  room.left -= OVERHEAD;
  if (typeof value === 'object') {
    return typeof rule === 'string' || Array.isArray(value) ? REDACTED : keepFields(value, rule, room);
  }
  // A plain value where the contract has an object is as unknown as a field that it does not have.
  if (typeof rule !== 'string' || rule === 'redact') return REDACTED;
  if (typeof value === 'string') return keepText(rule === 'host' ? hostOf(value) : value, room);
  return typeof value === 'number' || typeof value === 'boolean' ? value : REDACTED;
}

function keepFields(object: object, { known, marksUnknown }: Fields, room: Room): Json {
  // Names alone, because pairs of names and values are the most that logging a read allocates.
  const names = Object.keys(object);
  // A copy has the shape of the original, so V8 writes it as JSON in half the time that an object of single fields takes.
  const kept: Record<string, Json> = names.every((name) => known.has(name)) ? { ...object } : {};
  for (const name of names) {
    const value = (object as Record<string, unknown>)[name];
    const field = known.get(name);
    const isLeftOut = field ? value === undefined : !marksUnknown || room.left <= 0;
    if (isLeftOut) continue;
    room.left -= name.length + OVERHEAD;
    if (field) kept[name] = keepValue(value, field.rule, room, field.maxItems);
    else kept[shownName(name)] = REDACTED;
  }
  return kept;
}

function keepText(text: string, room: Room): string {
  const fits = text.length <= room.left;
  // The cut may split a character.
  const kept = fits ? text : `${text.slice(0, Math.max(0, room.left)).toWellFormed()}${TRUNCATED}`;
  room.left -= text.length;
  return kept;
}

function hostOf(address: string): string {
  return URL.canParse(address) ? `${new URL(address).origin}/${REDACTED}` : REDACTED;
}
