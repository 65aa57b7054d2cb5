import type { JSX } from 'preact';
import { readClock } from '../../../clock/index.ts';
import { Status } from '../../../pages/index.ts';
import { listDestinations, type SavedDestination } from '../../../treasury/index.ts';
import { useTexts } from '../../frame/context.tsx';
import { describeDestination } from '../../frame/destination.ts';
import { Moment, Outcome } from '../../frame/parts.tsx';
import { Rows } from '../../frame/rows.tsx';
import { pageOf } from '../../request/area.ts';
import { paths, pathTo } from '../../request/paths.ts';
import { type MemberVisit, MONEY, type Page, READERS } from '../../request/route.ts';
import { DESTINATIONS } from './texts.ts';

/** Where the account may withdraw to. */
export const showDestinations = pageOf(paths.destinations.list, READERS, async (visit, { db }) => {
  const [destinations, now] = await Promise.all([
    listDestinations(db.read, { accountId: visit.accountId }),
    readClock(db.read),
  ]);
  return destinationsPage(visit, { destinations, now });
});

function destinationsPage(
  visit: MemberVisit,
  { destinations, now }: { destinations: readonly SavedDestination[]; now: Date },
): Page {
  const texts = DESTINATIONS[visit.language];
  const mayAct = MONEY.includes(visit.membership.role);
  return {
    title: texts.title,
    back: { href: pathTo(visit, paths.withdrawals.list), label: texts.allWithdrawals },
    action: mayAct ? (
      <a href={pathTo(visit, paths.destinations.new)} role="button">
        {texts.add}
      </a>
    ) : undefined,
    body: (
      <>
        <Outcome flashMessages={texts.flashMessages} problems={texts.problems} />
        <p class="muted">{destinations.length === 0 ? texts.none : texts.why}</p>
        {destinations.length > 0 && (
          <Rows
            label={texts.title}
            of={destinations}
            columns={[
              {
                heading: texts.name,
                brief: true,
                name: ({ id, label }) => (
                  <a href={pathTo(visit, paths.destinations.destination, { destination: id })}>{label}</a>
                ),
              },
              { heading: texts.account, cell: ({ destination }) => describeDestination(destination) },
              { heading: texts.status, cell: (destination) => <Trust of={destination} now={now} /> },
              { heading: texts.method, cell: ({ method }) => method },
              { heading: texts.saved, moment: ({ createdAt }) => createdAt },
            ]}
          />
        )}
      </>
    ),
  };
}

/** The state of a destination. Until it is trusted, withdrawals to it wait. */
export function Trust({ of, now }: { of: SavedDestination; now: Date }): JSX.Element {
  const texts = useTexts(DESTINATIONS);
  const { trustedAt } = of;
  if (trustedAt <= now) return <Status tone="good">{texts.inUse}</Status>;
  return (
    <Status tone="waiting">
      {texts.newUntil} <Moment at={trustedAt} inSentence />
    </Status>
  );
}
