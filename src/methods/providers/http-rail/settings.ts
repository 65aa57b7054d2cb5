import { StartupError } from '../../../lib/errors/errors.ts';

/**
 * The environment variables that a rail needs, all of them; undefined if none is set. Throws StartupError when only some are.
 */
export function allOrNone<Name extends string>(
  env: { readonly [N in Name]: string | undefined },
  names: readonly [Name, ...Name[]],
  page: string,
): { readonly [N in Name]: string } | undefined {
  const given = names.filter((name) => env[name] !== undefined);
  if (given.length === 0) return undefined;
  if (given.length === names.length) return env as { readonly [N in Name]: string };
  const listed = `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
  throw new StartupError(`${listed} must be set together (${page}).`);
}
