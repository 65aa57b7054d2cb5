export { Faults } from './faults.ts';
export { DELIVERY_FAULTS } from './repository.ts';
export { faultHandlers } from './handlers.ts';
