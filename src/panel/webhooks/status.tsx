import type { JSX } from 'preact';
import type { DeliveryStatus as Stored, EndpointRow } from '../../webhooks/index.ts';
import { Status } from '../frame/tables.tsx';
import type { Visit } from '../route.ts';
import { WEBHOOKS } from './texts.ts';

const TONES = { pending: 'waiting', delivered: 'good', failed: 'bad' } as const;

export function DeliveryStatus({ visit, status }: { visit: Visit; status: Stored }): JSX.Element {
  return <Status tone={TONES[status]}>{WEBHOOKS[visit.language].statuses[status]}</Status>;
}

/** Whether an endpoint receives events, and whether deliveries fail. */
export function EndpointStatus({ visit, endpoint }: { visit: Visit; endpoint: EndpointRow }): JSX.Element {
  const texts = WEBHOOKS[visit.language];
  if (endpoint.disabled_at !== null) return <Status tone="bad">{texts.switchedOff}</Status>;
  if (!endpoint.enabled) return <Status tone="quiet">{texts.off}</Status>;
  const { consecutive_failures: failures } = endpoint;
  if (failures > 0) return <Status tone="waiting">{texts.failing(failures)}</Status>;
  return <Status tone="good">{texts.receiving}</Status>;
}
