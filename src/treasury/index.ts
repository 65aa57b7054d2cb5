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
export { createLimits, type Limits } from './limits.ts';
export {
  findRequester,
  listActiveMembers,
  nameOf,
  objectionTo,
  requireRole,
  tellMembers,
  waitOfNewMember,
  type Objection,
} from './members.ts';
export type { BatchObstacle, MoveKind } from './member-emails.ts';
export {
  decideRequest,
  listOpenTo,
  findDestination,
  findLimit,
  findRequest,
  HAS_LOST_REQUESTER,
  listDestinations,
  listRequests,
  lockDestination,
  sumMovedAlone,
  type AccountLimit,
  type TransferRequest,
  type SavedDestination,
  type WaitsFor,
} from './repository.ts';
