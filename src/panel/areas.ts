import { auditRoutes } from './audit/routes.tsx';
import { firstVisitRoutes } from './first-visit/routes.tsx';
import { meRoutes } from './me/routes.tsx';
import { overviewRoutes } from './overview/routes.tsx';
import { MEMBERS, OWNERS, type Area, type Route } from './route.ts';
import type { PanelServices } from './services.ts';
import { signInRoutes } from './sign-in/routes.tsx';
import { teamRoutes } from './team/routes.tsx';

/** The areas of an account, in the order of the navigation. */
export const AREAS: readonly Area[] = [
  { path: '', roles: MEMBERS, label: { en: 'Overview', es: 'Resumen' } },
  { path: 'team', roles: OWNERS, label: { en: 'Team', es: 'Equipo' } },
  { path: 'audit', roles: OWNERS, label: { en: 'Audit log', es: 'Bitácora' } },
];

/** Every page and action of the panel. */
export function panelRoutes(services: PanelServices): Route[] {
  return [
    ...signInRoutes(services),
    ...firstVisitRoutes(services),
    ...meRoutes(services),
    ...overviewRoutes(services),
    ...teamRoutes(services),
    ...auditRoutes(services),
  ];
}
