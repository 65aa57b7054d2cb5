import { DECISIONS } from '../approvals/decisions.ts';
import type { Area } from '../request/area.ts';
import { MEMBERS } from '../request/route.ts';
import { showConversions } from './list.tsx';
import { quoteConversion, showNewConversion } from './create.tsx';
import { confirmConversion, showConversion } from './conversion.tsx';
import { CONVERSIONS } from './texts.ts';

/** Exchanges of one asset of the account for another (D10). */
export const conversionsArea: Area = {
  group: 'money',
  path: 'conversions',
  roles: MEMBERS,
  texts: CONVERSIONS,
  pages: [
    showConversions,
    showNewConversion,
    quoteConversion.route,
    showConversion,
    confirmConversion.route,
    DECISIONS.conversion.approve.route,
    DECISIONS.conversion.withdrawApproval.route,
    DECISIONS.conversion.decline.route,
  ],
};
