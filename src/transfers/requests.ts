import { recordAction } from '../audit-log/index.ts';
import { type Queryable, type Trx, createBatchWorker, type Database } from '../db/index.ts';
import { availableOf, findBalances } from '../ledger/index.ts';
import { DomainError, invalidParam } from '../lib/errors/errors.ts';
import { isId } from '../lib/ids.ts';
import { money, type Money } from '../lib/money.ts';
import { type OwnActor, TREASURERS } from '../people/index.ts';
import { isMove, tellOfFirstApproval, tellRequester, type Waiting } from './decision-mails.ts';
import type { TransferKinds } from './kinds.ts';
import { stopTransfer } from './outcomes.ts';
import { notEnough } from './holding.ts';
import { lockTransfer, lockUnapproved, lockUnreleased, releaseTransfer } from './repository.ts';
import type { Transfer, Withdrawal } from './transfer.ts';
import type { Withdrawals, WithdrawalTerms } from './withdrawals.ts';
import {
  describeShortly,
  approveRequest,
  declineRequest,
  findApproval,
  findDestination,
  lockDestination,
  objectionToApproval,
  partsOf,
  type TransferRequest,
  requireActiveAccount,
  requireRole,
  type SavedDestination,
  type Wait,
  type WaitsFor,
  findRequest,
  listOpenTo,
  putFirstApproval,
} from '../treasury/index.ts';
import type { Logger } from '../lib/logger.ts';
import type { Worker } from '../lib/work/claim-worker.ts';

export interface WithdrawalOrder {
  destinationId: string;
  /** The asset of the balance it is taken from. */
  asset: string;
  /** Decimal, in `asset`, including the fee. */
  amount: Money;
}

/** In characters. */
export const MAX_DECISION_REASON = 200;

export type WithdrawalPreview = Wait & WithdrawalTerms & { saved: SavedDestination };

/**
 * Withdrawals requested in the panel, to saved destinations only, and decisions on all transfers that wait for a second
 * person, a new destination or a new member (D29, D44). Meanwhile their money is reserved.
 */
export interface Requests {
  /** The conditions of a withdrawal now. Throws like `create`. */
  preview(
    on: Queryable,
    accountId: string,
    actor: OwnActor,
    order: WithdrawalOrder,
  ): Promise<WithdrawalPreview>;
  /** Throws `destination_not_found`, and like `Withdrawals.create`. */
  create(
    trx: Trx,
    accountId: string,
    actor: OwnActor,
    order: WithdrawalOrder,
  ): Promise<{ withdrawal: Withdrawal; waitsFor: WaitsFor | null }>;
  /**
   * Approves a waiting transfer. With the last approval that it needs by the account's rules (D80), it is sent now; the
   * first of two is recorded, and the others are told. Throws `forbidden`, `transfer_not_found`, `transfer_not_waiting`
   * for one that has been decided meanwhile, `second_person_required` for its requester, `already_approved` for whoever
   * gave the first approval, `owner_required`, and `member_too_new` or `requester_too_new` unless established members are
   * involved (`objectionToApproval`).
   */
  approve(trx: Trx, accountId: string, actor: OwnActor, id: string): Promise<'approved' | 'first_approved'>;
  /**
   * Takes back the actor's own approval while the second one is missing, and does nothing if they have given none. Throws
   * `forbidden`, `transfer_not_found`, and `transfer_not_waiting` if it was decided meanwhile.
   */
  withdrawApproval(trx: Trx, accountId: string, actor: OwnActor, id: string): Promise<void>;
  /**
   * Declines a waiting transfer and releases its money, and tells its requester why; the requester withdraws it in the
   * same way, without a reason. The reason has 1 to `MAX_DECISION_REASON` characters, and is for the people of the account
   * only. Throws `forbidden`, `transfer_not_found`, `transfer_not_waiting`, and `invalid_request` naming
   * `decision_reason` without one.
   */
  decline(
    trx: Trx,
    accountId: string,
    actor: OwnActor,
    declined: { id: string; reason: string | null },
  ): Promise<'declined' | 'taken_back'>;
  /** Declines all transfers that wait for a destination. Returns how many. */
  declineAllTo(trx: Trx, accountId: string, actor: OwnActor, destinationId: string): Promise<number>;
}

