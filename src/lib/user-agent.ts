/** A browser and a system under their common names; undefined where the browser does not say. */
export interface Browser {
  name: string | undefined;
  system: string | undefined;
}

// The first match counts, because most browsers also name those that they resemble.
const NAMES: readonly [name: string, pattern: RegExp][] = [
  ['Edge', /\bEdg(?:A|iOS)?\//],
  ['Opera', /\bOPR\/|\bOPiOS\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS|HeadlessChrome|Chromium)\//],
  ['Safari', /\bVersion\/[\d.]+ .*Safari\//],
  ['curl', /^curl\//],
];

const SYSTEMS: readonly [system: string, pattern: RegExp][] = [
  ['iPad', /\biPad\b/],
  ['iPhone', /\biPhone\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows NT\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
];

/** Reads a browser's description of itself. It is for recognition by people only, because it can be anything. */
export function readUserAgent(agent: string): Browser {
  const find = (known: readonly [string, RegExp][]): string | undefined =>
    known.find(([, pattern]) => pattern.test(agent))?.[0];
  return { name: find(NAMES), system: find(SYSTEMS) };
}
