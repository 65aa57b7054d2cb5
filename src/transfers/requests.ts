import { type Actor, recordAction } from '../audit-log/index.ts';
import { type Queryable, type Trx, createBatchWorker, type Database } from '../db/index.ts';
import { availableOf, findBalances } from '../ledger/index.ts';
import { DomainError, invalidParam } from '../lib/errors/errors.ts';
import { isId } from '../lib/ids.ts';
import { money, type Money } from '../lib/money.ts';
import { type Membership, type OwnActor, TREASURERS } from '../people/index.ts';
import { type GivenApproval, isMove, tellOfApproval, tellRequester, type Waiting } from './decision-mails.ts';
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
  approve(trx: Trx, accountId: string, actor: OwnActor, id: string): Promise<GivenApproval>;
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
  /**
   * Approves all withdrawals of a batch that still wait, as `approve` does for one. The rules judge their sum. Throws like
   * it, and `transfer_not_waiting` if none of them waits.
   */
  approveBatch(trx: Trx, accountId: string, actor: OwnActor, ids: readonly string[]): Promise<GivenApproval>;
  /** Takes back the actor's own approval of a batch while the second one is missing. Returns whether there was one. */
  withdrawBatchApproval(
    trx: Trx,
    accountId: string,
    actor: OwnActor,
    ids: readonly string[],
  ): Promise<boolean>;
  /**
   * Stops those withdrawals of a batch that no provider was asked to send, releases their money, and declines what still
   * waited, as `decline` does for one. It needs no fresh judgement, because nothing leaves. Returns how many it stopped.
   */
  stopBatch(
    trx: Trx,
    accountId: string,
    actor: Actor,
    stopped: { ids: readonly string[]; reason: string | null },
  ): Promise<number>;
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
    approveBatch: (trx, accountId, actor, ids) => approveBatch(parts, trx, accountId, actor, ids),
    withdrawBatchApproval,
    stopBatch: (trx, accountId, actor, stopped) => stopBatch(parts, trx, accountId, actor, stopped),
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
  { panelUrl }: Parts,
  trx: Trx,
  accountId: string,
  actor: OwnActor,
  id: string,
): Promise<GivenApproval> {
  const member = await requireApprover(trx, accountId, actor);
  const waiting = await lockWaiting(trx, accountId, id);
  const decision = await giveApproval(trx, member, [waiting]);
  await recordDecision(trx, actor, { decision, reason: null }, waiting);
  await tellOfApproval(panelUrl, trx, actor, decision, [waiting]);
  return decision;
}

async function approveBatch(
  { panelUrl }: Parts,
  trx: Trx,
  accountId: string,
  actor: OwnActor,
  ids: readonly string[],
): Promise<GivenApproval> {
  const member = await requireApprover(trx, accountId, actor);
  const waiting = await lockBatch(trx, accountId, ids);
  const decision = await giveApproval(trx, member, waiting);
  await tellOfApproval(panelUrl, trx, actor, decision, waiting);
  return decision;
}

/** Throws `forbidden`. Locks the account first, as where departures are judged and rules are changed. */
async function requireApprover(trx: Trx, accountId: string, actor: OwnActor): Promise<Membership> {
  const member = await requireRole(trx, accountId, actor, TREASURERS);
  await requireActiveAccount(trx, accountId);
  return member;
}

/**
 * Gives a member's approval to transfers that were requested together, which the rules judge by their sum. With the last
 * approval that they need, they are sent. Throws `transfer_not_waiting` if there are none, and the reason why the
 * member may not approve them.
 */
async function giveApproval(
  trx: Trx,
  member: Membership,
  waiting: readonly Waiting[],
): Promise<GivenApproval> {
  const [first] = waiting;
  if (!first) throw new DomainError('transfer_not_waiting');
  const now = await trx.now;
  const together = waiting.map(({ transfer }) => transfer.id);
  const approval = await findApproval(trx, first.request, first.transfer.kind, now, together);
  const objection = objectionToApproval(member, approval, now);
  if (objection) throw new DomainError(objection);
  const { needs, given } = approval;
  const needed = { approvalsNeeded: needs.approvals, ownersNeeded: needs.owners };
  if (given.length + 1 < needs.approvals) {
    const approved = { ...needed, firstApprovedBy: member.userId, firstApprovedAt: now };
    for (const { transfer } of waiting) {
      trx.defer(
        putFirstApproval(trx, { ...approved, accountId: transfer.accountId, transferId: transfer.id }),
      );
    }
    return 'first_approved';
  }
  const [other] = given;
  for (const { transfer, request } of waiting) {
    const purchase = await lockWaitingPurchase(trx, transfer);
    trx.defer(releaseTransfer(trx, purchase ?? transfer));
    const otherAt = other?.userId === request.firstApprovedBy ? request.firstApprovedAt : request.decidedAt;
    trx.defer(
      approveRequest(trx, transfer, {
        ...needed,
        approvedBy: member.userId,
        firstApprovedBy: other?.userId ?? null,
        firstApprovedAt: other ? otherAt : null,
      }),
    );
  }
  return 'approved';
}

