import type { Schemas } from '../contract/operations.ts';
import type { EventRow } from './repository.ts';

export type EventView = Schemas['WebhookEvent'];

/** An event reads as it is sent, with its place among the account's events. */
export function viewEvent({ body, sequence }: EventRow): EventView {
  return { ...(JSON.parse(body) as EventView), sequence: Number(sequence) };
}
