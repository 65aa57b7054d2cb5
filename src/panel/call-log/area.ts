import { TECHNICAL, readBy } from '../../people/index.ts';
import type { Area } from '../request/area.ts';
import { showCalls } from './list.tsx';
import { showFailures } from './failures.tsx';
import { showVersions } from './versions.tsx';
import { showCall } from './call.tsx';
import { CALL_LOG } from './texts.ts';

/** The account's API calls, with a list with filters, single calls, grouped failures, and the versions in use. */
export const callLogArea: Area = {
  group: 'developers',
  path: 'call-log',
  roles: readBy(TECHNICAL),
  companiesOnly: true,
  texts: CALL_LOG,
  pages: [showCalls, showFailures, showVersions, showCall],
};