interface Parts {
  withdrawals: Withdrawals;
  kinds: TransferKinds;
  panelUrl: () => string;
}

export function createRequests(parts: Parts): Requests {
  return {
    preview: (on, accountId, actor, order) => previewWithdrawal(parts, on, accountId, actor, order),
    create: (trx, accountId, actor, order) => requestWithdrawal(parts, trx, accountId, actor, order),
    approve: (trx, accountId, actor, id) => approveTransfer(parts, trx, accountId, actor, id),
    withdrawApproval,
    decline: (trx, accountId, actor, declined) => declineTransfer(parts, trx, accountId, actor, declined),
    declineAllTo: (trx, accountId, actor, destinationId) =>
      declineAllTo(parts, trx, accountId, actor, destinationId),
  };
}

async function previewWithdrawal(
  { withdrawals }: Parts,
  on: Queryable,
  accountId: string,
  actor: OwnActor,
  order: WithdrawalOrder,
): Promise<WithdrawalPreview> {
  const { destinationId, asset, amount } = order;
  const found = isId(destinationId) ? await findDestination(on, { accountId, id: destinationId }) : undefined;
  const saved = requireSaved(found);
  const outlook = await withdrawals.foresee(on, actor, toRequest(accountId, saved, order, null));
  const { balances } = await findBalances(on, accountId);
  const available = availableOf(balances, asset);
  if (available.lt(amount)) throw notEnough(available, asset, amount);
  return { ...outlook, saved };
}

async function requestWithdrawal(
  { withdrawals }: Parts,
  trx: Trx,
  accountId: string,
  actor: OwnActor,
  order: WithdrawalOrder,
): Promise<{ withdrawal: Withdrawal; waitsFor: WaitsFor | null }> {
  await requireRole(trx, accountId, actor, TREASURERS);
  const { destinationId } = order;
  const found = isId(destinationId)
    ? await lockDestination(trx, { accountId, id: destinationId })
    : undefined;
  const saved = requireSaved(found);
  const created = await withdrawals.create(trx, actor, toRequest(accountId, saved, order, actor.requestId));
  await recordAction(trx, accountId, actor, {
    action: 'withdrawal.requested',
    subject: `${order.amount.toFixed()} ${order.asset} → ${saved.label}`,
    details: { withdrawal: created.withdrawal.id },
  });
  return created;
}

async function approveTransfer(
  parts: Parts,
  trx: Trx,
  accountId: string,
  actor: OwnActor,
  id: string,
): Promise<'approved' | 'first_approved'> {
  const member = await requireRole(trx, accountId, actor, TREASURERS);
  // The account first, as where departures are judged and rules are changed.
  await requireActiveAccount(trx, accountId);
  const waiting = await lockWaiting(trx, accountId, id);
  const { transfer, request } = waiting;
  const now = await trx.now;
  const approval = await findApproval(trx, request, transfer.kind, now);
  const objection = objectionToApproval(member, approval, now);
  if (objection) throw new DomainError(objection);
  const { needs, given } = approval;
  const [first] = given;
  const needed = { approvalsNeeded: needs.approvals, ownersNeeded: needs.owners };
  if (given.length + 1 < needs.approvals) {
    const approved = { ...needed, firstApprovedBy: actor.userId, firstApprovedAt: now };
    trx.defer(putFirstApproval(trx, { ...approved, accountId, transferId: id }));
    await recordDecision(trx, actor, { decision: 'first_approved', reason: null }, waiting);
    await tellOfFirstApproval(parts.panelUrl, trx, actor, waiting);
    return 'first_approved';
  }
  const purchase = await lockWaitingPurchase(trx, transfer);
  trx.defer(releaseTransfer(trx, purchase ?? transfer));
  const firstApprovedAt =
    first?.userId === request.firstApprovedBy ? request.firstApprovedAt : request.decidedAt;
  trx.defer(
    approveRequest(trx, transfer, {
      ...needed,
      approvedBy: actor.userId,
      firstApprovedBy: first?.userId ?? null,
      firstApprovedAt: first ? firstApprovedAt : null,
    }),
  );
  await recordDecision(trx, actor, { decision: 'approved', reason: null }, waiting);
  await tellRequester(parts.panelUrl, trx, actor, { decision: 'approved', reason: null }, waiting);
  return 'approved';
}

