import { decisionRoutes } from '../approvals/routes.ts';
import type { Route } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { showConversions } from './list.tsx';
import { createConversion } from './create.tsx';
import { showConversion } from './conversion.tsx';

/** Exchanges of one asset of the account for another (D10). */
export function conversionRoutes(services: PanelServices): Route[] {
  return [
    ...showConversions(services),
    ...createConversion(services),
    ...showConversion(services),
    ...decisionRoutes(services, 'conversion'),
  ];
}
