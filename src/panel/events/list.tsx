import { eventIdsAbout, listEvents } from '../../events/index.ts';
import { listOf } from '../frame/list.tsx';
import { readFilters } from '../request/filters.ts';
import { paths, pathTo } from '../request/paths.ts';
import { MEMBERS } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { ID, readEvent, Subject } from './parts.tsx';
import { EVENTS } from './texts.ts';

const typesOf = ({ eventTypes }: PanelServices) => eventTypes.map(({ type }) => type);

/** The events, with filters. */
export const showEvents = listOf({
  path: paths.events.list,
  access: MEMBERS,
  name: 'panel_events',
  filters: (visit, services) => {
    const { accountId } = visit;
    const given = readFilters(visit);
    const subject = given.matching('object', ID);
    return {
      type: given.choice('type', typesOf(services)),
      ids: subject === undefined ? undefined : eventIdsAbout({ accountId, subject }),
      createdAfter: given.minute('from'),
      createdBefore: given.minute('to'),
    };
  },
  read: async (on, query) => (await listEvents(on, query)).map(readEvent),
  idOf: ({ sequence }) => sequence,
  show: (visit, { rows, next, isFiltered }, services) => {
    const texts = EVENTS[visit.language];
    return {
      title: texts.title,
      above: <p>{texts.why}</p>,
      filters: [
        {
          kind: 'choice',
          name: 'type',
          label: texts.type,
          options: typesOf(services).map((type) => [type, type]),
        },
        { kind: 'text', name: 'object', label: texts.object, maxlength: 64 },
        { kind: 'minutes' },
      ],
      rows,
      next,
      columns: [
        {
          heading: texts.type,
          name: ({ id, type }) => <a href={pathTo(visit, paths.events.event, { event: id })}>{type}</a>,
        },
        { heading: texts.about, cell: (event) => <Subject event={event} /> },
        { heading: texts.when, moment: ({ createdAt }) => createdAt },
        { heading: texts.event, cell: ({ id }) => <code>{id}</code> },
      ],
      none: isFiltered ? texts.noneFound : texts.none,
    };
  },
});
