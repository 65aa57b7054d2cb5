import { eventIdsAbout, listEvents } from '../../events/index.ts';
import { listOf } from '../frame/list.tsx';
import { paths, pathTo } from '../request/paths.ts';
import { MEMBERS } from '../request/route.ts';
import { ID, readEvent, Subject } from './parts.tsx';
import { EVENTS } from './texts.ts';

/** The events, with filters. */
export const showEvents = listOf({
  path: paths.events.list,
  access: MEMBERS,
  name: 'panel_events',
  filters: (given, { accountId }, { eventTypes }) => {
    const texts = EVENTS[given.language];
    const type = given.choice(
      'type',
      texts.type,
      eventTypes.map((one) => one.type),
    );
    const subject = given.matching(ID, { name: 'object', label: texts.object, maxlength: 64 });
    const ids = subject === undefined ? undefined : eventIdsAbout({ accountId, subject });
    return { type, ids, ...given.minutes() };
  },
  read: async (on, query) => (await listEvents(on, query)).map(readEvent),
  idOf: ({ sequence }) => sequence,
  show: (visit, { rows, next, isFiltered }) => {
    const texts = EVENTS[visit.language];
    return {
      title: texts.title,
      above: <p>{texts.why}</p>,
      rows,
      next,
      columns: [
        {
          heading: texts.type,
          brief: true,
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