async function withdrawApproval(trx: Trx, accountId: string, actor: OwnActor, id: string): Promise<void> {
  await requireRole(trx, accountId, actor, TREASURERS);
  const waiting = await lockWaiting(trx, accountId, id);
  const { approvalsNeeded, ownersNeeded, firstApprovedBy, decision } = waiting.request;
  if (firstApprovedBy !== actor.userId || decision !== null) return;
  const none = { firstApprovedBy: null, firstApprovedAt: null };
  trx.defer(putFirstApproval(trx, { accountId, transferId: id, approvalsNeeded, ownersNeeded, ...none }));
  await recordDecision(trx, actor, { decision: 'approval_withdrawn', reason: null }, waiting);
}

async function declineTransfer(
  parts: Parts,
  trx: Trx,
  accountId: string,
  actor: OwnActor,
  { id, reason }: { id: string; reason: string | null },
): Promise<'declined' | 'taken_back'> {
  await requireRole(trx, accountId, actor, TREASURERS);
  const waiting = await lockWaiting(trx, accountId, id);
  if (reason === null && waiting.request.requestedBy !== actor.userId) {
    throw invalidParam('decision_reason', `The reason must have 1 to ${MAX_DECISION_REASON} characters.`);
  }
  return declineWaiting(parts, trx, waiting, actor, reason);
}

async function declineWaiting(
  parts: Parts,
  trx: Trx,
  waiting: Waiting,
  actor: OwnActor,
  reason: string | null,
): Promise<'declined' | 'taken_back'> {
  const isOwn = waiting.request.requestedBy === actor.userId;
  const decision = isOwn ? 'taken_back' : 'declined';
  const words = isOwn ? 'Taken back by the requester.' : "Declined by the account's users.";
  await stop(trx, parts.kinds, waiting.transfer, words);
  trx.defer(declineRequest(trx, waiting.transfer, { decision, decidedBy: actor.userId, reason }));
  await recordDecision(trx, actor, { decision, reason }, waiting);
  if (!isOwn) await tellRequester(parts.panelUrl, trx, actor, { decision: 'declined', reason }, waiting);
  return decision;
}

async function declineAllTo(
  parts: Parts,
  trx: Trx,
  accountId: string,
  actor: OwnActor,
  destinationId: string,
): Promise<number> {
  let declined = 0;
  for (const id of await listOpenTo(trx, accountId, destinationId)) {
    const waiting = await findWaiting(trx, accountId, id);
    if (!waiting) continue;
    await declineWaiting(parts, trx, waiting, actor, null);
    declined++;
  }
  return declined;
}

/** Releases the money of one transfer that was not approved in time. Returns the number of transfers released. */
async function expireRequest(trx: Trx, kinds: TransferKinds): Promise<number> {
  const transfer = await lockUnapproved(trx);
  if (!transfer) return 0;
  await stop(trx, kinds, transfer, 'Nobody approved it in time.');
  trx.defer(declineRequest(trx, transfer, { decision: 'expired', decidedBy: null, reason: null }));
  return 1;
}

