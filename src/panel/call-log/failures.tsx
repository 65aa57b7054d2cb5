import type { FailureGroup } from '../../request-logs/index.ts';
import { formatCount } from '../../pages/index.ts';
import { Moment } from '../frame/parts.tsx';
import { Table } from '../frame/tables.tsx';
import { pathTo, type MemberVisit, type Page } from '../request/route.ts';
import { CALL_LOG } from './texts.ts';
import { pathToCall, Views } from './views.tsx';

/** Failed calls by error code and operation; at most `limit` calls are counted. */
export function failuresPage(visit: MemberVisit, groups: readonly FailureGroup[], limit: number): Page {
  const texts = CALL_LOG[visit.language];
  const callsOf = ({ errorCode: code, operation }: FailureGroup): string =>
    `${pathTo(visit, 'call-log')}?${new URLSearchParams({ code, ...(operation !== null && { operation }) }).toString()}`;
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
