import { Table } from '../../pages/index.ts';
import {
  type WebhookEndpoint,
  listEndpoints,
  listRecentOutcomes,
  MAX_ENDPOINTS,
  type RecentOutcomes,
} from '../../webhooks/index.ts';
import type { EventTypeText } from '../events/parts.tsx';
import { EndpointStatus } from '../frame/delivery-status.tsx';
import { Outcome } from '../frame/parts.tsx';
import { paths, pathTo } from '../request/paths.ts';
import { type MemberVisit, type Page, type Route } from '../request/route.ts';
import { TECHNICAL } from '../../people/index.ts';
import type { PanelServices } from '../request/services.ts';
import { LastDay } from './parts.tsx';
import { WEBHOOKS } from './texts.ts';

/** The maximum per account. */
const ALL = { afterTime: undefined, afterId: undefined, limit: MAX_ENDPOINTS };

/** The endpoints, and how many deliveries of the last day arrived. */
export function showEndpoints({ db, eventTypes }: PanelServices): Route[] {
  return [
    {
      method: 'get',
      path: paths.webhooks.list,
      access: TECHNICAL,
      handle: async (visit) => {
        const [all, outcomes] = await Promise.all([
          listEndpoints(db.read, { accountId: visit.accountId, ...ALL }),
          listRecentOutcomes(db.read, { accountId: visit.accountId }),
        ]);
        return { page: endpointsPage(visit, all, outcomes, eventTypes) };
      },
    },
  ];
}

function endpointsPage(
  visit: MemberVisit,
  endpoints: readonly WebhookEndpoint[],
  outcomes: readonly RecentOutcomes[],
  eventTypes: readonly EventTypeText[],
): Page {
  const texts = WEBHOOKS[visit.language];
  return {
    title: texts.title,
    action: (
      <a href={pathTo(visit, paths.webhooks.new)} role="button">
        {texts.add}
      </a>
    ),
    body: (
      <>
        <Outcome notices={texts.notices} />
        <p>{texts.why}</p>
        {endpoints.length === 0 ? (
          <p>{texts.none}</p>
        ) : (
          <Table label={texts.title} headings={[texts.url, texts.state, texts.lastDay, texts.events]}>
            {endpoints.map((endpoint) => (
              <tr>
                <th scope="row" class="address">
                  <a href={pathTo(visit, paths.webhooks.endpoint, { endpoint: endpoint.id })}>
                    {endpoint.url}
                  </a>
                  {endpoint.description !== '' && (
                    <small class="muted" dir="auto">
                      {endpoint.description}
                    </small>
                  )}
                </th>
                <td>
                  <EndpointStatus endpoint={endpoint} />
                </td>
                <td>
                  <LastDay outcomes={outcomes.find((of) => of.endpointId === endpoint.id)} />
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
      </>
    ),
  };
}
