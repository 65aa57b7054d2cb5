import type { Route } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { showSearch } from './search.tsx';

/** The search over everything that an account has, which is in no area. */
export function searchRoutes(services: PanelServices): Route[] {
  return [...showSearch(services)];
}
