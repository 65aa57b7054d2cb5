import type { Route } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { chooseAccount } from './accounts.tsx';
import { showOverview } from './overview.tsx';
import { dismissSteps } from './first-steps.tsx';

/** The first page of an account, and the choice between the accounts of a user. */
export function overviewRoutes(services: PanelServices): Route[] {
  return [...chooseAccount(services), ...showOverview(services), ...dismissSteps(services)];
}
