import type { Route } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { showEvents } from './list.tsx';
import { showEvent } from './event.tsx';

/** The account's events. */
export function eventRoutes(services: PanelServices): Route[] {
  return [...showEvents(services), ...showEvent(services)];
}
