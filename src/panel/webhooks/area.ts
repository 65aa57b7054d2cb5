import { TECHNICAL, readBy } from '../../people/index.ts';
import type { Area } from '../request/area.ts';
import { showEndpoints } from './list.tsx';
import { changeEndpoint, createEndpoint, showEndpointSettings, showNewEndpoint } from './edit.tsx';
import {
  deleteEndpoint,
  enableEndpoint,
  endPreviousSecret,
  rotateSecret,
  showEndpoint,
  switchEndpoint,
} from './endpoint.tsx';
import { testEndpoint } from './test.tsx';
import { showDeliveries } from './deliveries.tsx';
import { redeliverEvent, showDelivery } from './delivery.tsx';
import { replayEvents, showReplay } from './replay.tsx';
import { WEBHOOKS } from './texts.ts';

/** The endpoints that receive events, and the deliveries to them; for technical roles. */
export const webhooksArea: Area = {
  group: 'developers',
  path: 'webhooks',
  roles: readBy(TECHNICAL),
  companiesOnly: true,
  texts: WEBHOOKS,
  pages: [
    showEndpoints,
    showNewEndpoint,
    showEndpointSettings,
    createEndpoint.route,
    changeEndpoint.route,
    showEndpoint,
    switchEndpoint.route,
    enableEndpoint.route,
    endPreviousSecret.route,
    deleteEndpoint.route,
    rotateSecret.route,
    testEndpoint.route,
    showDeliveries,
    showDelivery,
    redeliverEvent.route,
    showReplay,
    replayEvents.route,
  ],
};
