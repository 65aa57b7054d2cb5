import { TECHNICAL } from '../../people/index.ts';
import type { Area } from '../request/area.ts';
import { showEndpoints } from './list.tsx';
import { editEndpoint } from './edit.tsx';
import { showEndpoint } from './endpoint.tsx';
import { rotateSecret } from './secret.tsx';
import { testEndpoint } from './test.tsx';
import { showDeliveries } from './deliveries.tsx';
import { showDelivery } from './delivery.tsx';
import { replayEvents } from './replay.tsx';
import { WEBHOOKS } from './texts.ts';

/** The endpoints that receive events, and the deliveries to them; for technical roles. */
export const webhooksArea: Area = {
  group: 'developers',
  path: 'webhooks',
  roles: TECHNICAL,
  companiesOnly: true,
  texts: WEBHOOKS,
  pages: [
    showEndpoints,
    editEndpoint,
    showEndpoint,
    rotateSecret,
    testEndpoint,
    showDeliveries,
    showDelivery,
    replayEvents,
  ],
};
