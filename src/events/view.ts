import type { Schemas } from '../contract/index.ts';
import type { StoredEvent } from './repository.ts';

export type EventView = Schemas['WebhookEvent'];

/** An event as it is sent, plus its sequence number among the account's events. */
export function viewEvent({ body, sequence }: StoredEvent): EventView {
  return Object.assign(JSON.parse(body) as EventView, { sequence: Number(sequence) });
}
