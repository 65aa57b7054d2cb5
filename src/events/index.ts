export type { EventData, EventType, Transition } from './catalogue.ts';
export { createEventRecorder, eventIdsAbout, type EventRecorder, type Fact } from './record.ts';
export {
  eventInsertion,
  type InsertEvents,
  findEvent,
  findEvents,
  listEvents,
  purgeEvents,
  type StoredEvent,
} from './repository.ts';
export { eventHandlers } from './handlers.ts';
