import { DomainError } from '../../lib/errors/errors.ts';
import { isKeyOf } from '../../lib/is-key-of.ts';
import type { Refused, Reply } from './route.ts';

/**
 * The key of the text that explains an error to people, with `code.param` before `code`. An error that none of the
 * texts explains is thrown again.
 */
export function reasonOf<K extends string>(error: unknown, problems: Readonly<Record<K, string>>): K {
  if (!(error instanceof DomainError)) throw error;
  // One of a list is named with its place in it.
  const param = error.param?.replace(/\[\d+\]$/, '');
  const reason = [`${error.code}.${param}`, error.code].find((key) => isKeyOf(problems, key));
  if (reason === undefined) throw error;
  return reason;
}

/** Shows the page of a form again, which says why it was refused. An error that none of the problems explains is thrown again. */
export function refusalOf(
  error: unknown,
  on: Pick<Refused, 'form' | 'page'>,
  problems: Readonly<Record<string, string>>,
): Reply {
  return { refused: { ...on, problem: reasonOf(error, problems) } };
}
