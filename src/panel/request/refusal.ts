import { DomainError } from '../../lib/errors/errors.ts';

/**
 * The key of the text that explains an error to people: `code.param` before `code`. An error that none of the texts
 * explains is thrown again.
 */
export function reasonOf<K extends string>(error: unknown, problems: Readonly<Record<K, string>>): K {
  if (!(error instanceof DomainError)) throw error;
  const isExplained = (key: string): key is K => Object.hasOwn(problems, key);
  const reason = [`${error.code}.${error.param}`, error.code].find(isExplained);
  if (reason === undefined) throw error;
  return reason;
}
