export { createApprovals, type ApprovalKind, type Approvals } from './approvals.ts';
export {
  createDifferences,
  DIFFERENCE_KINDS,
  recordAcknowledgement,
  type Differences,
  type KnownDifferences,
} from './differences/differences.ts';
export { purgeDifferences } from './differences/repository.ts';
export { addOperator, enrolmentKinds } from './enrolment.ts';
export { recordOperatorDeed } from './log.ts';
export { watchOperators } from './metrics.ts';
export { createOperators, type Operator, type Operators } from './operators.ts';
export { listLog, type ListedRequest } from './repository.ts';
