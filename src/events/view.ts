import type { Schemas } from '../contract/operations.ts';
import type { EventRow } from './repository.ts';

export type EventView = Schemas['WebhookEvent'];

/** An event reads as it is sent. */
export function viewEvent({ body }: EventRow): EventView {
  return JSON.parse(body) as EventView;
}
