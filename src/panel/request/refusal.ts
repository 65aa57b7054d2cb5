import { DomainError } from '../../lib/errors/errors.ts';
import { withQuery } from '../../pages/index.ts';
import { isKeyOf } from '../../lib/is-key-of.ts';
import type { Page, Reply } from './route.ts';

/**
 * The key of the text that explains an error to people: `code.param` before `code`. An error that none of the texts
 * explains is thrown again.
 */
export function reasonOf<K extends string>(error: unknown, problems: Readonly<Record<K, string>>): K {
  if (!(error instanceof DomainError)) throw error;
  // One of a list is named with its place in it.
  const param = error.param?.replace(/\[\d+\]$/, '');
  const reason = [`${error.code}.${param}`, error.code].find((key) => isKeyOf(problems, key));
  if (reason === undefined) throw error;
  return reason;
}

/**
 * Carries out an action, and goes to the page with the notice that it returns; or, with the problem, back to the page that
 * it came `from`.
 */
export async function attempt<N extends string, P extends string>(
  { page, from = page }: { page: string; from?: string },
  texts: { notices: Readonly<Record<N, string>>; problems: Readonly<Record<P, string>> },
  work: () => Promise<NoInfer<N>>,
): Promise<Reply> {
  try {
    return { redirect: withQuery(page, { notice: await work() }) };
  } catch (error) {
    return { redirect: withQuery(from, { problem: reasonOf(error, texts.problems) }) };
  }
}

/** The same for what was filled in: with a problem, it shows the form again, with what was entered. */
export async function attemptForm<N extends string, P extends string>(
  page: string,
  texts: { notices: Readonly<Record<N, string>>; problems: Readonly<Record<P, string>> },
  work: () => Promise<NoInfer<N>>,
  again: (problem: P) => Promise<Page>,
): Promise<Reply> {
  try {
    return { redirect: withQuery(page, { notice: await work() }) };
  } catch (error) {
    return { page: await again(reasonOf(error, texts.problems)), status: 422 };
  }
}
