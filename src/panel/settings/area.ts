import { OWNERS } from '../../people/index.ts';
import type { Area } from '../request/area.ts';
import { settingsRoutes } from './payment-page.tsx';
import { SETTINGS } from './texts.ts';

/** What payers see of the company, and how its people see its money; for owners. */
export const settingsArea: Area = {
  group: 'team',
  path: 'settings',
  roles: OWNERS,
  texts: SETTINGS,
  pages: [settingsRoutes],
};
