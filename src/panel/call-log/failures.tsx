import type { JSX } from 'preact';
import { formatCount, Table, withQuery } from '../../pages/index.ts';
import { countFailures, type FailureGroup } from '../../request-logs/index.ts';
import { Moment } from '../frame/parts.tsx';
import { paths, pathTo } from '../request/paths.ts';
import { type MemberVisit, type Page, type Route } from '../request/route.ts';
import { TECHNICAL } from '../../people/index.ts';
import type { PanelServices } from '../request/services.ts';
import { daysAgo } from './reading.ts';
import { CALL_LOG } from './texts.ts';
import { pathToCall, Views } from './views.tsx';

/** Bounds what one page reads; shown with the counts when it is reached. */
const MAX_FAILURES = 20_000;
const MAX_CAUSES = 100;

/** The failed calls of a week, by cause. */
export function showFailures({ db }: PanelServices): Route[] {
  return [
    {
      method: 'get',
      path: paths.callLog.failures,
      access: TECHNICAL,
      handle: async (visit) => {
        const { accountId } = visit;
        const query = { since: daysAgo(7), dayAgo: daysAgo(1), limit: MAX_FAILURES, causes: MAX_CAUSES };
        const groups = await countFailures(db.listRead(accountId, query), { accountId, ...query });
        return { page: failuresPage(visit, groups) };
      },
    },
  ];
}

function failuresPage(visit: MemberVisit, groups: readonly FailureGroup[]): Page {
  const texts = CALL_LOG[visit.language];
  const isCapped = groups.reduce((sum, { total }) => sum + total, 0) >= MAX_FAILURES;
  return {
    title: texts.views.failures,
    body: (
      <>
        <Views here="failures" />
        <p>{groups.length === 0 ? texts.noFailures : texts.failuresWhy}</p>
        {isCapped && <p class="muted">{texts.latestOnly(formatCount(MAX_FAILURES))}</p>}
        {groups.length === MAX_CAUSES && <p class="muted">{texts.causesOnly(formatCount(MAX_CAUSES))}</p>}
        {groups.length > 0 && (
          <Table
            label={texts.views.failures}
            headings={[
              texts.cause,
              { number: texts.lastDay },
              { number: texts.lastWeek },
              texts.firstTime,
              texts.lastTime,
            ]}
          >
            {groups.map((group) => failureRow(visit, group))}
          </Table>
        )}
      </>
    ),
  };
}

function failureRow(visit: MemberVisit, group: FailureGroup): JSX.Element {
  const texts = CALL_LOG[visit.language];
  const { errorCode: code, errorParam: param, operation } = group;
  const filters = { code, param: param ?? undefined, operation: operation ?? undefined };
  return (
    <tr>
      <th scope="row" class="call">
        <a href={withQuery(pathTo(visit, paths.callLog.list), filters)}>{code}</a>
        {param !== null && (
          <>
            {' '}
            <code>{param}</code>
          </>
        )}
        <br />
        <small class="muted">{operation ?? texts.noOperation}</small>
      </th>
      <td class="number">{formatCount(group.lastDay)}</td>
      <td class="number">{formatCount(group.total)}</td>
      <td>
        <a href={pathToCall(visit, group.firstId)}>
          <Moment at={group.firstAt} seconds />
        </a>
      </td>
      <td>
        <a href={pathToCall(visit, group.lastId)}>
          <Moment at={group.lastAt} seconds />
        </a>
      </td>
    </tr>
  );
}
