export {
  findApiRefundLimit,
  findRefundingKey,
  sumApiRefunds,
  type ApiRefundLimit,
  type RefundingKey,
} from './api-refund-repository.ts';
export { createApiRefunds, type ApiRefunds } from './api-refunds.ts';
export { describeShortly, isSameDestination, partsOf } from './describe.ts';
export { requireDestination, type DestinationParts } from './destination.ts';
export { createDestinations, type Destinations } from './destinations.ts';
export {
  foresee,
  Leave,
  requireActiveAccount,
  savedAs,
  type MoneyOut,
  type Mover,
  type Payee,
  type Wait,
} from './gate.ts';
export { createApprovalRules, MAX_RULES, type ApprovalRules, type NewRule } from './approval-rules.ts';
export {
  coverageOf,
  findApproval,
  objectionToApproval,
  type Approval,
  type Coverage,
  type Objection,
} from './approvals.ts';
export { createLimits, findLimit, isLimit, type AccountLimit, type Limits } from './limits.ts';
export {
  findRequester,
  listActiveMembers,
  nameOf,
  objectionTo,
  requireRole,
  tellMembers,
  tellMember,
  waitOfNewMember,
} from './members.ts';
export { APPROVERS, ONE_PERSON, type Demand, type Needs } from './needs.ts';
export type { BatchObstacle, MoveKind, Wordings } from './member-emails.ts';
export {
  approveRequest,
  declineRequest,
  listOpenTo,
  findDestination,
  findRequest,
  HAS_LOST_PERSON,
  listDestinations,
  listRequests,
  lockDestination,
  putFirstApproval,
  type TransferRequest,
  type SavedDestination,
  type WaitsFor,
} from './repository.ts';
export { listRuleUses, type RuleUse } from './rule-repository.ts';
