export { readClock } from './repository.ts';
export { clockHandlers } from './handlers.ts';
