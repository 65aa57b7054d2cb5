import type { Environment } from '../../../lib/environment.ts';
import { StartupError } from '../../../lib/errors/errors.ts';

/**
 * Returns the environment variables that a rail needs. Returns undefined if neither they nor the optional `others` are
 * set, and throws StartupError if only some are.
 */
export function allOrNone<Name extends string, With extends string = never>(
  env: { readonly [N in NoInfer<Name | With>]: string | undefined },
  names: readonly [Name, ...Name[]],
  page: string,
  others: readonly With[] = [],
): { readonly [N in Name]: string } | undefined {
  if ([...names, ...others].every((name) => env[name] === undefined)) return undefined;
  if (names.every((name) => env[name] !== undefined)) return env as { readonly [N in Name]: string };
  const listed = `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
  throw new StartupError(`${listed} must be set together (${page}).`);
}

/** The addresses of a rail's API by environment. */
interface Hosts {
  /** The production address; undefined if the provider announces it with the contract. */
  live?: string;
  test: string;
  /** Matches hosts of environments without real money. */
  isTest: RegExp;
}

/**
 * Returns the address of a rail's API, which is the given one or the documented one for the environment. Throws
 * StartupError for an address of the other environment. In test, an address without `https` is accepted, because it is
 * a stand-in's.
 */
export function baseUrlOf(
  environment: Environment,
  variable: string,
  given: string | undefined,
  { live, test, isTest }: Hosts,
): string {
  const url = given ?? (environment === 'test' ? test : live) ?? '';
  const isSecure = url.startsWith('https://');
  if (environment === 'live' && (!isSecure || isTest.test(url)))
    throw new StartupError(
      `ENVIRONMENT=live moves real money: ${variable} must be ${live === undefined ? 'the production host that was named with the contract' : `like ${live}`}.`,
    );
  if (environment === 'test' && isSecure && !isTest.test(url))
    throw new StartupError(`ENVIRONMENT=test moves no real money: ${variable} must be like ${test}.`);
  return url;
}
