import { lockAccount } from '../accounts/index.ts';
import { type Actor, recordAction } from '../audit-log/index.ts';
import type { Queryable, Trx } from '../db/index.ts';
import { DomainError, invalidParam } from '../lib/errors/errors.ts';
import { isId, newId } from '../lib/ids.ts';
import * as repository from './repository.ts';

const MAX_QUERY_LENGTH = 2_000;
const MOST_PARAMETERS = 30;
const MOST_OWN = 20;
const MOST_SHARED = 50;

export type SavedView = repository.ViewRow;

/** The views of a list that a person may open, by their names: at most 20 own ones and 50 shared ones. */
export const listViews = (
  on: Queryable,
  reader: { accountId: string; list: string; userId: string },
): Promise<SavedView[]> => repository.listRows(on, reader);

/**
 * Keeps the filters and columns of a list under a name; one of the same name by the same person is replaced. What the
 * parameters mean is for the list to judge when the view is opened. Throws `invalid_request` naming `query` for what is no
 * query of a list, and `name.many` after 20 of a person or 50 that are shared.
 */
export async function saveView(
  trx: Trx,
  actor: Actor & { userId: string },
  view: { accountId: string; list: string; name: string; query: string; isShared: boolean },
): Promise<{ id: string; query: string }> {
  const parameters = [...new URLSearchParams(view.query)];
  if (parameters.length > MOST_PARAMETERS || parameters.some(([name]) => !/^[a-z_]{1,40}$/.test(name)))
    throw invalidParam('query', 'query must be the query of a list.');
  const query = new URLSearchParams(parameters).toString();
  if (query.length > MAX_QUERY_LENGTH) throw invalidParam('query', 'query must be the query of a list.');
  // Those who save at the same time wait here, so that all of them are counted.
  await lockAccount(trx, { id: view.accountId });
  const { userId } = actor;
  const counted = await repository.countViews(trx, { ...view, userId });
  if (!counted || counted.own >= MOST_OWN || (view.isShared && counted.shared >= MOST_SHARED))
    throw invalidParam('name.many', `There are ${MOST_OWN} own views or ${MOST_SHARED} shared ones already.`);
  const saved = await repository.upsert(trx, {
    ...view,
    query,
    id: newId(),
    userId,
    createdAt: await trx.now,
  });
  if (!saved) throw new Error('an insert without a row');
  if (view.isShared) await record(trx, actor, 'saved_view.shared', view);
  return { id: saved.id, query };
}

/** Throws `route_not_found` for what is no view of this list, and `forbidden` for another person's, unless they may. */
export async function removeView(
  trx: Trx,
  actor: Actor & { userId: string },
  key: { accountId: string; id: string; list: string },
  { ofOthers }: { ofOthers: boolean },
): Promise<void> {
  const view = isId(key.id) ? await repository.lockView(trx, key) : undefined;
  const isOwn = view?.userId === actor.userId;
  if (!view || (!isOwn && !view.isShared)) throw new DomainError('route_not_found');
  if (!isOwn && !ofOthers) throw new DomainError('forbidden');
  await repository.deleteView(trx, key);
  if (view.isShared) await record(trx, actor, 'saved_view.removed', view);
}

/** Only views that the team shares are in the account's audit log. */
function record(
  trx: Trx,
  actor: Actor,
  action: string,
  { accountId, name, list }: Pick<SavedView, 'accountId' | 'name' | 'list'>,
): Promise<void> {
  return recordAction(trx, accountId, actor, { action, subject: name, details: { list } });
}
