import type { Environment } from '../../../lib/environment.ts';
import { StartupError } from '../../../lib/errors/errors.ts';

/**
 * The environment variables that a rail needs, all of them; undefined if none is set, nor one of those that only go with them.
 * Throws StartupError when only some are.
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

/** Where a rail's API is, for an environment. */
interface Hosts {
  /** That of production; undefined if it is told with the contract. */
  live?: string;
  test: string;
  /** How hosts are called where no real money moves. */
  isTest: RegExp;
}

/**
 * The address of a rail's API: as given, or as documented for the environment. Throws StartupError for one of the other
 * environment: what is neither `https` nor a test host stands in for the rail.
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
