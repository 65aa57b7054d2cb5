export { readClock } from './repository.ts';
