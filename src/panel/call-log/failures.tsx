import type { JSX } from 'preact';
import { formatCount, withQuery } from '../../pages/index.ts';
import { countFailures, type FailureGroup } from '../../request-logs/index.ts';
import { Moment } from '../frame/parts.tsx';
import { type Column, Rows } from '../frame/rows.tsx';
import { pageOf } from '../request/area.ts';
import { paths, pathTo } from '../request/paths.ts';
import type { MemberVisit, Page } from '../request/route.ts';
import { TECHNICAL, readBy } from '../../people/index.ts';
import { CALL_LOG } from './texts.ts';
import { daysAgo, pathToCall, Views } from './views.tsx';

/** Bounds what one page reads; shown with the counts when it is reached. */
const MAX_FAILURES = 20_000;
const MAX_CAUSES = 100;

/** The failed calls of a week, by cause. */
export const showFailures = pageOf(paths.callLog.failures, readBy(TECHNICAL), async (visit, { db }) => {
  const { accountId } = visit;
  const query = { since: daysAgo(7), dayAgo: daysAgo(1), limit: MAX_FAILURES, causes: MAX_CAUSES };
  const groups = await countFailures(db.listRead(accountId, query), { accountId, ...query });
  return failuresPage(visit, groups);
});

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
        {groups.length > 0 && <Rows label={texts.views.failures} of={groups} columns={columnsFor(visit)} />}
      </>
    ),
  };
}

function columnsFor(visit: MemberVisit): Column<FailureGroup>[] {
  const texts = CALL_LOG[visit.language];
  const callAt = (id: string, at: Date): JSX.Element => (
    <a href={pathToCall(visit, id)}>
      <Moment at={at} seconds />
    </a>
  );
  return [
    {
      heading: texts.cause,
      class: 'call',
      name: ({ errorCode: code, errorParam: param, operation }) => (
        <>
          <a
            href={withQuery(pathTo(visit, paths.callLog.list), {
              code,
              param: param ?? undefined,
              operation: operation ?? undefined,
            })}
          >
            {code}
          </a>
          {param !== null && (
            <>
              {' '}
              <code>{param}</code>
            </>
          )}
          <br />
          <small class="muted">{operation ?? texts.noOperation}</small>
        </>
      ),
    },
    { heading: texts.lastDay, number: ({ lastDay }) => formatCount(lastDay) },
    { heading: texts.lastWeek, number: ({ total }) => formatCount(total) },
    { heading: texts.firstTime, cell: ({ firstId, firstAt }) => callAt(firstId, firstAt) },
    { heading: texts.lastTime, cell: ({ lastId, lastAt }) => callAt(lastId, lastAt) },
  ];
}
