import type { Transfer } from '../../transfers/index.ts';
import { readClock } from '../../clock/index.ts';
import type { Queryable } from '../../db/index.ts';
import {
  findLimit,
  findRequest,
  findRequester,
  type AccountLimit,
  listActiveMembers,
  listRequests,
  type Objection,
  objectionTo,
  type TransferRequest,
  type Wait,
  type WaitsFor,
} from '../../treasury/index.ts';
import { TREASURERS } from '../../people/index.ts';
import type { MemberVisit } from '../request/route.ts';

/** A transfer and its requester; undefined for one that needs no requester. */
export interface Requested<T extends Transfer> {
  transfer: T;
  request: TransferRequest | undefined;
}

/** The approvals that a transfer waits for, or the decision by which it was not sent. */
export type RequestState = WaitsFor | 'declined' | 'taken_back' | 'expired';

/** Undefined for a transfer that went, or goes, its way. */
export function requestStateOf({
  transfer: { status },
  request,
}: Requested<Transfer>): RequestState | undefined {
  if (!request) return undefined;
  const { decision, waitsFor } = request;
  if (decision === 'approved') return undefined;
  if (decision !== null) return decision;
  const isUnsent = status === 'requested' || status === 'held';
  return isUnsent && waitsFor !== null ? waitsFor : undefined;
}

export function isWaiting(requested: Requested<Transfer>): boolean {
  return requested.request?.decision === null && requestStateOf(requested) !== undefined;
}

export async function withRequests<T extends Transfer>(
  on: Queryable,
  accountId: string,
  transfers: readonly T[],
): Promise<Requested<T>[]> {
  const ids = transfers.map(({ id }) => id);
  const requests = await listRequests(on, { accountId, transferIds: ids });
  const byId = new Map(requests.map((request) => [request.transferId, request]));
  return transfers.map((transfer) => ({ transfer, request: byId.get(transfer.id) }));
}

/** The outcome of a movement of money if it were requested now, and who could approve it. */
export interface MovePreview {
  wait: Wait;
  limit: AccountLimit | undefined;
  /** By e-mail address, without the requester. */
  approvers: readonly string[];
}

/** A person in a role that approves transfers, and why they may not approve this one. */
export interface Approver {
  email: string;
  objection: Objection | undefined;
}

/** The people who can approve a person's request; null is the operator. */
async function listApprovers(
  on: Queryable,
  accountId: string,
  requestedBy: string | null,
): Promise<Approver[]> {
  const [members, requester, now] = await Promise.all([
    listActiveMembers(on, accountId, TREASURERS),
    findRequester(on, accountId, requestedBy),
    readClock(on),
  ]);
  return members.map((member) => ({ email: member.email, objection: objectionTo(member, requester, now) }));
}

/** Reads who requested a transfer, and who may decide about it. */
export async function readRequest(
  on: Queryable,
  accountId: string,
  id: string,
): Promise<{ request: TransferRequest | undefined; approvers: Approver[] }> {
  const request = await findRequest(on, { accountId, transferId: id });
  const approvers = request ? await listApprovers(on, accountId, request.requestedBy) : [];
  return { request, approvers };
}

/** The e-mail addresses of those who may approve it. */
export function mayApprove(approvers: readonly Approver[]): string[] {
  return approvers.flatMap(({ email, objection }) => (objection === undefined ? [email] : []));
}

/** The outcome shown to a person before they make a request. */
export async function readOutlook(
  on: Queryable,
  { accountId, session }: MemberVisit,
  wait: Wait,
): Promise<MovePreview> {
  const [limit, approvers] = await Promise.all([
    findLimit(on, { accountId }),
    listApprovers(on, accountId, session.userId),
  ]);
  return { wait, limit, approvers: mayApprove(approvers) };
}
