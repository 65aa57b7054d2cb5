import type { Route } from '../../request/route.ts';
import type { PanelServices } from '../../request/services.ts';
import { showDestinations } from './list.tsx';
import { addDestination } from './add.tsx';
import { showDestination } from './destination.tsx';

/** Where an account may withdraw to. */
export function destinationRoutes(services: PanelServices): Route[] {
  return [...showDestinations(services), ...addDestination(services), ...showDestination(services)];
}
