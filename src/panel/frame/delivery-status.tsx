import type { JSX } from 'preact';
import { type Language, Status } from '../../pages/index.ts';
import type { DeliveryStatus as Stored, WebhookEndpoint } from '../../webhooks/index.ts';
import { useTexts } from './context.tsx';

const en = {
  statuses: { pending: 'Pending', delivered: 'Delivered', failed: 'Failed' } satisfies Record<Stored, string>,
  receiving: 'Enabled',
  off: 'Disabled',
  switchedOff: 'Disabled after failures',
  failing: (count: number): string => (count === 1 ? '1 failed' : `${count} failed in a row`),
};

const es: typeof en = {
  statuses: { pending: 'Pendiente', delivered: 'Entregada', failed: 'Fallida' },
  receiving: 'Activo',
  off: 'Desactivado',
  switchedOff: 'Desactivado por fallas',
  failing: (count) => (count === 1 ? '1 fallida' : `${count} fallidas seguidas`),
};

export const DELIVERY_STATUS: Readonly<Record<Language, typeof en>> = { en, es };
const TONES = { pending: 'waiting', delivered: 'good', failed: 'bad' } as const;

export function DeliveryStatus({ status }: { status: Stored }): JSX.Element {
  return <Status tone={TONES[status]}>{useTexts(DELIVERY_STATUS).statuses[status]}</Status>;
}

/** Whether an endpoint receives events, and whether deliveries fail. */
export function EndpointStatus({ endpoint }: { endpoint: WebhookEndpoint }): JSX.Element {
  const texts = useTexts(DELIVERY_STATUS);
  if (endpoint.disabledAt !== null) return <Status tone="bad">{texts.switchedOff}</Status>;
  if (!endpoint.enabled) return <Status tone="quiet">{texts.off}</Status>;
  const { consecutiveFailures: failures } = endpoint;
  if (failures > 0) return <Status tone="waiting">{texts.failing(failures)}</Status>;
  return <Status tone="good">{texts.receiving}</Status>;
}
