import { readClock } from '../../../clock/index.ts';
import { DomainError } from '../../../lib/errors/errors.ts';
import { isId } from '../../../lib/ids.ts';
import { Facts, withQuery } from '../../../pages/index.ts';
import { findDestination, type SavedDestination } from '../../../treasury/index.ts';
import { actionOf } from '../../frame/action.tsx';
import { describeDestination } from '../../frame/destination.ts';
import { Moment } from '../../frame/parts.tsx';
import { pageOf } from '../../request/area.ts';
import { paths, pathTo } from '../../request/paths.ts';
import { type MemberVisit, MONEY, type Page, READERS } from '../../request/route.ts';
import { DESTINATIONS } from './texts.ts';
import { Trust } from './trust.tsx';

export const removeDestination = actionOf({
  path: paths.destinations.remove,
  access: MONEY,
  freshProof: true,
  texts: DESTINATIONS,
  page: paths.destinations.destination,
  deed: async (trx, visit, { destinations }) => {
    const id = visit.param('destination');
    if (!isId(id)) throw new DomainError('destination_not_found');
    await destinations.remove(trx, visit.accountId, visit.actor, id);
  },
  notice: 'removed',
  to: paths.destinations.list,
});

/** One destination, and its removal. */
export const showDestination = pageOf(paths.destinations.destination, READERS, async (visit, { db }) => {
  const id = visit.param('destination');
  const [destination, now] = await Promise.all([
    isId(id) ? findDestination(db.read, { accountId: visit.accountId, id }) : undefined,
    readClock(db.read),
  ]);
  if (!destination) throw new DomainError('destination_not_found');
  return destinationPage(visit, destination, now);
});

function destinationPage(visit: MemberVisit, of: SavedDestination, now: Date): Page {
  const texts = DESTINATIONS[visit.language];
  const { id, label, method, destination, createdAt, createdByEmail } = of;
  return {
    title: label,
    back: { href: pathTo(visit, paths.destinations.list), label: texts.backToList },
    body: (
      <>
        <p>
          <Trust of={of} now={now} />
        </p>
        <Facts
          of={[
            [texts.method, method],
            [texts.account, describeDestination(destination)],
            [texts.saved, <Moment at={createdAt} />],
            [texts.savedBy, createdByEmail],
          ]}
        />
        {MONEY.includes(visit.membership.role) && (
          <>
            <p>
              <a href={withQuery(pathTo(visit, paths.withdrawals.new), { destination: id })} role="button">
                {texts.withdraw}
              </a>
            </p>
            <h2>{texts.remove}</h2>
            <p class="muted">{texts.removeHint}</p>
            <removeDestination.Form of={{ destination: id }}>
              <button type="submit" class="secondary">
                {texts.removeIt}
              </button>
            </removeDestination.Form>
          </>
        )}
      </>
    ),
  };
}
