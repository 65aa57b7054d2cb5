import type { Route } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { showCalls } from './list.tsx';
import { showFailures } from './failures.tsx';
import { showVersions } from './versions.tsx';
import { showCall } from './call.tsx';

/** The account's API calls: a list with filters, single calls, grouped failures, versions in use. */
export function callLogRoutes(services: PanelServices): Route[] {
  return [
    ...showCalls(services),
    ...showFailures(services),
    ...showVersions(services),
    ...showCall(services),
  ];
}
