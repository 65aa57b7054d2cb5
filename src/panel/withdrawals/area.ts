import { DECISIONS } from '../approvals/decisions.ts';
import { showToApprove } from '../approvals/to-approve.tsx';
import type { Area } from '../request/area.ts';
import { READERS } from '../request/route.ts';
import {
  approveBatch,
  batchReport,
  cancelBatch,
  showBatch,
  skipBatch,
  withdrawBatchApproval,
} from './batches/batch.tsx';
import { showBatches } from './batches/list.tsx';
import { batchTemplate, requestBatch, reviewBatch, showNewBatch } from './batches/new.tsx';
import { showWithdrawals } from './list.tsx';
import { requestWithdrawal, reviewWithdrawal, showOrder } from './order.tsx';
import { showDestinations } from './destinations/list.tsx';
import { addDestination } from './destinations/add.tsx';
import { removeDestination, showDestination } from './destinations/destination.tsx';
import { setLimit, showLimit } from './limits/limit.tsx';
import { addRule, keepRule, removeRule } from './limits/rules.tsx';
import { showWithdrawal } from './withdrawal.tsx';
import { WITHDRAWALS } from './texts.ts';

/**
 * Money that leaves the account, from its request and the approval by a second person, where that is needed, to its
 * outcome (D29).
 */
export const withdrawalsArea: Area = {
  group: 'money',
  path: 'withdrawals',
  roles: READERS,
  texts: WITHDRAWALS,
  pages: [
    showWithdrawals,
    showToApprove,
    showOrder,
    reviewWithdrawal,
    requestWithdrawal.route,
    showDestinations,
    addDestination,
    showDestination,
    removeDestination.route,
    showBatches,
    showNewBatch,
    batchTemplate,
    reviewBatch,
    requestBatch.route,
    showBatch,
    batchReport,
    approveBatch.route,
    withdrawBatchApproval.route,
    cancelBatch.route,
    skipBatch.route,
    showLimit,
    setLimit.route,
    addRule.route,
    removeRule.route,
    keepRule.route,
    showWithdrawal,
    DECISIONS.withdrawal.approve.route,
    DECISIONS.withdrawal.withdrawApproval.route,
    DECISIONS.withdrawal.decline.route,
  ],
};
