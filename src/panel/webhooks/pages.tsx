import type { JSX } from 'preact';
import type { DeliveryRow, EndpointRow, RecentOutcomes } from '../../webhooks/index.ts';
import type { EventTypeText } from '../events/pages.tsx';
import { Moment, Once, Outcome, WithProof } from '../frame/parts.tsx';
import { Facts, Table } from '../frame/tables.tsx';
import { pathTo, type MemberVisit, type Page } from '../request/route.ts';
import { DeliveryTable } from './delivery-table.tsx';
import { DELIVERY_STATUS, EndpointStatus } from '../frame/delivery-status.tsx';
import { WEBHOOKS } from './texts.ts';

export function endpointsPage(
  visit: MemberVisit,
  endpoints: readonly EndpointRow[],
  outcomes: readonly RecentOutcomes[],
  eventTypes: readonly EventTypeText[],
): Page {
  const texts = WEBHOOKS[visit.language];
  return {
    title: texts.title,
    body: (
      <>
        <Outcome visit={visit} notices={texts.notices} />
        <p>{texts.why}</p>
        {endpoints.length === 0 ? (
          <p>{texts.none}</p>
        ) : (
          <Table label={texts.title} headings={[texts.url, texts.state, texts.lastDay, texts.events]}>
            {endpoints.map((endpoint) => (
              <tr>
                <th scope="row" class="address">
                  <a href={pathTo(visit, `webhooks/${endpoint.id}`)}>{endpoint.url}</a>
                  {endpoint.description !== '' && (
                    <small class="muted" dir="auto">
                      {endpoint.description}
                    </small>
                  )}
                </th>
                <td>
                  <EndpointStatus visit={visit} endpoint={endpoint} />
                </td>
                <td>
                  <LastDay visit={visit} outcomes={outcomes.find((of) => of.endpointId === endpoint.id)} />
                </td>
                <td>
                  {endpoint.enabledEvents.length === eventTypes.length
                    ? texts.allEvents
                    : endpoint.enabledEvents.join(', ')}
                </td>
              </tr>
            ))}
          </Table>
        )}
        <p>
          <a href={pathTo(visit, 'webhooks/new')} role="button">
            {texts.add}
          </a>
        </p>
      </>
    ),
  };
}

/** How many of the finished deliveries were delivered. */
function LastDay({ visit, outcomes }: { visit: MemberVisit; outcomes: RecentOutcomes | undefined }) {
  const texts = WEBHOOKS[visit.language];
  const { delivered = 0, failed = 0, pending = 0 } = outcomes ?? {};
  const all = delivered + failed + pending;
  return <>{all === 0 ? texts.nothingSent : texts.lastDayOf(delivered, all)}</>;
}

export function endpointPage(
  visit: MemberVisit,
  endpoint: EndpointRow,
  outcomes: RecentOutcomes | undefined,
  deliveries: readonly DeliveryRow[],
): Page {
  const texts = WEBHOOKS[visit.language];
  const at = (path: string): string => pathTo(visit, `webhooks/${endpoint.id}/${path}`);
  return {
    title: new URL(endpoint.url).host,
    body: (
      <>
        <Outcome visit={visit} notices={texts.notices} />
        <Health visit={visit} endpoint={endpoint} action={at('enable')} />
        <Facts
          of={[
            [texts.state, <EndpointStatus visit={visit} endpoint={endpoint} />],
            [texts.url, endpoint.url],
            [texts.note, endpoint.description],
            [texts.events, endpoint.enabledEvents.join(', ')],
            [texts.lastDay, <LastDay visit={visit} outcomes={outcomes} />],
            [texts.id, <code>{endpoint.id}</code>],
            [texts.created, <Moment visit={visit} at={endpoint.createdAt} />],
          ]}
        />
        <form method="post" action={at('test')} class="with-hint">
          <Once />
          <button type="submit">{texts.test}</button>
          <small class="muted">{texts.testHint}</small>
        </form>
        <h2>{texts.deliveries}</h2>
        <DeliveryTable visit={visit} endpointId={endpoint.id} deliveries={deliveries} />
        <p class="row">
          <a href={at('deliveries')}>{texts.allDeliveries}</a>
          <a href={at('replay')}>{texts.replay}</a>
        </p>
        <Settings visit={visit} endpoint={endpoint} at={at} />
        <p>
          <a href={pathTo(visit, 'webhooks')}>{texts.back}</a>
        </p>
      </>
    ),
  };
}

/** What is wrong with an endpoint, and what to do about it. */
function Health(props: { visit: MemberVisit; endpoint: EndpointRow; action: string }): JSX.Element | null {
  const { visit, endpoint, action } = props;
  const texts = WEBHOOKS[visit.language];
  if (endpoint.disabledAt !== null) {
    return (
      <div class="warning">
        <p>
          {DELIVERY_STATUS[visit.language].switchedOff}, <Moment visit={visit} at={endpoint.disabledAt} />.{' '}
          {texts.switchedOffHint}
        </p>
        <WithProof visit={visit}>
          <form method="post" action={action} class="with-hint">
            <button type="submit">{texts.enable}</button>
            <small>{texts.enableHint}</small>
          </form>
        </WithProof>
      </div>
    );
  }
  if (endpoint.enabled && endpoint.consecutiveFailures === 0) return null;
  return (
    <div class="warning">
      <p>{endpoint.enabled ? texts.failingHint : texts.offHint}</p>
    </div>
  );
}

function Settings(props: { visit: MemberVisit; endpoint: EndpointRow; at: (path: string) => string }) {
  const { visit, endpoint, at } = props;
  const texts = WEBHOOKS[visit.language];
  return (
    <>
      <h2>{texts.settings}</h2>
      <p>
        <a href={at('edit')}>{texts.edit}</a>
      </p>
      <WithProof visit={visit}>
        <form method="post" action={at('switch')} class="with-hint">
          <input type="hidden" name="enabled" value={endpoint.enabled ? 'no' : 'yes'} />
          <button type="submit" class="secondary">
            {endpoint.enabled ? texts.switchOff : texts.switchOn}
          </button>
          <small class="muted">{endpoint.enabled && texts.switchOffHint}</small>
        </form>
        <form method="post" action={at('rotate')} class="with-hint">
          <Once />
          <button type="submit" class="secondary">
            {texts.rotate}
          </button>
          <small class="muted">{texts.rotateHint}</small>
        </form>
        <details>
          <summary>{texts.remove}</summary>
          <form method="post" action={at('delete')} class="with-hint">
            <button type="submit">{texts.removeNow}</button>
            <small class="muted">{texts.removeHint}</small>
          </form>
        </details>
      </WithProof>
    </>
  );
}
