import { formatCount, withQuery } from '../../pages/index.ts';
import { countFailures, type FailureGroup } from '../../request-logs/index.ts';
import { Moment } from '../frame/parts.tsx';
import { Table } from '../frame/tables.tsx';
import { paths, pathTo } from '../request/paths.ts';
import { type MemberVisit, type Page, type Route } from '../request/route.ts';
import { TECHNICAL } from '../../people/index.ts';
import type { PanelServices } from '../request/services.ts';
import { daysAgo } from './reading.ts';
import { CALL_LOG } from './texts.ts';
import { pathToCall, Views } from './views.tsx';

/** Bounds what one page reads; shown with the counts when it is reached. */
const MAX_FAILURES = 20_000;

/** The failed calls of a week, by error code and operation. */
export function showFailures({ db }: PanelServices): Route[] {
  return [
    {
      method: 'get',
      path: paths.callLog.failures,
      access: TECHNICAL,
      handle: async (visit) => {
        const { accountId } = visit;
        const query = { since: daysAgo(7), dayAgo: daysAgo(1), limit: MAX_FAILURES };
        const groups = await countFailures(db.listRead(accountId, query), { accountId, ...query });
        return { page: failuresPage(visit, groups, MAX_FAILURES) };
      },
    },
  ];
}

/** Failed calls by error code and operation; at most `limit` calls are counted. */
function failuresPage(visit: MemberVisit, groups: readonly FailureGroup[], limit: number): Page {
  const texts = CALL_LOG[visit.language];

  const callsOf = ({ errorCode: code, operation }: FailureGroup): string =>
    withQuery(pathTo(visit, paths.callLog.list), { code, ...(operation !== null && { operation }) });
  const isCapped = groups.reduce((sum, { total }) => sum + total, 0) >= limit;
  return {
    title: texts.views.failures,
    body: (
      <>
        <Views visit={visit} here="failures" />
        <p>{groups.length === 0 ? texts.noFailures : texts.failuresWhy}</p>
        {isCapped && <p class="muted">{texts.latestOnly(formatCount(limit))}</p>}
        {groups.length > 0 && (
          <Table
            label={texts.views.failures}
            headings={[
              texts.code,
              texts.operation,
              { number: texts.lastDay },
              { number: texts.lastWeek },
              texts.lastTime,
            ]}
          >
            {groups.map((group) => (
              <tr>
                <th scope="row">
                  <a href={callsOf(group)}>{group.errorCode}</a>
                </th>
                <td>{group.operation ?? texts.noOperation}</td>
                <td class="number">{formatCount(group.lastDay)}</td>
                <td class="number">{formatCount(group.total)}</td>
                <td>
                  <a href={pathToCall(visit, group.lastId)}>
                    <Moment visit={visit} at={group.lastAt} />
                  </a>
                </td>
              </tr>
            ))}
          </Table>
        )}
      </>
    ),
  };
}
