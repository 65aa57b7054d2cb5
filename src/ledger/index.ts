export {
  ADJUSTMENT_KIND,
  ADJUSTMENT_KINDS,
  askToAdjust,
  type Adjustment,
} from './adjustments/adjustments.ts';
export { ADJUSTABLE_BOOKS } from './adjustments/books.ts';
export { bookCost, HOUSE_ACCOUNT_ID } from './costs/service.ts';
export { exchange, postMovement } from './movement.ts';
export { postEntry, type Entry, type EntryType, type MovementType, type Posting } from './post.ts';
export {
  findBalances,
  findMovementsOf,
  hasBooks,
  listMovements,
  lockAvailable,
  readMovements,
  type BalanceRow,
  type Book,
  type MovementFilters,
  type MovementRow,
} from './repository.ts';
export {
  findHeld,
  listCollected,
  listPeriod,
  type CollectedRow,
  type HeldRow,
  type Period,
} from './statements/repository.ts';
export {
  monthsBetween,
  periodOf,
  readPeriod,
  readStatement,
  type Month,
  type MonthlyStatement,
} from './statements/service.ts';
export { viewBalance } from './view.ts';
