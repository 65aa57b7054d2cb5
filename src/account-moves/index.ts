export { listHandedOn, type HandedOnDeposit } from './handed-on-repository.ts';
export { createHandingOnWorker, handOn, wasHandedOn, watchHandedOn, worksElsewhere } from './handing-on.ts';
export { moveAccount, type MoveReport, type Side, type Step } from './move.ts';
export { MoveRefused } from './move-refused.ts';
export {
  findMovedAccount,
  listBetween,
  movedBy,
  type Between,
  type Moved,
  type NotMoved,
} from './repository.ts';
export { letGoStale, takeUpAgain } from './settling.ts';
export { prepareSession, writeAsReplica } from './table-repository.ts';
export { findWhereabouts, type Whereabouts, type Witness } from './whereabouts.ts';
