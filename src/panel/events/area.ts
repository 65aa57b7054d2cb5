import type { Area } from '../request/area.ts';
import { MEMBERS } from '../request/route.ts';
import { showEvents } from './list.tsx';
import { showEvent } from './event.tsx';
import { EVENTS } from './texts.ts';

/** The account's events. */
export const eventsArea: Area = {
  group: 'developers',
  path: 'events',
  roles: MEMBERS,
  texts: EVENTS,
  pages: [showEvents, showEvent],
};
