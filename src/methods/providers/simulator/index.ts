export {
  SIMULATED_FAILURES,
  SIMULATED_OPERATIONS,
  type SimulatedFailure,
  type SimulatedOperation,
} from './operations.ts';
export type { BaseRate } from './rates.ts';
export { changeSetting, listRates, listSettings, moveRate } from './repository.ts';
export { createSimulator, type Simulator } from './simulator.ts';