/** Releases the money of a transfer that is not approved. */
async function stop(trx: Trx, kinds: TransferKinds, transfer: Transfer, words: string): Promise<void> {
  const failure = { reason: 'NOT_APPROVED', words } as const;
  const purchase = await lockWaitingPurchase(trx, transfer);
  await stopTransfer(trx, kinds, transfer, failure);
  if (purchase) await stopTransfer(trx, kinds, purchase, failure);
}

/** The conversion that buys the refund's amount, if it waits with the refund for a second person. */
async function lockWaitingPurchase(trx: Trx, transfer: Transfer): Promise<Transfer | undefined> {
  if (transfer.kind !== 'refund' || transfer.conversionId === null) return undefined;
  return lockUnreleased(trx, { accountId: transfer.accountId, id: transfer.conversionId });
}

function requireSaved(found: SavedDestination | undefined): SavedDestination {
  if (!found) throw new DomainError('destination_not_found');
  return found;
}

function toRequest(
  accountId: string,
  saved: SavedDestination,
  { asset, amount }: WithdrawalOrder,
  requestId: string | null,
) {
  const { method, destination } = saved;
  return { accountId, asset, amount, method, destination: partsOf(destination), saved, requestId };
}

/** Locks a transfer before checking whether it still waits, so that only one decision is made. */
async function lockWaiting(trx: Trx, accountId: string, id: string): Promise<Waiting> {
  const waiting = await findWaiting(trx, accountId, id);
  if (!waiting) throw new DomainError('transfer_not_waiting');
  return waiting;
}

/** Undefined if it no longer waits. Throws `transfer_not_found`. */
async function findWaiting(trx: Trx, accountId: string, id: string): Promise<Waiting | undefined> {
  if (!isId(id)) throw new DomainError('transfer_not_found');
  // Sent together; the second sees commits from before the lock was acquired.
  const [transfer, request] = await Promise.all([
    lockTransfer(trx, { accountId, id }),
    findRequest(trx, { accountId, transferId: id }),
  ]);
  if (!transfer) throw new DomainError('transfer_not_found');
  const now = await trx.now;
  const isOpen =
    (transfer.status === 'held' || transfer.status === 'requested') &&
    request !== undefined &&
    request.waitsFor !== null &&
    (request.decision === null
      ? request.expiresAt === null || request.expiresAt > now
      : // Approved, and not sent since, because an approver has left.
        request.lacksApproval && transfer.status === 'held');
  return isOpen && isMove(transfer) ? { transfer, request } : undefined;
}

function recordDecision(
  trx: Trx,
  actor: OwnActor,
  {
    decision,
    reason,
  }: {
    decision: 'approved' | 'first_approved' | 'approval_withdrawn' | 'declined' | 'taken_back';
    reason: string | null;
  },
  { transfer, request }: Waiting,
): Promise<void> {
  const { accountId, kind, id, amount, asset } = transfer;
  return recordAction(trx, accountId, actor, {
    action: `${kind}.${decision}`,
    subject: `${money(amount).toFixed()} ${asset}${describeTarget(transfer, request)}`,
    details: { [kind]: id, ...(reason !== null && { reason }) },
  });
}

function describeTarget(transfer: Transfer, { destinationLabel: label }: TransferRequest): string {
  if (label !== null) return ` → ${label}`;
  if ('destination' in transfer && transfer.destination) return ` → ${describeShortly(transfer.destination)}`;
  return 'toAsset' in transfer && transfer.toAsset !== null ? ` → ${transfer.toAsset}` : '';
}

/** Releases the money of transfers that were not approved in time, each in a transaction of its own. */
export function createRequestExpiry(options: { db: Database; kinds: TransferKinds; logger: Logger }): Worker {
  return createBatchWorker({
    ...options,
    name: 'withdrawal-expiry',
    pauseMs: 10_000,
    batchSize: 1,
    jobs: [(trx) => expireRequest(trx, options.kinds)],
  });
}
