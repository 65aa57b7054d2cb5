import { isUtf8 } from 'node:buffer';
import { DomainError, invalidParam } from './errors/errors.ts';

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** Values and names that one body may hold. The cost of a body grows with these, not with its bytes (D32). */
export const MAX_NODES = 10_000;

export const FORBIDDEN_NAMES = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Reads the JSON of a request. Throws `invalid_request` for text that is not JSON in UTF-8, and for JSON that must not
 * be processed: more than 10,000 values and names, nesting that is too deep, text that Postgres cannot store (NUL, lone
 * surrogates), numbers that would change, names with a special meaning in JavaScript, and names that occur twice in one
 * object.
 */
export function parseJson(bytes: Buffer, maxDepth: number): Json {
  const names = countNames(bytes);
  const { value } = decode(bytes);
  inspect(value, names, { maxDepth, isVerbatim: false });
  return value;
}

/** A body that is only echoed, as it was sent, and used for nothing else. */
export interface VerbatimJson {
  value: Json;
  text: string;
  /** For comparisons. It is equal for bodies with equal content, to the last digit of each number. */
  identity: Json;
}

/**
 * Reads JSON that is echoed as it was sent. Accepts any names, text and numbers; otherwise throws `invalid_request` as
 * `parseJson` does.
 */
export function parseVerbatimJson(bytes: Buffer, maxDepth: number): VerbatimJson {
  const names = countNames(bytes);
  const { text, value } = decode(bytes);
  inspect(value, names, { maxDepth, isVerbatim: true });
  // A double would make different numbers equal, so numbers become strings, marked differently from real strings.
  const marked = text.replace(TEXT_OR_NUMBER, (token) =>
    token.startsWith('"') ? `"t${token.slice(1)}` : `"n${exactNumber(token)}"`,
  );
  return { value, text, identity: JSON.parse(marked) as Json };
}

const TEXT_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/g;

/** The same text for all forms of one number, such as 1, 1.0 and 10e-1. */
function exactNumber(token: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?$/.exec(token) ?? [];
  const digits = (whole + fraction).replace(/^0+/, '');
  if (digits === '') return '0';
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  const scale = BigInt(exponent) - BigInt(fraction.length) + BigInt(digits.length - end);
  return `${sign}${digits.slice(0, end)}e${scale}`;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/**
 * The number of names in the text; throws when it has more values and names together than a body may. It is one pass
 * over the bytes that stores nothing and ends when there are too many, so that such a body is refused before it is
 * parsed. For text that is not JSON, the count is meaningless.
 */
function countNames(bytes: Buffer): number {
  let names = 0;
  let nodes = 0;
  let isInScalar = false;
  for (let at = 0; at < bytes.length && nodes <= MAX_NODES; at++) {
    const byte = bytes[at] as number;
    if (byte === QUOTE) {
      nodes += 1;
      at = endOfText(bytes, at);
      isInScalar = false;
    } else if (byte === OPEN_BRACKET || byte === OPEN_BRACE) {
      nodes += 1;
      isInScalar = false;
    } else if (byte === COLON) {
      names += 1;
      isInScalar = false;
    } else if (byte === COMMA || byte === CLOSE_BRACKET || byte === CLOSE_BRACE || byte <= 0x20) {
      isInScalar = false;
    } else if (!isInScalar) {
      nodes += 1;
      isInScalar = true;
    }
  }
  if (nodes > MAX_NODES) {
    throw new DomainError('invalid_request', {
      message: `The body has more than ${MAX_NODES} values and names.`,
    });
  }
  return names;
}

/** Where the string that begins at this quotation mark ends. */
function endOfText(bytes: Buffer, begin: number): number {
  let at = begin + 1;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
}

function decode(bytes: Buffer): { text: string; value: Json } {
  try {
    if (!isUtf8(bytes)) throw new Error('not UTF-8');
    const text = bytes.toString().replace(/^\ufeff/, '');
    return { text, value: JSON.parse(text) as Json };
  } catch (error) {
    throw new DomainError('invalid_request', {
      message: `The body is not valid JSON.${placeOf(error)}`,
      cause: error,
    });
  }
}

/** Only the place of a mistake, because the rest of the parser's message repeats a part of the body. */
function placeOf(error: unknown): string {
  const message = String(error);
  if (message.includes('Unexpected end')) return ' It ends too early.';
  const place = /(?<= at position )\d+/.exec(message)?.[0];
  return place === undefined ? '' : ` The first mistake is at character ${Number(place) + 1}.`;
}

interface InspectionRules {
  maxDepth: number;
  /** Whether the body is only echoed, so that its names, text and numbers do not matter. */
  isVerbatim: boolean;
}

function inspect(value: Json, namesInText: number, rules: InspectionRules): void {
  const inspection = new Inspection(rules);
  inspection.visit(value);
  if (inspection.names !== namesInText) {
    throw new DomainError('invalid_request', { message: 'An object in the body has the same name twice.' });
  }
}

/** One walk over a value, which throws at the first part that must not be processed. */
class Inspection {
  readonly #maxDepth: number;
  readonly #isVerbatim: boolean;
  /** The keys that lead to the current part, turned into a path only when it is refused. */
  readonly #trail: (string | number)[] = [];
  names = 0;

  constructor({ maxDepth, isVerbatim }: InspectionRules) {
    this.#maxDepth = maxDepth;
    this.#isVerbatim = isVerbatim;
  }

  visit(value: Json): void {
    if (typeof value === 'string') this.#visitText(value);
    else if (typeof value === 'number') this.#visitNumber(value);
    else if (typeof value === 'object' && value !== null) this.#visitContainer(value);
  }

  #visitContainer(value: Json[] | { [key: string]: Json }): void {
    // This also limits the recursion of the walk.
    if (this.#trail.length >= this.#maxDepth) {
      this.#refuse(`The body is nested deeper than ${this.#maxDepth} levels.`);
    }
    if (Array.isArray(value)) {
      for (let at = 0; at < value.length; at++) {
        this.#trail.push(at);
        this.visit(value[at] as Json);
        this.#trail.pop();
      }
    } else {
      for (const name of Object.keys(value)) {
        this.names += 1;
        this.#visitText(name);
        this.#trail.push(name);
        if (!this.#isVerbatim && FORBIDDEN_NAMES.has(name)) this.#refuse(`The name ${name} is not allowed.`);
        this.visit(value[name] as Json);
        this.#trail.pop();
      }
    }
  }

  #visitText(text: string): void {
    if (this.#isVerbatim) return;
    if (text.includes('\0') || !text.isWellFormed()) {
      this.#refuse('Text must be well-formed Unicode without NUL characters.');
    }
  }

  /** Beyond a double's precision, two different numbers become equal, and a retry could not tell them apart. */
  #visitNumber(number: number): void {
    if (this.#isVerbatim) return;
    if (!Number.isFinite(number) || (Number.isInteger(number) && !Number.isSafeInteger(number))) {
      this.#refuse('A number beyond 2^53 would lose digits; send it as text.');
    }
  }

  #refuse(message: string): never {
    const path = this.#trail.map((key, at) =>
      typeof key === 'number' ? `[${key}]` : at === 0 ? key : `.${key}`,
    );
    throw invalidParam(path.join(''), message);
  }
}

/** The same value always gives the same text, because object keys are sorted. Nothing else is changed. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(sorted(value));
}

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  const object = value as Record<string, unknown>;
  const members = Object.keys(object).sort();
  return Object.fromEntries(members.map((name) => [name, sorted(object[name])]));
}
