/** The text in storable form. Postgres accepts neither NUL nor half of a surrogate pair, which become U+FFFD. */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd');
}

/**
 * The same value, in which every text and every name can be stored. Goes into lists and plain objects only. Nearly all
 * values are returned as they are, which takes less time than a copy.
 */
export function storable<T>(value: T): T {
  return isStorable(value) ? value : (withStorableTexts(value) as T);
}

function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return isStorableText(value);
  if (Array.isArray(value)) return value.every(isStorable);
  if (!isPlain(value)) return true;
  for (const name of Object.keys(value)) {
    if (!isStorableText(name) || !isStorable(value[name])) return false;
  }
  return true;
}

function isStorableText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

function withStorableTexts(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value);
  if (Array.isArray(value)) return value.map(withStorableTexts);
  if (!isPlain(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [storableText(name), withStorableTexts(one)]),
  );
}

/** Reads JSON from outside, with texts that can be stored. Throws SyntaxError. */
export function parseStorable(text: string): unknown {
  return storable(JSON.parse(text) as unknown);
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
