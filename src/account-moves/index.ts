export { moveAccount, type MoveReport, type Side, type Step } from './move.ts';
export { MoveRefused } from './move-refused.ts';
export { findMovedAccount, listBetween, movedBy, type Between, type Moved } from './repository.ts';
export { prepareSession, writeAsReplica } from './table-repository.ts';
