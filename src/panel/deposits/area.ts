import type { Area } from '../request/area.ts';
import { MEMBERS } from '../request/route.ts';
import { showDeposits } from './list.tsx';
import { showDeposit } from './deposit.tsx';
import {
  acceptAsPayment,
  acceptTogether,
  reviewAcceptanceAsPayment,
  reviewAcceptanceTogether,
} from './accept-as-payment.tsx';
import { acceptDeposit, reviewAcceptance } from './accept.tsx';
import { assignDeposit, chooseLink, reviewAssignment } from './assign.tsx';
import { decideOnMany, reviewMany } from './many.tsx';
import { refundDeposit, reviewDepositRefund } from './refund.tsx';
import { reviewSettlement, settleDeposit } from './taken-back.tsx';
import { DEPOSITS } from './texts.ts';

/** The account's deposits, and the decisions on those that paid no link (D7). */
export const depositsArea: Area = {
  group: 'money',
  path: 'deposits',
  roles: MEMBERS,
  texts: DEPOSITS,
  pages: [
    showDeposits,
    reviewMany,
    decideOnMany,
    showDeposit,
    reviewAcceptanceAsPayment,
    acceptAsPayment.route,
    reviewAcceptanceTogether,
    acceptTogether.route,
    reviewAcceptance,
    acceptDeposit.route,
    chooseLink,
    reviewAssignment,
    assignDeposit.route,
    reviewDepositRefund,
    refundDeposit.route,
    reviewSettlement,
    settleDeposit.route,
  ],
};
