/** A notice taken apart. */
interface NoticeParts {
  event: string;
  /** The original bytes, which are signed; parsing and printing would change them. */
  payload: Buffer;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING = new Set([0x7b, 0x5b]);
const CLOSING = new Set([0x7d, 0x5d]);
const SPACE = new Set([0x20, 0x09, 0x0a, 0x0d]);
/** The characters that end a number, or a word like `null`. */
const ENDING = new Set([0x2c, ...CLOSING, ...SPACE]);
const MAX_MEMBERS = 20;

/**
 * Finds the event and the payload's bytes in a body like `{"event":"…","payload":{…}}`. Undefined for anything else,
 * notably two payloads, of which another parser might use the other one.
 */
export function sliceNotice(body: Buffer): NoticeParts | undefined {
  const values = new Map<string, Buffer>();
  try {
    for (const [name, value] of membersOf(body)) {
      if (values.has(name) || values.size === MAX_MEMBERS) return undefined;
      values.set(name, value);
    }
    const [event, payload] = [values.get('event'), values.get('payload')];
    if (!event || payload?.[0] !== 0x7b) return undefined;
    const name: unknown = JSON.parse(event.toString());
    JSON.parse(payload.toString());
    return typeof name === 'string' ? { event: name, payload } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The same JSON without the whitespace between its parts, with numbers and strings unchanged, because the signed form
 * is compact, while the sent one may not be.
 */
export function compact(json: Buffer): Buffer {
  const kept: Buffer[] = [];
  for (let at = 0; at < json.length;) {
    const isString = json[at] === QUOTE;
    let end = isString ? endOfString(json, at) : at;
    while (!isString && end < json.length && json[end] !== QUOTE && !SPACE.has(json[end] ?? -1)) end++;
    kept.push(json.subarray(at, end));
    while (SPACE.has(json[end] ?? -1)) end++;
    at = end;
  }
  return Buffer.concat(kept);
}

/** The members of the body's object, each with its value's bytes. Throws if it is malformed. */
function* membersOf(body: Buffer): Generator<[name: string, value: Buffer]> {
  let at = 0;
  const skipSpace = (): void => {
    while (SPACE.has(body[at] ?? -1)) at++;
  };
  const expect = (character: string): void => {
    if (body[at] !== character.charCodeAt(0)) throw new SyntaxError(`no ${character}`);
    at++;
  };
  expect('{');
  for (;;) {
    skipSpace();
    const nameEnd = endOfString(body, at);
    const name = JSON.parse(body.toString('utf8', at, nameEnd)) as string;
    at = nameEnd;
    skipSpace();
    expect(':');
    skipSpace();
    const end = endOfValue(body, at);
    yield [name, body.subarray(at, end)];
    at = end;
    skipSpace();
    if (body[at] === 0x7d && at === body.length - 1) return;
    expect(',');
  }
}

/** Strings, objects and lists end by themselves; anything else ends before a comma, a bracket or a space. */
function endOfValue(body: Buffer, from: number): number {
  const first = body[from] ?? -1;
  if (first === QUOTE) return endOfString(body, from);
  if (!OPENING.has(first)) {
    let at = from;
    while (at < body.length && !ENDING.has(body[at] ?? -1)) at++;
    return at;
  }
  let depth = 0;
  for (let at = from; at < body.length; at++) {
    const byte = body[at] ?? -1;
    if (byte === QUOTE) at = endOfString(body, at) - 1;
    else if (OPENING.has(byte)) depth++;
    else if (CLOSING.has(byte) && --depth === 0) return at + 1;
  }
  throw new SyntaxError('it does not end');
}

function endOfString(body: Buffer, from: number): number {
  if (body[from] !== QUOTE) throw new SyntaxError('no string');
  for (let at = from + 1; at < body.length; at++) {
    if (body[at] === BACKSLASH) at++;
    else if (body[at] === QUOTE) return at + 1;
  }
  throw new SyntaxError('it does not end');
}
