export { ADJUSTMENT_KIND, ADJUSTMENT_KINDS, askToAdjust, type Adjustment } from './adjustments.ts';
export { ADJUSTABLE_BOOKS, type Book, conversionsOf, railOf } from './books.ts';
export { bookCost, HOUSE_ACCOUNT_ID } from './costs.ts';
export { bookOwnMovement } from './own-movements.ts';
export { exchange, postMovement } from './movement.ts';
export {
  lockAvailable,
  postEntry,
  type Entry,
  type EntryType,
  type MovementType,
  type Posting,
} from './post.ts';
export {
  findBalances,
  findMovementsOf,
  hasBooks,
  owesMoney,
  listMovements,
  readMovements,
  type Balance,
  type MovementFilters,
  type Movement,
} from './repository.ts';
export {
  findHeld,
  listCollected,
  listPeriod,
  type Collected,
  type HeldBalance,
  type Period,
} from './statement-repository.ts';
export {
  monthsBetween,
  periodOf,
  readPeriod,
  readStatement,
  type Month,
  type MonthlyStatement,
} from './statements.ts';
export { viewBalance } from './view.ts';
export { ledgerHandlers } from './handlers.ts';
