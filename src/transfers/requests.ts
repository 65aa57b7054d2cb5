import { type Actor, recordAction } from '../audit-log/index.ts';
import { type Queryable, type Trx, createBatchWorker, type Database } from '../db/index.ts';
import { availableOf, findBalances } from '../ledger/index.ts';
import { DomainError } from '../lib/errors/errors.ts';
import { isId } from '../lib/ids.ts';
import { money, type Money } from '../lib/money.ts';
import { type OwnActor, TREASURERS } from '../people/index.ts';
import type { TransferKinds } from './kinds.ts';
import { stopTransfer } from './outcomes.ts';
import { notEnough } from './holding.ts';
import { lockTransfer, lockUnapproved, lockUnreleased, releaseTransfer } from './repository.ts';
import type { Transfer, Withdrawal } from './transfer.ts';
import type { Withdrawals, WithdrawalTerms } from './withdrawals.ts';
import {
  describeShortly,
  findDestination,
  findRequester,
  lockDestination,
  objectionTo,
  partsOf,
  type TransferRequest,
  requireActiveAccount,
  requireRole,
  type SavedDestination,
  type Wait,
  type WaitsFor,
  decideRequest,
  findRequest,
  listOpenTo,
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
   * Approves a waiting transfer, to be sent now. Throws `forbidden`, `transfer_not_found`, `transfer_not_waiting` for
   * one that has been decided meanwhile, `second_person_required` for its requester, and `member_too_new` or
   * `requester_too_new` unless two established members are involved (`objectionTo`).
   */
  approve(trx: Trx, accountId: string, actor: OwnActor, id: string): Promise<'approved'>;
  /**
   * Declines a waiting transfer and releases its money; its requester withdraws it in the same way. The reason, of at most
   * `MAX_DECISION_REASON` characters, is for the people of the account only. Throws `forbidden`, `transfer_not_found` and
   * `transfer_not_waiting`.
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
   * Approves all withdrawals of a batch that still wait, as `approve` does for one. Throws like it, and
   * `transfer_not_waiting` if none of them waits.
   */
  approveBatch(trx: Trx, accountId: string, actor: OwnActor, ids: readonly string[]): Promise<'approved'>;
  /**
   * Stops those withdrawals of a batch that no provider was asked to send, releases their money, and declines what still
   * waited. It needs no fresh judgement, because nothing leaves. Returns how many it stopped.
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
}

export function createRequests(parts: Parts): Requests {
  return {
    preview: (on, accountId, actor, order) => previewWithdrawal(parts, on, accountId, actor, order),
    create: (trx, accountId, actor, order) => requestWithdrawal(parts, trx, accountId, actor, order),
    approve: approveTransfer,
    decline: (trx, accountId, actor, declined) => declineTransfer(parts, trx, accountId, actor, declined),
    declineAllTo: (trx, accountId, actor, destinationId) =>
      declineAllTo(parts, trx, accountId, actor, destinationId),
    approveBatch,
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
  trx: Trx,
  accountId: string,
  actor: OwnActor,
  id: string,
): Promise<'approved'> {
  const waiting = await lockWaiting(trx, accountId, id);
  await requireApprover(trx, accountId, actor, waiting.request);
  await letGo(trx, waiting, actor);
  await recordDecision(trx, actor, { decision: 'approved', reason: null }, waiting);
  return 'approved';
}

async function approveBatch(
  trx: Trx,
  accountId: string,
  actor: OwnActor,
  ids: readonly string[],
): Promise<'approved'> {
  const found: (Waiting | undefined)[] = [];
  for (const id of ids.toSorted()) found.push(await findWaiting(trx, accountId, id));
  const waiting = found.filter((one) => one !== undefined);
  const [first] = waiting;
  if (!first) throw new DomainError('transfer_not_waiting');
  // All were requested by the same person.
  await requireApprover(trx, accountId, actor, first.request);
  for (const one of waiting) await letGo(trx, one, actor);
  return 'approved';
}

/** Throws `forbidden`, and the reason why this member may not approve the request. */
async function requireApprover(
  trx: Trx,
  accountId: string,
  actor: OwnActor,
  request: TransferRequest,
): Promise<void> {
  const member = await requireRole(trx, accountId, actor, TREASURERS);
  await requireActiveAccount(trx, accountId);
  const requester = await findRequester(trx, accountId, request.requestedBy);
  const objection = objectionTo(member, requester, await trx.now);
  if (objection) throw new DomainError(objection);
}

/** Has a waiting transfer sent now. */
async function letGo(trx: Trx, { transfer }: Waiting, { userId }: OwnActor): Promise<void> {
  const purchase = await lockWaitingPurchase(trx, transfer);
  trx.defer(releaseTransfer(trx, purchase ?? transfer));
  trx.defer(decideRequest(trx, transfer, { decision: 'approved', decidedBy: userId, reason: null }));
}

async function declineTransfer(
  parts: Parts,
  trx: Trx,
  accountId: string,
  actor: OwnActor,
  { id, reason }: { id: string; reason: string | null },
): Promise<'declined' | 'taken_back'> {
  await requireRole(trx, accountId, actor, TREASURERS);
  return declineWaiting(parts, trx, await lockWaiting(trx, accountId, id), actor, reason);
}

async function declineWaiting(
  { kinds }: Parts,
  trx: Trx,
  waiting: Waiting,
  actor: OwnActor,
  reason: string | null,
): Promise<'declined' | 'taken_back'> {
  const isOwn = waiting.request.requestedBy === actor.userId;
  const decision = isOwn ? 'taken_back' : 'declined';
  const words = isOwn ? 'Taken back by the requester.' : "Declined by the account's users.";
  await stop(trx, kinds, waiting.transfer, words);
  trx.defer(decideRequest(trx, waiting.transfer, { decision, decidedBy: actor.userId, reason }));
  await recordDecision(trx, actor, { decision, reason }, waiting);
  return decision;
}

async function stopBatch(
  { kinds }: Parts,
  trx: Trx,
  accountId: string,
  { userId }: Actor,
  { ids, reason }: { ids: readonly string[]; reason: string | null },
): Promise<number> {
  let stopped = 0;
  for (const id of ids.toSorted()) {
    const [transfer, request] = await lockRequested(trx, accountId, id);
    if (transfer?.status !== 'held') continue;
    await stop(trx, kinds, transfer, 'The batch was cancelled before it was sent.');
    stopped++;
    const isOpen = request !== undefined && request.waitsFor !== null && request.decision === null;
    // The operator decides nothing in the place of the account's people.
    if (!isOpen || userId === null) continue;
    const decision = request.requestedBy === userId ? 'taken_back' : 'declined';
    trx.defer(decideRequest(trx, transfer, { decision, decidedBy: userId, reason }));
  }
  return stopped;
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
  trx.defer(decideRequest(trx, transfer, { decision: 'expired', decidedBy: null, reason: null }));
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

interface Waiting {
  transfer: Transfer;
  request: TransferRequest;
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
    request.decision === null &&
    (request.expiresAt === null || request.expiresAt > now);
  return isOpen ? { transfer, request } : undefined;
}

function recordDecision(
  trx: Trx,
  actor: OwnActor,
  { decision, reason }: { decision: 'approved' | 'declined' | 'taken_back'; reason: string | null },
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
