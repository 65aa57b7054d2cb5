import type { JSX } from 'preact';
import { listCredentials, type ListedCredential } from '../../credentials/index.ts';
import type { Queryable } from '../../db/index.ts';
import { formatRequestId } from '../../lib/ids.ts';
import { Chips, Status } from '../../pages/index.ts';
import type { LoggedCallSummary } from '../../request-logs/index.ts';
import { useMemberVisit, useTexts } from '../frame/context.tsx';
import { pathTo, paths } from '../request/paths.ts';
import type { MemberVisit } from '../request/route.ts';
import { CALL_LOG } from './texts.ts';

const DAY_MS = 24 * 3600_000;
const MAX_KEYS = 100;

const PATHS = { calls: '', failures: '/failures', versions: '/versions' } as const;

/** Links between the pages of the call log. */
export function Views({ here }: { here: keyof typeof PATHS }): JSX.Element {
  const visit = useMemberVisit();
  const texts = useTexts(CALL_LOG);
  return (
    <Chips
      label={texts.title}
      of={(Object.keys(PATHS) as (keyof typeof PATHS)[]).map((name) => ({
        href: `${pathTo(visit, paths.callLog.list)}${PATHS[name]}`,
        isCurrent: name === here,
        children: texts.views[name],
      }))}
    />
  );
}

/** A call's result, with its status, error code, and whether it was a replay. */
export function Result({
  call,
}: {
  call: Pick<LoggedCallSummary, 'status' | 'errorCode' | 'replayed'>;
}): JSX.Element {
  const texts = useTexts(CALL_LOG);
  return (
    <>
      <Status tone={call.status < 400 ? 'good' : 'bad'}>{call.status}</Status>
      {call.errorCode !== null && <> {call.errorCode}</>}
      {call.replayed && (
        <>
          {' '}
          <Status tone="waiting">{texts.replay}</Status>
        </>
      )}
    </>
  );
}

export function pathToCall(visit: MemberVisit, id: string): string {
  return pathTo(visit, paths.callLog.call, { request: formatRequestId(id) });
}

/** The keys of the account, as far as a page shows them. */
export function listKeys(on: Queryable, { accountId }: MemberVisit): Promise<ListedCredential[]> {
  return listCredentials(on, { accountId, afterTime: undefined, afterId: undefined, limit: MAX_KEYS });
}

export function daysAgo(days: number): Date {
  return new Date(Date.now() - days * DAY_MS);
}
