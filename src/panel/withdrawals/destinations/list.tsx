import type { JSX } from 'preact';
import { readClock } from '../../../clock/index.ts';
import { Table } from '../../../pages/index.ts';
import { listDestinations, type SavedDestination } from '../../../treasury/index.ts';
import { useMemberVisit } from '../../frame/context.tsx';
import { describeDestination } from '../../frame/destination.ts';
import { Moment, Outcome } from '../../frame/parts.tsx';
import { paths, pathTo } from '../../request/paths.ts';
import { READERS } from '../../request/readers.ts';
import { type MemberVisit, MONEY, type Page, type Route } from '../../request/route.ts';
import type { PanelServices } from '../../request/services.ts';
import { DESTINATIONS } from './texts.ts';
import { Trust } from './trust.tsx';

/** Where the account may withdraw to. */
export function showDestinations({ db }: PanelServices): Route[] {
  return [
    {
      method: 'get',
      path: paths.destinations.list,
      access: READERS,
      handle: async (visit) => {
        const [destinations, now] = await Promise.all([
          listDestinations(db.read, { accountId: visit.accountId }),
          readClock(db.read),
        ]);
        return { page: destinationsPage(visit, { destinations, now }) };
      },
    },
  ];
}

function destinationsPage(
  visit: MemberVisit,
  { destinations, now }: { destinations: readonly SavedDestination[]; now: Date },
): Page {
  const texts = DESTINATIONS[visit.language];
  const mayAct = MONEY.includes(visit.membership.role);
  return {
    title: texts.title,
    back: { href: pathTo(visit, paths.withdrawals.list), label: texts.back },
    action: mayAct ? (
      <a href={pathTo(visit, paths.destinations.new)} role="button">
        {texts.add}
      </a>
    ) : undefined,
    body: (
      <>
        <Outcome notices={texts.notices} problems={texts.problems} />
        <p class="muted">{destinations.length === 0 ? texts.none : texts.why}</p>
        {destinations.length > 0 && (
          <Table
            label={texts.title}
            headings={[texts.name, texts.account, texts.state, texts.method, texts.saved]}
          >
            {destinations.map((destination) => (
              <Row of={destination} now={now} />
            ))}
          </Table>
        )}
      </>
    ),
  };
}

function Row({ of, now }: { of: SavedDestination; now: Date }): JSX.Element {
  const visit = useMemberVisit();
  const { id, label, method, destination, createdAt } = of;
  return (
    <tr>
      <th scope="row" dir="auto">
        <a href={pathTo(visit, paths.destinations.destination, { destination: id })}>{label}</a>
      </th>
      <td>{describeDestination(destination)}</td>
      <td>
        <Trust of={of} now={now} />
      </td>
      <td>{method}</td>
      <td>
        <Moment at={createdAt} />
      </td>
    </tr>
  );
}
