import type { JSX } from 'preact';
import { recordAction } from '../../audit-log/index.ts';
import { invalidParam } from '../../lib/errors/errors.ts';
import { formatTimestamp } from '../../lib/timestamp.ts';
import { Refusal } from '../../pages/index.ts';
import { type WebhookEndpoint, replay, type Replay, type ReplayRequest } from '../../webhooks/index.ts';
import { actionOf } from '../frame/action.tsx';
import { useMemberVisit, useTexts } from '../frame/context.tsx';
import { Choice, TimeRange } from '../frame/filter-fields.tsx';
import { Outcome } from '../frame/parts.tsx';
import { pageOf } from '../request/area.ts';
import { readMinute } from '../request/filters.ts';
import { paths, pathTo } from '../request/paths.ts';
import { reasonOf } from '../request/refusal.ts';
import type { MemberVisit, Page } from '../request/route.ts';
import { TECHNICAL } from '../../people/index.ts';
import { DELIVERIES } from './delivery-texts.ts';
import { getEndpoint } from './parts.tsx';

/** Sends the events of a time range again, after they were counted. */
export const replayEvents = actionOf({
  path: paths.webhooks.replay,
  access: TECHNICAL,
  freshProof: true,
  once: true,
  texts: DELIVERIES,
  page: paths.webhooks.replay,
  act: async (trx, visit) => {
    const { accountId, actor } = visit;
    const { id } = await getEndpoint(trx, visit);
    const range = rangeOf(visit, (name) => visit.field(name));
    const replayed = await replay(trx, { accountId, endpointId: id }, { ...range, dryRun: false });
    const { types, count } = replayed;
    const [from, to] = [formatTimestamp(range.from), formatTimestamp(range.to)];
    const details = { from, to, types: types.join(' '), count };
    await recordAction(trx, accountId, actor, { action: 'webhook_events.replayed', subject: id, details });
    return replayed;
  },
  reply: (visit, replayed) => ({ page: replayedPage(visit, replayed) }),
});

/** Asks for a time range; once it is given, counts what would be sent, and asks to confirm it. */
export const showReplay = pageOf(
  paths.webhooks.replay,
  TECHNICAL,
  async (visit, { db }) => {
    const endpoint = await getEndpoint(db.read, visit);
    if (visit.query('from') === undefined) return replayPage(visit, endpoint, {});
    const key = { accountId: visit.accountId, endpointId: endpoint.id };
    try {
      const range = rangeOf(visit, (name) => visit.query(name));
      const counted = await db.transaction((trx) => replay(trx, key, { ...range, dryRun: true }));
      return replayPage(visit, endpoint, { counted });
    } catch (error) {
      const { problems } = DELIVERIES[visit.language];
      const refusal = problems[reasonOf(error, problems)];
      return { page: replayPage(visit, endpoint, { refusal }), status: 422 };
    }
  },
  // Before the time range is chosen, rather than after.
  { freshProof: true },
);

/** Throws `invalid_request` if the start or the end is missing. */
function rangeOf(
  { timeZone }: MemberVisit,
  read: (name: string) => string | undefined,
): Omit<ReplayRequest, 'dryRun'> {
  const [from, to] = [readMinute(timeZone, read('from')), readMinute(timeZone, read('to'))];
  if (!from || !to) throw invalidParam('to', 'from and to must be times like 2026-11-03T17:00.');
  const type = read('type') ?? '';
  return { from, to, types: type === '' ? undefined : [type] };
}

function replayPage(
  visit: MemberVisit,
  endpoint: WebhookEndpoint,
  { counted, refusal }: { counted?: Replay | undefined; refusal?: string | undefined },
): Page {
  const texts = DELIVERIES[visit.language];
  const own = { endpoint: endpoint.id };
  return {
    title: texts.replay,
    back: { href: pathTo(visit, paths.webhooks.deliveries, own), label: texts.back },
    body: (
      <>
        <Outcome problems={texts.problems} />
        <p>{texts.replayWhy}</p>
        <Refusal>{refusal}</Refusal>
        <form method="get" action={pathTo(visit, paths.webhooks.replay, own)} class="filters">
          <TimeRange required />
          <Choice
            name="type"
            label={texts.type}
            any={texts.allTypes}
            options={endpoint.enabledEvents.map((type) => [type, type])}
          />
          <button type="submit" class={counted && 'secondary'}>
            {texts.count}
          </button>
        </form>
        {counted && <Confirm endpoint={endpoint} counted={counted} />}
      </>
    ),
  };
}

function Confirm({ counted, endpoint }: { counted: Replay; endpoint: WebhookEndpoint }): JSX.Element {
  const visit = useMemberVisit();
  const texts = useTexts(DELIVERIES);
  if (counted.count === 0) return <p>{counted.hasMore ? texts.hasMore : texts.nothing}</p>;
  return (
    <replayEvents.Form of={{ endpoint: endpoint.id }}>
      <p>
        {texts.counted(counted.count)}{' '}
        {counted.alreadyDelivered > 0 && texts.alreadyDelivered(counted.alreadyDelivered)}
      </p>
      {counted.hasMore && <p>{texts.hasMore}</p>}
      {['from', 'to', 'type'].map((name) => (
        <input type="hidden" name={name} value={visit.query(name) ?? ''} />
      ))}
      <button type="submit">{texts.confirm(counted.count)}</button>
    </replayEvents.Form>
  );
}

function replayedPage(visit: MemberVisit, { count, hasMore }: Replay): Page {
  const texts = DELIVERIES[visit.language];
  const own = { endpoint: visit.param('endpoint') };
  return {
    title: texts.replay,
    back: { href: pathTo(visit, paths.webhooks.deliveries, own), label: texts.back },
    body: (
      <>
        <p class="flash" role="status">
          {texts.replayed(count)}
        </p>
        {hasMore && <p>{texts.hasMore}</p>}
        <p>
          <a href={pathTo(visit, paths.webhooks.replay, own)}>{texts.otherTime}</a>
        </p>
      </>
    ),
  };
}
