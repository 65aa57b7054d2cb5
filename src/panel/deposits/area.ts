import type { Area } from '../request/area.ts';
import { MEMBERS } from '../request/route.ts';
import { setAutoRefund, showDeposits } from './list.tsx';
import { showDeposit } from './deposit.tsx';
import { acceptAsPayment } from './accept-as-payment.tsx';
import { acceptDeposit } from './accept.tsx';
import { refundDeposit } from './refund.ts';
import { settleDeposit } from './taken-back.tsx';
import { DEPOSITS } from './texts.ts';

/** What arrived, and what is to be done with that which paid no link (D7). */
export const depositsArea: Area = {
  group: 'money',
  path: 'deposits',
  roles: MEMBERS,
  texts: DEPOSITS,
  pages: [
    showDeposits,
    setAutoRefund,
    showDeposit,
    acceptAsPayment,
    acceptDeposit,
    refundDeposit,
    settleDeposit,
  ],
};
