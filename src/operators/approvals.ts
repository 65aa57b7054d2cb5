import type { Queryable, Trx } from '../db/index.ts';
import { DomainError } from '../lib/errors/errors.ts';
import { newId } from '../lib/ids.ts';
import { canonicalJson } from '../lib/json.ts';
import type { Keyring } from '../lib/secrets/keyring.ts';
import { recordOperatorDeed } from './log.ts';
import type { Operator } from './operators.ts';
import * as repository from './repository.ts';
import type { ListedRequest, RequestRow } from './repository.ts';
import { isStamped, stamp } from './stamps.ts';

/** How long a request waits for another operator. */
const REQUEST_LIFE_MS = 7 * 24 * 3600 * 1000;

/** A request of one operator. */
interface NewRequest {
  kind: string;
  /** The complete action, bounded, as shown to the approver. */
  details: Record<string, unknown>;
  reason: string;
  evidence: string | null;
}

/** Requested by one operator and approved by another. */
export interface ApprovedRequest {
  id: string;
  kind: string;
  details: Record<string, unknown>;
  reason: string;
  evidence: string | null;
  requestedBy: Operator;
  approvedBy: Operator;
}

/** A kind of request. */
export interface ApprovalKind {
  /**
   * Carries out the approved request, in the approving transaction, so that both happen or neither, and once. Throws
   * DomainError if it can no longer be done; the request then keeps waiting.
   */
  carryOut(trx: Trx, request: ApprovedRequest): Promise<void>;
}

/** Requests that need a second operator (D45). */
export interface Approvals {
  /** Records the request; nothing is done before another operator approves it. It waits for 7 days. */
  request(trx: Trx, by: Operator, request: NewRequest): Promise<ListedRequest>;
  /**
   * Carries out the request. Throws `operator_request_not_found`; `operator_request_not_waiting` for one that was decided
   * or expired, or whose requester was revoked; `second_operator_required` for the requester's own; and
   * `operator_request_forged` for one that this service did not record.
   */
  approve(trx: Trx, by: Operator, id: string): Promise<ListedRequest>;
  /** The requester can withdraw it in the same way. The reason, if any, is for the requester and the log. */
  decline(trx: Trx, by: Operator, id: string, reason: string | null): Promise<ListedRequest>;
  /** Newest first. */
  list(
    on: Queryable,
    filter: { kind?: string; waiting?: true; limit: number },
  ): Promise<(ListedRequest & { isGenuine: boolean })[]>;
  /** Approved requests that were written or changed directly in the database. */
  listForged(on: Queryable): Promise<RequestRow[]>;
  /**
   * Whether this service recorded the request and, if it is approved, its approval; false if it was written to the
   * database by other means. Code that acts later on an approved request must check this.
   */
  isGenuine(request: RequestRow): boolean;
  /** The id of an approved and genuine request of a kind whose details have all of these; undefined when there is none. */
  findApproved(on: Queryable, kind: string, details: Record<string, string>): Promise<string | undefined>;
}

interface Parts {
  keyring: Keyring;
  kinds: Readonly<Record<string, ApprovalKind>>;
}

export function createApprovals(parts: Parts): Approvals {
  return {
    isGenuine: (request) => isGenuine(parts, request),
    request: (trx, by, request) => makeRequest(parts, trx, by, request),
    approve: (trx, by, id) => approveRequest(parts, trx, by, id),
    decline: declineRequest,
    listForged: (on) => listForged(parts, on),
    findApproved: (on, kind, details) => findApproved(parts, on, kind, details),
    list: (on, filter) => listRequests(parts, on, filter),
  };
}

function isGenuine({ keyring }: Parts, request: RequestRow): boolean {
  return (
    isStamped(keyring, 'operator-request', requestText(request), request.requestStamp) &&
    (request.decision !== 'approved' ||
      isStamped(keyring, 'operator-request', approvalText(request), request.approvalStamp ?? NO_STAMP))
  );
}

async function makeRequest(
  { kinds, keyring }: Parts,
  trx: Trx,
  by: Operator,
  { kind, details, reason, evidence }: NewRequest,
): Promise<ListedRequest> {
  if (!(kind in kinds)) throw new Error(`there is no kind of request ${kind}`);
  const now = await trx.now;
  const request = {
    id: newId(),
    kind,
    details,
    reason,
    evidence,
    requestedBy: by.id,
    createdAt: now,
    expiresAt: new Date(now.getTime() + REQUEST_LIFE_MS),
  };
  await repository.insertRequest(trx, {
    ...request,
    requestStamp: stamp(keyring, 'operator-request', requestText(request)),
  });
  await recordOperatorDeed(trx, by, {
    action: 'request.made',
    subject: request.id,
    details: { kind, reason },
  });
  return reread(trx, request.id);
}

