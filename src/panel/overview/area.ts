import type { Area } from '../request/area.ts';
import { MEMBERS } from '../request/route.ts';
import { chooseAccount } from './accounts.tsx';
import { showOverview } from './overview.tsx';
import { dismissSteps } from './first-steps.tsx';
import { OVERVIEW } from './texts.ts';

/** The first page of an account, and the choice between the accounts of a user. */
export const overviewArea: Area = {
  group: 'money',
  path: '',
  roles: MEMBERS,
  texts: OVERVIEW,
  pages: [chooseAccount, showOverview, dismissSteps.route],
};
