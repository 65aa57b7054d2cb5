import { DomainError } from '../../lib/errors/errors.ts';
import { eventIdsAbout, findEvent, listEvents } from '../../events/index.ts';
import { listDeliveriesOfEvent, listEndpoints, MAX_ENDPOINTS } from '../../webhooks/index.ts';
import type { PanelServices } from '../request/services.ts';
import { isTechnical, MEMBERS, type MemberVisit, type Route } from '../request/route.ts';
import { choiceOf, idOf, minuteOf } from './filters.tsx';
import { eventPage, eventsPage, readEvent } from './pages.tsx';

/** An account has no more. */
const ALL = { afterTime: undefined, afterId: undefined, limit: MAX_ENDPOINTS };

/** The account's events; their deliveries are shown to technical roles. */
export function eventRoutes({ db, cursors, eventTypes }: PanelServices): Route[] {
  return [
    {
      method: 'get',
      path: '/panel/accounts/:account/events',
      access: MEMBERS,
      handle: async (visit) => {
        const { accountId } = visit;
        const subject = idOf(visit.query('object'));
        const filters = {
          type: choiceOf(
            visit.query('type'),
            eventTypes.map(({ type }) => type),
          ),
          ids: subject === undefined ? undefined : eventIdsAbout({ accountId, subject }),
          createdAfter: minuteOf(visit.query('from')),
          createdBefore: minuteOf(visit.query('to')),
        };
        const read = db.listRead(accountId, filters);
        const page = await cursors.list(
          { accountId, list: 'panel_events', filters },
          { cursor: visit.query('cursor') },
          {
            read: (range) => listEvents(read, { ...filters, ...range, accountId }),
            idOf: (row) => row.sequence,
            view: readEvent,
          },
        );
        const isFiltered = Object.values(filters).some((filter) => filter !== undefined);
        return { page: eventsPage(visit, { ...page, eventTypes, isFiltered }) };
      },
    },
    {
      method: 'get',
      path: '/panel/accounts/:account/events/:event',
      access: MEMBERS,
      handle: async (visit) => {
        const event = await getEvent(visit);
        const { accountId } = visit;
        const [deliveries, endpoints] = isTechnical(visit)
          ? await Promise.all([
              listDeliveriesOfEvent(db.read, { accountId, eventId: event.id }),
              listEndpoints(db.read, { ...ALL, accountId }),
            ])
          : [];
        return { page: eventPage(visit, { event, eventTypes, deliveries, endpoints }) };
      },
    },
  ];

  async function getEvent(visit: MemberVisit) {
    const id = idOf(visit.param('event'));
    const row = id === undefined ? undefined : await findEvent(db.read, { accountId: visit.accountId, id });
    if (!row) throw new DomainError('event_not_found');
    return readEvent(row);
  }
}
