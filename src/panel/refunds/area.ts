import { DECISIONS } from '../approvals/decisions.ts';
import type { Area } from '../request/area.ts';
import { MEMBERS } from '../request/route.ts';
import { showRefunds } from './list.tsx';
import { setApiRefunds, showApiRefunds, turnApiRefundsOff } from './api.tsx';
import { confirmRefund } from './quote.tsx';
import { showRefund } from './refund.tsx';
import { REFUNDS } from './texts.ts';

/** Money that goes back to its payer. It is started on the page of its link or deposit. */
export const refundsArea: Area = {
  group: 'money',
  path: 'refunds',
  roles: MEMBERS,
  texts: REFUNDS,
  pages: [
    showRefunds,
    showApiRefunds,
    setApiRefunds.route,
    turnApiRefundsOff.route,
    showRefund,
    confirmRefund.route,
    DECISIONS.refund.approve.route,
    DECISIONS.refund.withdrawApproval.route,
    DECISIONS.refund.decline.route,
  ],
};
