import { TECHNICAL, readBy } from '../../people/index.ts';
import { listEndpoints, listRecentOutcomes, MAX_ENDPOINTS } from '../../webhooks/index.ts';
import { EndpointStatus } from '../frame/delivery-status.tsx';
import { listOf } from '../frame/list.tsx';
import { paths, pathTo } from '../request/paths.ts';
import { LastDay } from './parts.tsx';
import { WEBHOOKS } from './texts.ts';

/** The endpoints, and how many deliveries of the last day arrived. */
export const showEndpoints = listOf({
  path: paths.webhooks.list,
  access: readBy(TECHNICAL),
  name: 'panel_endpoints',
  // All that an account can have.
  limit: () => MAX_ENDPOINTS,
  read: listEndpoints,
  idOf: ({ id }) => id,
  beside: ({ accountId }, _selected, { db }) => listRecentOutcomes(db.read, { accountId }),
  show: (visit, { rows, next, beside: outcomes }, { eventTypes }) => {
    const texts = WEBHOOKS[visit.language];
    return {
      title: texts.title,
      action: TECHNICAL.includes(visit.membership.role)
        ? { href: pathTo(visit, paths.webhooks.new), text: texts.add }
        : undefined,
      flashMessages: texts.flashMessages,
      above: <p>{texts.why}</p>,
      rows,
      next,
      columns: [
        {
          heading: texts.url,
          class: 'address',
          brief: true,
          name: ({ id, url, description }) => (
            <>
              <a href={pathTo(visit, paths.webhooks.endpoint, { endpoint: id })}>{url}</a>
              {description !== '' && (
                <small class="muted" dir="auto">
                  {description}
                </small>
              )}
            </>
          ),
        },
        { heading: texts.status, cell: (endpoint) => <EndpointStatus endpoint={endpoint} /> },
        {
          heading: texts.lastDay,
          aside: true,
          cell: ({ id }) => <LastDay outcomes={outcomes.find(({ endpointId }) => endpointId === id)} />,
        },
        {
          heading: texts.events,
          cell: ({ enabledEvents: enabled }) =>
            enabled.length === eventTypes.length ? texts.allEvents : enabled.join(', '),
        },
      ],
      none: texts.none,
    };
  },
});
