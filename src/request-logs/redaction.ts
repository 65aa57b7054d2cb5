import type { BodyShape, BodyShapes } from '../contract/body-shapes.ts';
import type { Json } from '../lib/json.ts';
import { ALLOW_LIST, QUERY_ALLOW_LIST } from './allow-list.ts';

/** Replaces what the call log does not keep. */
const REDACTED = '[redacted]';
/** Replaces the rest of a body that is longer than the call log keeps. */
const TRUNCATED = '[truncated]';

/** How much of a body is kept, in characters of its names and values. */
const MAX_BODY_LENGTH = 4 * 1024;
/** Items kept of a list page: enough to show what was returned. All would be most of the log, and of its cost. */
const MAX_PAGE_ITEMS = 3;
/** Roughly what a number, a boolean or a pair of quotes takes, with its comma and colon. */
const OVERHEAD = 6;

type Rule = 'keep' | 'host' | 'redact' | Fields;
type Fields = readonly Field[];

interface Field {
  name: string;
  rule: Rule;
  maxItems: number;
}

export interface Redaction {
  /**
   * What may be kept of a query: null when there was none, and nothing when no operation was matched. A repeated
   * parameter keeps its values, separated by commas.
   */
  query(operation: string | null, query: object | undefined): Record<string, string> | null;
  /** What may be kept of the body of a request or a successful response: null when there was none. Never throws. */
  request(operation: string | null, body: unknown): Json;
  answer(operation: string | null, body: unknown): Json;
  error(body: unknown): Json;
}

/**
 * Reduces bodies to what the allow-list names, to about 4 KiB, and list pages to their first items. The contract says
 * which schema's rules apply where; only the fields that these name are read from a body, so that neither its names
 * nor its depth matter.
 */
export function createRedaction(shapes: BodyShapes): Redaction {
  const rules = new Map(
    [...shapes.operations].map(([id, { query, request, answer }]) => [
      id,
      { query, request: compile(request), answer: compile(answer) },
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

function compile(shape: BodyShape | undefined): Rule {
  if (!shape) return 'redact';
  const rules = new Map<string, Rule>();
  for (const [name, { schema, shape: inner }] of shape) {
    const { keep = '', host = '', formerly = '' } = ALLOW_LIST[schema] ?? {};
    if (names(keep).includes(name)) rules.set(name, inner ? compile(inner) : 'keep');
    else rules.set(name, names(host).includes(name) ? 'host' : 'redact');
    for (const former of names(formerly)) rules.set(former, 'keep');
  }
  const isPage = shape.has('has_more');
  return [...rules].map(([name, rule]) => ({
    name,
    rule,
    maxItems: isPage && name === 'data' ? MAX_PAGE_ITEMS : Infinity,
  }));
}

/** The names in one entry of the allow-list. */
export function names(text: string): string[] {
  return text.split(' ').filter((name) => name !== '');
}

const KEPT_IN_QUERIES = new Set(names(QUERY_ALLOW_LIST.keep ?? ''));

function keepParameters(query: object, parameters: readonly string[]): Record<string, string> {
  const kept: Record<string, string> = {};
  const room = { left: MAX_BODY_LENGTH };
  for (const name of parameters) {
    const value = Object.hasOwn(query, name)
      ? (query as Record<string, string | string[] | undefined>)[name]
      : undefined;
    // The validator also names parameters that are objects when they were not sent.
    if (value === undefined) continue;
    kept[name] = KEPT_IN_QUERIES.has(name) ? keepText(storable(String(value)), room) : REDACTED;
  }
  return kept;
}

/** In a body, such text is refused before it gets here. */
function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd');
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

function keepFields(object: object, fields: Fields, room: Room): Json {
  const kept: Record<string, Json> = {};
  for (const { name, rule, maxItems } of fields) {
    const value = (object as Record<string, unknown>)[name];
    if (value === undefined) continue;
    room.left -= name.length + OVERHEAD;
    kept[name] = keepValue(value, rule, room, maxItems);
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
