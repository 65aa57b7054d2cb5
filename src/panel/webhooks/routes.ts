import type { Route } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { showEndpoints } from './list.tsx';
import { editEndpoint } from './edit.tsx';
import { showEndpoint } from './endpoint.tsx';
import { rotateSecret } from './secret.tsx';
import { testEndpoint } from './test.tsx';
import { showDeliveries } from './deliveries.tsx';
import { showDelivery } from './delivery.tsx';
import { replayEvents } from './replay.tsx';

/** The endpoints that receive events, and the deliveries to them; for technical roles. */
export function webhookRoutes(services: PanelServices): Route[] {
  return [
    ...showEndpoints(services),
    ...editEndpoint(services),
    ...showEndpoint(services),
    ...rotateSecret(services),
    ...testEndpoint(services),
    ...showDeliveries(services),
    ...showDelivery(services),
    ...replayEvents(services),
  ];
}