async function reread(trx: Trx, id: string): Promise<ListedRequest> {
  const request = await repository.findRequest(trx, { id });
  if (!request) throw new Error(`the request ${id} is gone`);
  return request;
}

async function approveRequest(parts: Parts, trx: Trx, by: Operator, id: string): Promise<ListedRequest> {
  const request = await lockWaiting(trx, id);
  if (request.requestedBy === by.id) throw new DomainError('second_operator_required');
  if (!isGenuine(parts, request)) throw new DomainError('operator_request_forged');
  const requester = await repository.lockOperator(trx, { id: request.requestedBy });
  if (requester?.revokedAt !== null) throw new DomainError('operator_request_not_waiting');
  const kind = parts.kinds[request.kind];
  if (!kind) throw new Error(`there is no kind of request ${request.kind}`);
  const decision = { decision: 'approved', decidedBy: by.id, decidedAt: await trx.now } as const;
  await repository.recordDecision(trx, {
    id,
    decision: 'approved',
    by: by.id,
    at: decision.decidedAt,
    stamp: stamp(parts.keyring, 'operator-request', approvalText({ ...request, ...decision })),
    declineReason: null,
  });
  await kind.carryOut(trx, {
    ...request,
    requestedBy: { id: request.requestedBy, name: request.requester },
    approvedBy: by,
  });
  await recordOperatorDeed(trx, by, {
    action: 'request.approved',
    subject: id,
    details: { kind: request.kind, requested_by: request.requester, reason: request.reason },
  });
  return reread(trx, id);
}

async function lockWaiting(trx: Trx, id: string): Promise<ListedRequest> {
  const request = await repository.lockRequest(trx, { id });
  if (!request) throw new DomainError('operator_request_not_found');
  if (request.decision !== null || request.expiresAt <= (await trx.now))
    throw new DomainError('operator_request_not_waiting');
  return request;
}

async function declineRequest(
  trx: Trx,
  by: Operator,
  id: string,
  reason: string | null,
): Promise<ListedRequest> {
  const request = await lockWaiting(trx, id);
  const at = await trx.now;
  const decision = { decision: 'declined', by: by.id, at, stamp: null, declineReason: reason } as const;
  await repository.recordDecision(trx, { id, ...decision });
  await recordOperatorDeed(trx, by, {
    action: 'request.declined',
    subject: id,
    details: { kind: request.kind, requested_by: request.requester, ...(reason !== null && { reason }) },
  });
  return reread(trx, id);
}

async function listForged(parts: Parts, on: Queryable): Promise<RequestRow[]> {
  return (await repository.listApproved(on)).filter((request) => !isGenuine(parts, request));
}

async function findApproved(
  parts: Parts,
  on: Queryable,
  kind: string,
  details: Record<string, string>,
): Promise<string | undefined> {
  const approved = await repository.listApprovedWith(on, kind, details);
  return approved.find((request) => isGenuine(parts, request))?.id;
}

async function listRequests(
  parts: Parts,
  on: Queryable,
  { kind, waiting, limit }: { kind?: string; waiting?: true; limit: number },
): Promise<(ListedRequest & { isGenuine: boolean })[]> {
  const rows = await repository.listRequests(on, { kind, waiting, limit });
  return rows.map((row) => ({ ...row, isGenuine: isGenuine(parts, row) }));
}

const NO_STAMP = Buffer.of(0);

type ApprovalRequest = Pick<
  RequestRow,
  'id' | 'kind' | 'details' | 'reason' | 'evidence' | 'requestedBy' | 'createdAt' | 'expiresAt'
>;

function requestText(request: ApprovalRequest): string {
  const { id, kind, details, reason, evidence, requestedBy, createdAt, expiresAt } = request;
  return canonicalJson({
    id,
    kind,
    details,
    reason,
    evidence,
    requested_by: requestedBy,
    created_at: createdAt.toISOString(),
    expires_at: expiresAt.toISOString(),
  });
}

function approvalText(request: ApprovalRequest & Pick<RequestRow, 'decidedBy' | 'decidedAt'>): string {
  const { decidedBy, decidedAt } = request;
  return canonicalJson({
    request: requestText(request),
    approved_by: decidedBy,
    approved_at: decidedAt?.toISOString(),
  });
}
