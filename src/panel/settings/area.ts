import { OWNERS, readBy } from '../../people/index.ts';
import type { Area } from '../request/area.ts';
import { setAutomaticRefunds } from './automatic-refunds.tsx';
import { changeContact } from './contact.tsx';
import { changeLook, removeFromLook, showLogo, showSettings } from './payment-page.tsx';
import { changeReportingOf } from './reporting.tsx';
import { switchRest } from './rest.tsx';
import { SETTINGS } from './texts.ts';
import { removeTolerance, setTolerance } from './tolerances.tsx';

/** The look of the payers' pages, how the panel shows the account's money, and whom e-mails reach; for owners. */
export const settingsArea: Area = {
  group: 'team',
  path: 'settings',
  roles: readBy(OWNERS),
  texts: SETTINGS,
  pages: [
    showSettings,
    showLogo,
    changeLook.route,
    removeFromLook.route,
    changeReportingOf.route,
    changeContact.route,
    setAutomaticRefunds.route,
    setTolerance.route,
    removeTolerance.route,
    switchRest.route,
  ],
};
