/** What a stranger does with a client, whichever made it. Each check rejects when the client cannot do it. */
export interface Checks {
  main_job(): Promise<void>;
  metadata(): Promise<void>;
  null(): Promise<void>;
  events(): Promise<void>;
  error(): Promise<void>;
  page(): Promise<void>;
}

export async function run(checks: Checks): Promise<void> {
  for (const [name, check] of Object.entries(checks)) {
    const failure = await (check as () => Promise<void>)().then(() => undefined, String);
    console.log(`${name}: ${(failure ?? 'ok').replaceAll('\n', ' ')}`);
  }
}

export function same(actual: unknown, expected: unknown): void {
  const [found, wanted] = [actual, expected].map((value) => JSON.stringify(value));
  if (found !== wanted) throw new Error(`${found}, not ${wanted}`);
}

export const BASE_URL = process.env['PAYMENTS_BASE_URL'] ?? '';
export const API_KEY = process.env['PAYMENTS_API_KEY'] ?? '';
export const VERSION = process.env['PAYMENTS_VERSION'] ?? '';
