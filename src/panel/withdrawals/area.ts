import { decisionsOn } from '../approvals/routes.ts';
import type { Area } from '../request/area.ts';
import { READERS } from '../request/readers.ts';
import { showWithdrawals } from './list.tsx';
import { orderWithdrawal } from './order.tsx';
import { showDestinations } from './destinations/list.tsx';
import { addDestination } from './destinations/add.tsx';
import { showDestination } from './destinations/destination.tsx';
import { limitRoutes } from './limits/limit.tsx';
import { showWithdrawal } from './withdrawal.tsx';
import { WITHDRAWALS } from './texts.ts';

/** Money that leaves the account: asked for, approved by a second person where needed, and what came of it (D29). */
export const withdrawalsArea: Area = {
  group: 'money',
  path: 'withdrawals',
  roles: READERS,
  texts: WITHDRAWALS,
  pages: [
    showWithdrawals,
    orderWithdrawal,
    showDestinations,
    addDestination,
    showDestination,
    limitRoutes,
    showWithdrawal,
    decisionsOn('withdrawal'),
  ],
};
