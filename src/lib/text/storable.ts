/** The text in storable form. Postgres accepts neither NUL nor half of a surrogate pair, which become U+FFFD. */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd');
}

/** The same value, in which every text and every name can be stored. Goes into lists and plain objects only. */
export function storable<T>(value: T): T {
  if (typeof value === 'string') return storableText(value) as T;
  if (Array.isArray(value)) return value.map(storable) as T;
  if (!isPlain(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [storableText(name), storable(one as unknown)]),
  ) as T;
}

/** Reads JSON from outside, with texts that can be stored. Throws SyntaxError. */
export function parseStorable(text: string): unknown {
  return storable(JSON.parse(text) as unknown);
}

function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
