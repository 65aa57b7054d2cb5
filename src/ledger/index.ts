export { ADJUSTMENT_KIND, ADJUSTMENT_KINDS, askToAdjust, type Adjustment } from './adjustments.ts';
export { bookArrival, bookLeaving, bookReplacement, bookReturn } from './account-moves.ts';
export { ADJUSTABLE_BOOKS, type Book, heldByCell, railOf } from './books.ts';
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
export { netOf, withDetails, type DetailedMovement } from './details-repository.ts';
export {
  availableOf,
  findBalances,
  findMovement,
  findMovementsByAmount,
  findMovementsOf,
  hasBooks,
  listHeldMoney,
  listMovements,
  readMovements,
  sumMovements,
  type Balance,
  type HeldMoney,
  type MovementFilters,
  type Movement,
} from './repository.ts';
export {
  findHeld,
  listPeriod,
  listSpans,
  startOf,
  type BookRow,
  type HeldBalance,
  type OwnBook,
  type Period,
  type SpanTotal,
} from './statement-repository.ts';
export {
  monthsSince,
  periodOf,
  readPeriod,
  readStatement,
  type Month,
  type MonthlyStatement,
} from './statements.ts';
export { viewBalance } from './view.ts';
export { ledgerHandlers } from './handlers.ts';
