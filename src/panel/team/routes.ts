import type { Route } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { showTeam } from './list.tsx';
import { showMember } from './member.tsx';

/** The account's members and their roles; for owners. */
export function teamRoutes(services: PanelServices): Route[] {
  return [...showTeam(services), ...showMember(services)];
}
