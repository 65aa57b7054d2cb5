import { OWNERS } from '../../people/index.ts';
import type { Area } from '../request/area.ts';
import { changeLook, removeFromLook, showSettings } from './payment-page.tsx';
import { changeReportingOf } from './reporting.tsx';
import { SETTINGS } from './texts.ts';
import { removeTolerance, setTolerance } from './tolerances.tsx';

/** What payers see of the company, and how its people see its money; for owners. */
export const settingsArea: Area = {
  group: 'team',
  path: 'settings',
  roles: OWNERS,
  texts: SETTINGS,
  pages: [
    showSettings,
    changeLook.route,
    removeFromLook.route,
    changeReportingOf.route,
    setTolerance.route,
    removeTolerance.route,
  ],
};
