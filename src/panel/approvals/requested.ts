import { isMove, type Transfer } from '../../transfers/index.ts';
import { readClock } from '../../clock/index.ts';
import type { Queryable } from '../../db/index.ts';
import {
  type Approval,
  findApproval,
  findRequest,
  findRequester,
  listActiveMembers,
  listRequests,
  type MoveKind,
  type Needs,
  type Objection,
  objectionToApproval,
  ONE_PERSON,
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
  const { decision, waitsFor, lacksApproval } = request;
  if (decision === 'approved') return lacksApproval && status === 'held' ? 'second_person' : undefined;
  if (decision !== null) return decision;
  const isUnsent = status === 'requested' || status === 'held';
  return isUnsent && waitsFor !== null ? waitsFor : undefined;
}

/** The reason for which a transfer waits; undefined for one that was decided, or needs no decision. */
export function waitOf(requested: Requested<Transfer>): WaitsFor | undefined {
  const state = requestStateOf(requested);
  return state === 'declined' || state === 'taken_back' || state === 'expired' ? undefined : state;
}

export function isWaiting(requested: Requested<Transfer>): boolean {
  return waitOf(requested) !== undefined;
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
  /** By e-mail address, without the requester. */
  approvers: readonly string[];
}

/** A person in a role that approves transfers, and why they may not approve this one. */
export interface Approver {
  email: string;
  objection: Objection | undefined;
}

/** The approval that a waiting transfer needs now. */
export interface ApprovalView {
  needs: Needs;
  /** The e-mail addresses of those who have approved it. */
  given: readonly string[];
  approvers: readonly Approver[];
}

/** The people who can give the next approval. */
async function listApprovers(
  on: Queryable,
  accountId: string,
  approval: Approval,
  now: Date,
): Promise<Approver[]> {
  const members = await listActiveMembers(on, accountId, TREASURERS);
  return members.map((member) => ({
    email: member.email,
    objection: objectionToApproval(member, approval, now),
  }));
}

/** Reads who requested a transfer, and the approval that it waits for, which is undefined once it was decided. */
export async function readRequest(
  on: Queryable,
  transfer: Transfer,
): Promise<{ request: TransferRequest | undefined; approval: ApprovalView | undefined }> {
  const { accountId, id } = transfer;
  const request = await findRequest(on, { accountId, transferId: id });
  return { request, approval: request && (await readApproval(on, { transfer, request })) };
}

/** Undefined for a transfer that waits for no decision. */
export async function readApproval(
  on: Queryable,
  requested: Requested<Transfer>,
): Promise<ApprovalView | undefined> {
  const { transfer, request } = requested;
  if (!request || !isMove(transfer) || !isWaiting(requested)) return undefined;
  return approvalOf(on, request, transfer.kind, [transfer.id]);
}

/** The approval that transfers need which were requested together; `request` is that of one of them. */
export async function approvalOf(
  on: Queryable,
  request: TransferRequest,
  kind: MoveKind,
  together: readonly string[],
): Promise<ApprovalView> {
  const now = await readClock(on);
  const approval = await findApproval(on, request, kind, now, together);
  const approvers = await listApprovers(on, request.accountId, approval, now);
  return { needs: approval.needs, given: approval.given.map(({ email }) => email), approvers };
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
  const [requester, now] = await Promise.all([findRequester(on, accountId, session.userId), readClock(on)]);
  const approval = { requester, needs: wait.demand ?? ONE_PERSON, given: [] };
  return { wait, approvers: mayApprove(await listApprovers(on, accountId, approval, now)) };
}
