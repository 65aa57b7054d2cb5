import { readClock } from '../../../clock/index.ts';
import { DomainError } from '../../../lib/errors/errors.ts';
import { isId } from '../../../lib/ids.ts';
import { withQuery } from '../../../pages/index.ts';
import { findDestination } from '../../../treasury/index.ts';
import { actionOf } from '../../frame/action.tsx';
import { describeDestination } from '../../frame/destination.ts';
import { detailOf } from '../../frame/detail.tsx';
import { Moment } from '../../frame/parts.tsx';
import { pageOf } from '../../request/area.ts';
import { paths, pathTo } from '../../request/paths.ts';
import { MONEY, READERS } from '../../request/route.ts';
import { Trust } from './list.tsx';
import { DESTINATIONS } from './texts.ts';

export const removeDestination = actionOf({
  path: paths.destinations.remove,
  access: MONEY,
  freshProof: true,
  texts: DESTINATIONS,
  page: paths.destinations.destination,
  act: async (trx, visit, { destinations }) => {
    const id = visit.param('destination');
    if (!isId(id)) throw new DomainError('destination_not_found');
    await destinations.remove(trx, visit.accountId, visit.actor, id);
  },
  flash: 'removed',
  to: paths.destinations.list,
});

/** One destination, and its removal. */
export const showDestination = pageOf(paths.destinations.destination, READERS, async (visit, { db }) => {
  const id = visit.param('destination');
  const [saved, now] = await Promise.all([
    isId(id) ? findDestination(db.read, { accountId: visit.accountId, id }) : undefined,
    readClock(db.read),
  ]);
  if (!saved) throw new DomainError('destination_not_found');
  const texts = DESTINATIONS[visit.language];
  return detailOf({
    title: saved.label,
    back: { href: pathTo(visit, paths.destinations.list), label: texts.backToList },
    facts: [
      [texts.status, <Trust of={saved} now={now} />],
      [texts.method, saved.method],
      [texts.account, describeDestination(saved.destination)],
      [texts.saved, <Moment at={saved.createdAt} />],
      [texts.savedBy, saved.createdByEmail],
    ],
    children: MONEY.includes(visit.membership.role) && (
      <>
        <p>
          <a href={withQuery(pathTo(visit, paths.withdrawals.new), { destination: id })} role="button">
            {texts.withdraw}
          </a>
        </p>
        <removeDestination.Section
          of={{ destination: id }}
          folded
          title={texts.removeIt}
          hint={texts.removeHint}
        />
      </>
    ),
  });
});
