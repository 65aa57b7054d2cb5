import type { ListedRequest } from './repository.ts';

/** A request as an operator sees it. */
export function viewRequest(request: ListedRequest): object {
  return {
    id: request.id,
    kind: request.kind,
    status: request.decision ?? (request.hasExpired ? 'expired' : 'waiting'),
    details: request.details,
    reason: request.reason,
    evidence: request.evidence,
    requested_by: request.requester,
    requested_at: request.createdAt.toISOString(),
    expires_at: request.expiresAt.toISOString(),
    decided_by: request.decider,
    decided_at: request.decidedAt?.toISOString() ?? null,
    decline_reason: request.declineReason,
  };
}