async function withdrawApproval(trx: Trx, accountId: string, actor: OwnActor, id: string): Promise<void> {
  await requireRole(trx, accountId, actor, TREASURERS);
  const waiting = await lockWaiting(trx, accountId, id);
  if (!takeBackApproval(trx, actor, [waiting])) return;
  await recordDecision(trx, actor, { decision: 'approval_withdrawn', reason: null }, waiting);
}

async function withdrawBatchApproval(
  trx: Trx,
  accountId: string,
  actor: OwnActor,
  ids: readonly string[],
): Promise<boolean> {
  await requireRole(trx, accountId, actor, TREASURERS);
  return takeBackApproval(trx, actor, await lockBatch(trx, accountId, ids));
}

/** Takes back the actor's approval of those that lack the second one. Returns whether there were any. */
function takeBackApproval(trx: Trx, { userId }: OwnActor, waiting: readonly Waiting[]): boolean {
  const own = waiting.filter(
    ({ request: { firstApprovedBy, decision } }) => firstApprovedBy === userId && decision === null,
  );
  for (const { request } of own) {
    const none = { firstApprovedBy: null, firstApprovedAt: null };
    trx.defer(putFirstApproval(trx, { ...request, ...none }));
  }
  return own.length > 0;
}

/** Locks those withdrawals of a batch that still wait, always in the same order, so that none wait for each other. */
async function lockBatch(trx: Trx, accountId: string, ids: readonly string[]): Promise<Waiting[]> {
  const found: (Waiting | undefined)[] = [];
  for (const id of ids.toSorted()) found.push(await findWaiting(trx, accountId, id));
  return found.filter((one) => one !== undefined);
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
  if (waiting.request.requestedBy !== actor.userId) requireReason(reason);
  return declineWaiting(parts, trx, waiting, actor, reason);
}

/** Whoever declines another person's request says why. */
function requireReason(reason: string | null): void {
  if (reason !== null) return;
  throw invalidParam('decision_reason', `The reason must have 1 to ${MAX_DECISION_REASON} characters.`);
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
  if (!isOwn) await tellRequester(parts.panelUrl, trx, actor, { decision: 'declined', reason }, [waiting]);
  return decision;
}

async function stopBatch(
  { kinds, panelUrl }: Parts,
  trx: Trx,
  accountId: string,
  actor: Actor,
  { ids, reason }: { ids: readonly string[]; reason: string | null },
): Promise<number> {
  const open = await lockBatch(trx, accountId, ids);
  const others = open.filter(({ request }) => request.requestedBy !== actor.userId);
  // The operator decides nothing in the place of the account's people.
  const isDeclined = isOwnActor(actor) && others.length > 0;
  if (isDeclined) requireReason(reason);
  const locked = new Map(open.map(({ transfer }) => [transfer.id, transfer]));
  let stopped = 0;
  for (const id of ids.toSorted()) {
    const transfer = locked.get(id) ?? (await lockTransfer(trx, { accountId, id }));
    if (transfer?.status !== 'held') continue;
    await stop(trx, kinds, transfer, 'The batch was cancelled before it was sent.');
    stopped++;
  }
  if (!isOwnActor(actor)) return stopped;
  for (const { transfer, request } of open) {
    const decision = request.requestedBy === actor.userId ? 'taken_back' : 'declined';
    trx.defer(declineRequest(trx, transfer, { decision, decidedBy: actor.userId, reason }));
  }
  if (isDeclined) await tellRequester(panelUrl, trx, actor, { decision: 'declined', reason }, others);
  return stopped;
}

function isOwnActor(actor: Actor): actor is OwnActor {
  return actor.userId !== null;
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

/**
 * Locks a transfer before checking whether it still waits, so that only one decision is made. One of a batch is refused,
 * because its batch is decided on as a whole.
 */
async function lockWaiting(trx: Trx, accountId: string, id: string): Promise<Waiting> {
  const waiting = await findWaiting(trx, accountId, id);
  if (!waiting) throw new DomainError('transfer_not_waiting');
  if (waiting.request.batchId !== null) throw new DomainError('transfer_in_batch');
  return waiting;
}

function lockRequested(
  trx: Trx,
  accountId: string,
  id: string,
): Promise<[Transfer | undefined, TransferRequest | undefined]> {
  // Sent together; the second sees commits from before the lock was acquired.
  return Promise.all([lockTransfer(trx, { accountId, id }), findRequest(trx, { accountId, transferId: id })]);
}

/** Undefined if it no longer waits. Throws `transfer_not_found`. */
async function findWaiting(trx: Trx, accountId: string, id: string): Promise<Waiting | undefined> {
  if (!isId(id)) throw new DomainError('transfer_not_found');
  const [transfer, request] = await lockRequested(trx, accountId, id);
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
    decision: GivenApproval | 'approval_withdrawn' | 'declined' | 'taken_back';
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
