import type { Route } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { acceptDeposit } from './accept.tsx';
import { acceptAsPayment } from './accept-as-payment.tsx';
import { setAutoRefund, showDeposits } from './list.tsx';
import { showDeposit } from './deposit.tsx';
import { refundDeposit } from './refund.ts';
import { settleDeposit } from './taken-back.tsx';

/** What arrived, and what is to be done with that which paid no link (D7). */
export function depositRoutes(services: PanelServices): Route[] {
  return [
    ...showDeposits(services),
    ...setAutoRefund(services),
    ...showDeposit(services),
    ...acceptAsPayment(services),
    ...acceptDeposit(services),
    ...refundDeposit(services),
    ...settleDeposit(services),
  ];
}
