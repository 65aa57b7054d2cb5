import type { JSX } from 'preact';
import { type Language, Status } from '../../pages/index.ts';
import type { Delivery, DeliveryStatus as Stored, WebhookEndpoint } from '../../webhooks/index.ts';
import { useTexts } from './context.tsx';
import { Moment } from './parts.tsx';

const en = {
  statuses: { pending: 'Pending', delivered: 'Delivered', failed: 'Failed' } satisfies Record<Stored, string>,
  receiving: 'Enabled',
  off: 'Disabled',
  switchedOff: 'Disabled after failures',
  waitsForEndpoint: 'once the endpoint is enabled',
  failing: (count: number): string => (count === 1 ? '1 failed' : `${count} failed in a row`),
};

const es: typeof en = {
  statuses: { pending: 'Pendiente', delivered: 'Entregada', failed: 'Fallida' },
  receiving: 'Activo',
  off: 'Desactivado',
  switchedOff: 'Desactivado por fallas',
  waitsForEndpoint: 'cuando el endpoint esté activo',
  failing: (count) => (count === 1 ? '1 fallida' : `${count} fallidas seguidas`),
};

export const DELIVERY_STATUS: Readonly<Record<Language, typeof en>> = { en, es };
const TONES = { pending: 'waiting', delivered: 'good', failed: 'bad' } as const;

export function DeliveryStatus({ status }: { status: Stored }): JSX.Element {
  return <Status tone={TONES[status]}>{useTexts(DELIVERY_STATUS).statuses[status]}</Status>;
}

/** The time of the next attempt of a delivery. Nothing is sent to a disabled endpoint, whatever time was planned. */
export function NextAttempt(props: {
  delivery: Pick<Delivery, 'nextAttemptAt'>;
  endpoint: WebhookEndpoint;
}): JSX.Element | null {
  const { delivery, endpoint } = props;
  const texts = useTexts(DELIVERY_STATUS);
  if (delivery.nextAttemptAt === null) return null;
  const isOff = !endpoint.enabled || endpoint.disabledAt !== null;
  return isOff ? <>{texts.waitsForEndpoint}</> : <Moment at={delivery.nextAttemptAt} />;
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
