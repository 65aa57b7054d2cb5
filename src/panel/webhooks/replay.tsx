import { recordDeed } from '../../audit-log/index.ts';
import { invalidParam } from '../../lib/errors/errors.ts';
import { formatTimestamp } from '../../lib/timestamp.ts';
import { Refusal } from '../../pages/index.ts';
import { type WebhookEndpoint, replay, type Replay, type ReplayRequest } from '../../webhooks/index.ts';
import { useMemberVisit, useTexts } from '../frame/context.tsx';
import { Choice, TimeRange } from '../frame/filter-fields.tsx';
import { Once } from '../frame/parts.tsx';
import { readMinute } from '../request/filters.ts';
import { createOnce } from '../request/once.ts';
import { paths, pathTo } from '../request/paths.ts';
import { reasonOf } from '../request/refusal.ts';
import { type MemberVisit, type Page, type Route } from '../request/route.ts';
import { TECHNICAL } from '../../people/index.ts';
import type { PanelServices } from '../request/services.ts';
import { DELIVERIES } from './delivery-texts.ts';
import { getEndpoint } from './parts.tsx';

/** Sending the events of a time range again. */
export function replayEvents(services: PanelServices): Route[] {
  const { db } = services;
  const once = createOnce(services);

  return [
    {
      method: 'get',
      path: paths.webhooks.replay,
      access: TECHNICAL,
      // Before the time range is chosen, rather than after.
      freshProof: true,
      handle: async (visit) => {
        const endpoint = await getEndpoint(db.read, visit);
        if (visit.query('from') === undefined) return { page: replayPage(visit, endpoint, {}) };
        const key = { accountId: visit.accountId, endpointId: endpoint.id };
        try {
          const request = windowOf(visit, (name) => visit.query(name));
          const counted = await db.transaction((trx) => replay(trx, key, { ...request, dryRun: true }));
          return { page: replayPage(visit, endpoint, { counted }) };
        } catch (error) {
          const { problems } = DELIVERIES[visit.language];
          const refusal = problems[reasonOf(error, problems)];
          return { page: replayPage(visit, endpoint, { refusal }), status: 422 };
        }
      },
    },
    {
      method: 'post',
      path: paths.webhooks.replay,
      access: TECHNICAL,
      freshProof: true,
      handle: async (visit) => {
        const { accountId, actor } = visit;
        const endpoint = await getEndpoint(db.read, visit);
        const request = windowOf(visit, (name) => visit.field(name));
        const replayed = await once(visit, () => async (trx) => {
          const key = { accountId, endpointId: endpoint.id };
          const made = await replay(trx, key, { ...request, dryRun: false });
          const [from, to] = [formatTimestamp(request.from), formatTimestamp(request.to)];
          const details = { from, to, types: made.types.join(' '), count: made.count };
          await recordDeed(trx, accountId, actor, {
            action: 'webhook_events.replayed',
            subject: endpoint.id,
            details,
          });
          return made;
        });
        return { page: replayedPage(visit, endpoint, replayed) };
      },
    },
  ];
}

/** Throws `invalid_request` if the start or the end is missing. */
function windowOf(
  { timeZone }: MemberVisit,
  read: (name: string) => string | undefined,
): Omit<ReplayRequest, 'dryRun'> {
  const [from, to] = [readMinute(timeZone, read('from')), readMinute(timeZone, read('to'))];
  if (!from || !to) throw invalidParam('to', 'from and to must be times like 2026-11-03T17:00.');
  const type = read('type') ?? '';
  return { from, to, types: type === '' ? undefined : [type] };
}

/** Asks for a time range; once it is given, shows what would be sent and asks to confirm it. */
function replayPage(
  visit: MemberVisit,
  endpoint: WebhookEndpoint,
  { counted, refusal }: { counted?: Replay | undefined; refusal?: string | undefined },
): Page {
  const texts = DELIVERIES[visit.language];
  return {
    title: texts.replay,
    back: { href: pathTo(visit, paths.webhooks.deliveries, { endpoint: endpoint.id }), label: texts.back },
    body: (
      <>
        <p>{texts.replayWhy}</p>
        {refusal !== undefined && <Refusal>{refusal}</Refusal>}
        <form
          method="get"
          action={pathTo(visit, paths.webhooks.replay, { endpoint: endpoint.id })}
          class="filters"
        >
          <TimeRange texts={texts} required />
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

function Confirm(props: { endpoint: WebhookEndpoint; counted: Replay }) {
  const visit = useMemberVisit();
  const { endpoint, counted } = props;
  const texts = useTexts(DELIVERIES);
  if (counted.count === 0) return <p>{counted.hasMore ? texts.hasMore : texts.nothing}</p>;
  return (
    <form method="post" action={pathTo(visit, paths.webhooks.replay, { endpoint: endpoint.id })}>
      <p>
        {texts.counted(counted.count)}{' '}
        {counted.alreadyDelivered > 0 && texts.alreadyDelivered(counted.alreadyDelivered)}
      </p>
      {counted.hasMore && <p>{texts.hasMore}</p>}
      <Once />
      {['from', 'to', 'type'].map((name) => (
        <input type="hidden" name={name} value={visit.query(name) ?? ''} />
      ))}
      <button type="submit">{texts.confirm(counted.count)}</button>
    </form>
  );
}

function replayedPage(visit: MemberVisit, endpoint: WebhookEndpoint, { count, hasMore }: Replay): Page {
  const texts = DELIVERIES[visit.language];
  return {
    title: texts.replay,
    back: { href: pathTo(visit, paths.webhooks.deliveries, { endpoint: endpoint.id }), label: texts.back },
    body: (
      <>
        <p class="notice" role="status">
          {texts.replayed(count)}
        </p>
        {hasMore && <p>{texts.hasMore}</p>}
        <p>
          <a href={pathTo(visit, paths.webhooks.replay, { endpoint: endpoint.id })}>{texts.otherTime}</a>
        </p>
      </>
    ),
  };
}
