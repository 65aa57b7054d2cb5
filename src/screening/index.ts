export { askToDecide, askToSwitchOff, screeningKinds } from './decisions.ts';
export { createAsk, SCREENING_TIMEOUT_MS, type Question } from './hook.ts';
export {
  claimScreenings,
  findScreening,
  finishScreening,
  listHeld,
  listHeldOf,
  openScreening,
  type HeldPayment,
  type Screened,
  type ScreeningRecord,
} from './repository.ts';
export {
  createScreening,
  joinScreening,
  requireAllowed,
  watchScreening,
  type Screening,
} from './screening.ts';
