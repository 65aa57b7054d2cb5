/** A browser and a system as people call them; undefined where the browser does not say. */
export interface Browser {
  name: string | undefined;
  system: string | undefined;
}

// The first that fits: most browsers also name those that they resemble.
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

/** Reads what a browser says of itself. It may say anything, so this is for people to recognize, not to rely on. */
export function readUserAgent(agent: string): Browser {
  const find = (known: readonly [string, RegExp][]): string | undefined =>
    known.find(([, pattern]) => pattern.test(agent))?.[0];
  return { name: find(NAMES), system: find(SYSTEMS) };
}
