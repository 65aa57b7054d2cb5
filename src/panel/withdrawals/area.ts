import { DECISIONS } from '../approvals/decisions.ts';
import type { Area } from '../request/area.ts';
import { READERS } from '../request/route.ts';
import { approveBatch, batchReport, cancelBatch, showBatch, skipBatch } from './batches/batch.tsx';
import { showBatches } from './batches/list.tsx';
import { batchTemplate, requestBatch, reviewBatch, showNewBatch } from './batches/new.tsx';
import { showWithdrawals } from './list.tsx';
import { requestWithdrawal, reviewWithdrawal, showOrder } from './order.tsx';
import { showDestinations } from './destinations/list.tsx';
import { addDestination } from './destinations/add.tsx';
import { removeDestination, showDestination } from './destinations/destination.tsx';
import { setLimit, showLimit } from './limits/limit.tsx';
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
    cancelBatch.route,
    skipBatch.route,
    showLimit,
    setLimit.route,
    showWithdrawal,
    DECISIONS.withdrawal.approve.route,
    DECISIONS.withdrawal.decline.route,
  ],
};
