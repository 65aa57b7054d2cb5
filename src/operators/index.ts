export { createApprovals, type ApprovalKind, type Approvals } from './approvals.ts';
export {
  createDifferences,
  DIFFERENCE_KINDS,
  recordAcknowledgement,
  type Differences,
  type KnownDifferences,
} from './differences.ts';
export { purgeDifferences, listLog, type ListedRequest } from './repository.ts';
export { addOperator, enrolmentKinds } from './enrolment.ts';
export { recordOperatorDeed, recordsDeed } from './log.ts';
export { watchOperators } from './metrics.ts';
export { createOperators, type Operator, type Operators } from './operators.ts';
export { viewRequest } from './view.ts';
