import { decisionsOn } from '../approvals/routes.ts';
import type { Area } from '../request/area.ts';
import { MEMBERS } from '../request/route.ts';
import { showRefunds } from './list.tsx';
import { apiRefundRoutes } from './api.tsx';
import { showRefund } from './refund.tsx';
import { REFUNDS } from './texts.ts';

/** Money that goes back to its payer. It is started on the page of its link or deposit. */
export const refundsArea: Area = {
  group: 'money',
  path: 'refunds',
  roles: MEMBERS,
  texts: REFUNDS,
  pages: [showRefunds, apiRefundRoutes, showRefund, decisionsOn('refund')],
};
