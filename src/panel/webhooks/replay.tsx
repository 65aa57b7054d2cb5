import type { EndpointRow, Replay } from '../../webhooks/index.ts';
import { TimeRange } from '../events/filters.tsx';
import { Choice } from '../frame/choice.tsx';
import { Once, Refusal } from '../frame/parts.tsx';
import { pathTo, type MemberVisit, type Page } from '../request/route.ts';
import { WEBHOOKS } from './texts.ts';
import { DELIVERIES } from './delivery-texts.ts';

/** Asks for a time range; once it is given, shows what would be sent and asks to confirm it. */
export function replayPage(
  visit: MemberVisit,
  endpoint: EndpointRow,
  { counted, refusal }: { counted?: Replay | undefined; refusal?: string | undefined },
): Page {
  const texts = DELIVERIES[visit.language];
  return {
    title: texts.replay,
    body: (
      <>
        <p>{texts.replayWhy}</p>
        {refusal !== undefined && <Refusal>{refusal}</Refusal>}
        <form method="get" action={pathTo(visit, `webhooks/${endpoint.id}/replay`)} class="filters">
          <TimeRange visit={visit} texts={texts} required />
          <Choice
            visit={visit}
            name="type"
            label={texts.type}
            any={texts.allTypes}
            options={endpoint.enabledEvents.map((type) => [type, type])}
          />
          <button type="submit" class={counted && 'secondary'}>
            {texts.count}
          </button>
        </form>
        {counted && <Confirm visit={visit} endpoint={endpoint} counted={counted} />}
        <Back visit={visit} endpoint={endpoint} />
      </>
    ),
  };
}

function Confirm(props: { visit: MemberVisit; endpoint: EndpointRow; counted: Replay }) {
  const { visit, endpoint, counted } = props;
  const texts = DELIVERIES[visit.language];
  if (counted.count === 0) return <p>{counted.hasMore ? texts.hasMore : texts.nothing}</p>;
  return (
    <form method="post" action={pathTo(visit, `webhooks/${endpoint.id}/replay`)}>
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

export function replayedPage(visit: MemberVisit, endpoint: EndpointRow, { count, hasMore }: Replay): Page {
  const texts = DELIVERIES[visit.language];
  return {
    title: texts.replay,
    body: (
      <>
        <p class="notice" role="status">
          {texts.replayed(count)}
        </p>
        {hasMore && <p>{texts.hasMore}</p>}
        <p>
          <a href={pathTo(visit, `webhooks/${endpoint.id}/replay`)}>{texts.otherTime}</a>
        </p>
        <Back visit={visit} endpoint={endpoint} />
      </>
    ),
  };
}

function Back({ visit, endpoint }: { visit: MemberVisit; endpoint: EndpointRow }) {
  return (
    <p class="row">
      <a href={pathTo(visit, `webhooks/${endpoint.id}/deliveries`)}>{DELIVERIES[visit.language].back}</a>
      <a href={pathTo(visit, `webhooks/${endpoint.id}`)}>{WEBHOOKS[visit.language].toEndpoint}</a>
    </p>
  );
}
