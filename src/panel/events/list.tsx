import { eventIdsAbout, listEvents } from '../../events/index.ts';
import { FilterBar } from '../frame/filter-bar.tsx';
import { Pages } from '../frame/paging.tsx';
import { Moment } from '../frame/parts.tsx';
import { Table } from '../../pages/index.ts';
import { readFilters } from '../request/filters.ts';
import { paths, pathTo } from '../request/paths.ts';
import { MEMBERS, type MemberVisit, type Page, type Route } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { type EventTypeText, ID, readEvent, type ShownEvent, Subject } from './parts.tsx';
import { EVENTS } from './texts.ts';

/** The events, with filters. */
export function showEvents({ db, cursors, eventTypes }: PanelServices): Route[] {
  return [
    {
      method: 'get',
      path: paths.events.list,
      access: MEMBERS,
      handle: async (visit) => {
        const { accountId } = visit;
        const given = readFilters(visit);
        const subject = given.matching('object', ID);
        const filters = {
          type: given.choice(
            'type',
            eventTypes.map(({ type }) => type),
          ),
          ids: subject === undefined ? undefined : eventIdsAbout({ accountId, subject }),
          createdAfter: given.minute('from'),
          createdBefore: given.minute('to'),
        };
        const read = db.listRead(accountId, filters);
        const page = await cursors.list(
          { accountId, list: 'panel_events', filters },
          { cursor: visit.query('cursor') },
          {
            read: (range) => listEvents(read, { accountId, ...filters, ...range }),
            idOf: (row) => row.sequence,
            view: readEvent,
          },
        );
        const isFiltered = Object.values(filters).some((filter) => filter !== undefined);
        return { page: eventsPage(visit, { ...page, eventTypes, isFiltered }) };
      },
    },
  ];
}

function eventsPage(
  visit: MemberVisit,
  list: {
    data: readonly ShownEvent[];
    next_cursor: string | null;
    eventTypes: readonly EventTypeText[];
    isFiltered: boolean;
  },
): Page {
  const texts = EVENTS[visit.language];
  return {
    title: texts.title,
    body: (
      <>
        <p>{texts.why}</p>
        <FilterBar
          action={pathTo(visit, paths.events.list)}
          fields={[
            {
              kind: 'choice',
              name: 'type',
              label: texts.type,
              options: list.eventTypes.map(({ type }) => [type, type]),
            },
            { kind: 'text', name: 'object', label: texts.object, maxlength: 64 },
            { kind: 'minutes' },
          ]}
        />
        {list.data.length === 0 ? (
          <p>{list.isFiltered ? texts.noneFound : texts.none}</p>
        ) : (
          <Table label={texts.title} headings={[texts.type, texts.about, texts.when, texts.id]}>
            {list.data.map((event) => (
              <tr>
                <th scope="row">
                  <a href={pathTo(visit, paths.events.event, { event: event.id })}>{event.type}</a>
                </th>
                <td>
                  <Subject event={event} />
                </td>
                <td>
                  <Moment at={event.createdAt} />
                </td>
                <td>
                  <code>{event.id}</code>
                </td>
              </tr>
            ))}
          </Table>
        )}
        <Pages next={list.next_cursor} />
      </>
    ),
  };
}
