import { decisionRoutes } from '../approvals/routes.ts';
import type { Route } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { apiRefundRoutes } from './api.tsx';
import { showRefunds } from './list.tsx';
import { showRefund } from './refund.tsx';

/** Money that goes back to its payer. It is started on the page of its link or deposit. */
export function refundRoutes(services: PanelServices): Route[] {
  return [
    ...showRefunds(services),
    ...apiRefundRoutes(services),
    ...showRefund(services),
    ...decisionRoutes(services, 'refund'),
  ];
}
