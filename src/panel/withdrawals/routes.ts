import { decisionRoutes } from '../approvals/routes.ts';
import type { Route } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { destinationRoutes } from './destinations/routes.ts';
import { limitRoutes } from './limits/limit.tsx';
import { showWithdrawals } from './list.tsx';
import { orderWithdrawal } from './order.tsx';
import { showWithdrawal } from './withdrawal.tsx';

/** Money that leaves the account: asked for, approved by a second person where needed, and what came of it (D29). */
export function withdrawalRoutes(services: PanelServices): Route[] {
  return [
    ...showWithdrawals(services),
    ...orderWithdrawal(services),
    ...destinationRoutes(services),
    ...limitRoutes(services),
    ...showWithdrawal(services),
    ...decisionRoutes(services, 'withdrawal'),
  ];
}
