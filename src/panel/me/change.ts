import type { Database, Trx } from '../../db/index.ts';
import { DomainError } from '../../lib/errors/errors.ts';
import { isId } from '../../lib/ids.ts';
import { withQuery } from '../../pages/index.ts';
import { paths } from '../request/paths.ts';
import { reasonOf } from '../request/refusal.ts';
import type { Reply, UserVisit } from '../request/route.ts';
import { ME } from './texts.ts';

/** Does it, and goes back to the page, which says what was done, or why not. */
export async function change(
  db: Pick<Database, 'transaction'>,
  flash: keyof (typeof ME)['en']['flashMessages'],
  work: (trx: Trx) => Promise<void>,
): Promise<Reply> {
  try {
    await db.transaction(work);
    return { redirect: withQuery(paths.me.page, { flash }) };
  } catch (error) {
    return { redirect: withQuery(paths.me.page, { problem: reasonOf(error, ME.en.problems) }) };
  }
}

/** The id in the path. */
export function idOf(visit: UserVisit): string {
  const id = visit.param('id');
  if (!isId(id)) throw new DomainError('route_not_found');
  return id;
}

export function userOf({ session }: UserVisit): { id: string; email: string; name: string } {
  return { id: session.userId, email: session.email, name: session.name };
}
