import { TREASURERS } from '../people/index.ts';
import { columns, command, named, query, sql, type Trx, type Tables } from '../db/index.ts';
import type { Destination } from '../methods/index.ts';

// The account's saved destinations, and the requests for and decisions on its transfers.

interface NewDestination extends Pick<
  Tables['withdrawal_destinations'],
  'accountId' | 'id' | 'label' | 'method' | 'createdBy' | 'createdAt'
> {
  destination: Destination;
}

export interface SavedDestination extends NewDestination {
  createdByEmail: string;
  /**
   * The time from which money is sent there without a wait, which is 24 hours after it was saved, or when a second
   * person approved a transfer to it.
   */
  trustedAt: Date;
}

const insertDestinationCommand = command.run<Omit<NewDestination, 'destination'> & { destination: string }>(
  'withdrawal_destinations.insert',
  (p) =>
    sql('withdrawal_destinations').insert(
      columns(p, ['accountId', 'id', 'label', 'method', 'destination', 'createdBy', 'createdAt']),
    ),
);

export async function insertDestination(trx: Trx, row: NewDestination): Promise<void> {
  await insertDestinationCommand(trx, { ...row, destination: JSON.stringify(row.destination) });
}

const destinationsOf = (accountId: unknown) =>
  sql('withdrawal_destinations as d')
    .join('users as u', 'u.id', 'd.created_by')
    .where({ 'd.account_id': accountId as string })
    .whereNull('d.removed_at')
    .select(
      'd.*',
      'u.email as created_by_email',
      sql.raw(`least(d.created_at + interval '24 hours',
        (select min(r.decided_at) from transfer_requests r
          where r.account_id = d.account_id and r.destination_id = d.id and r.decision = 'approved')) as trusted_at`),
    );

/** The destinations that were not removed, by label. */
export const listDestinations = query.all<{ accountId: string }, SavedDestination>(
  'withdrawal_destinations.list',
  (p) => destinationsOf(p.accountId).orderBy(['d.label', 'd.id']),
);

interface DestinationKey {
  accountId: string;
  id: string;
}

export const findDestination = query.first<DestinationKey, SavedDestination>(
  'withdrawal_destinations.find',
  (p) => destinationsOf(p.accountId).where('d.id', p.id),
);

/** Locked before the withdrawals to it, so that none is created while it is removed. */
export const lockDestination = command.first<DestinationKey, SavedDestination>(
  'withdrawal_destinations.lock',
  (p) => destinationsOf(p.accountId).where('d.id', p.id).forNoKeyUpdate('d'),
);

const removeDestinationCommand = command.run<DestinationKey & { now: Date }>(
  'withdrawal_destinations.remove',
  (p) =>
    sql('withdrawal_destinations').where({ account_id: p.accountId, id: p.id }).update({ removed_at: p.now }),
);

export async function removeDestination(trx: Trx, accountId: string, id: string): Promise<void> {
  await removeDestinationCommand(trx, { accountId, id, now: await trx.now });
}

export type WaitsFor = 'second_person' | 'new_destination' | 'new_member';
type Decision = 'approved' | 'declined' | 'taken_back' | 'expired';

interface NewRequest extends Pick<
  Tables['transfer_requests'],
  'accountId' | 'transferId' | 'expiresAt' | 'createdAt' | 'approvalsNeeded' | 'ownersNeeded' | 'batchId'
> {
  /** Null if the destination is not saved, and for a conversion. */
  destinationId: string | null;
  /** Null for the operator. */
  requestedBy: string | null;
  /** Null if it was sent without a wait. */
  waitsFor: WaitsFor | null;
  /**
   * The time from which it may be sent, and counts towards the limit; null while only a second person can release it.
   */
  goesAt: Date | null;
}

export interface TransferRequest
  extends
    NewRequest,
    Pick<
      Tables['transfer_requests'],
      'decision' | 'decidedBy' | 'decidedAt' | 'firstApprovedBy' | 'firstApprovedAt'
    > {
  /** The reason that a person gave for declining it. */
  decisionReason: string | null;
  /** Approved, but no longer by as many people as it needs, because one has lost the role or left. */
  lacksApproval: boolean;
  destinationLabel: string | null;
  requestedByEmail: string | null;
  decidedByEmail: string | null;
  firstApprovedByEmail: string | null;
}

export const insertRequest = command.run<NewRequest>('transfer_requests.insert', (p) =>
  sql('transfer_requests').insert(
    columns(p, [
      'accountId',
      'transferId',
      'destinationId',
      'batchId',
      'requestedBy',
      'waitsFor',
      'goesAt',
      'expiresAt',
      'createdAt',
      'approvalsNeeded',
      'ownersNeeded',
    ]),
  ),
);

/** SQL: a member of the request's account who may move its money; `m` and `u` are their membership and user. */
const IS_TREASURER = `m.account_id = r.account_id and m.accepted_at is not null and u.disabled_at is null
              and m.role in (${TREASURERS.map((role) => `'${role}'`).join(', ')})`;

/** SQL: whether a request was approved, but too few of those who approved it still could (D80). */
const LACKS_APPROVAL = `(r.decision is not distinct from 'approved' and (
  select count(*) < r.approvals_needed or count(*) filter (where m.role = 'owner') < r.owners_needed
    from memberships m join users u on u.id = m.user_id
   where ${IS_TREASURER} and m.user_id in (r.decided_by, r.first_approved_by)))`;

const requestsOf = (accountId: unknown) =>
  sql('transfer_requests as r')
    .leftJoin('withdrawal_destinations as d', (on) =>
      on.on('d.account_id', 'r.account_id').andOn('d.id', 'r.destination_id'),
    )
    .leftJoin('users as asked', 'asked.id', 'r.requested_by')
    .leftJoin('users as decided', 'decided.id', 'r.decided_by')
    .leftJoin('users as first', 'first.id', 'r.first_approved_by')
    .where({ 'r.account_id': accountId as string })
    .select(
      'r.*',
      'd.label as destination_label',
      'asked.email as requested_by_email',
      'decided.email as decided_by_email',
      'first.email as first_approved_by_email',
      sql.raw(`${LACKS_APPROVAL} as lacks_approval`),
    );

/** Undefined for a transfer that needed no request. */
export const findRequest = query.first<{ accountId: string; transferId: string }, TransferRequest>(
  'transfer_requests.find',
  (p) => requestsOf(p.accountId).where('r.transfer_id', p.transferId),
);

/** The requests of these transfers. */
export const listRequests = query.all<{ accountId: string; transferIds: string[] }, TransferRequest>(
  'transfer_requests.list',
  (p) => requestsOf(p.accountId).whereRaw(named('r.transfer_id = any(:transferIds::uuid[])', p)),
);

const IS_OPEN = 'r.waits_for is not null and r.decision is null';

const listOpenToQuery = query.all<{ accountId: string; destinationId: string }, { transferId: string }>(
  'transfer_requests.open_to',
  (p) =>
    sql('transfer_requests as r')
      .where({ 'r.account_id': p.accountId, 'r.destination_id': p.destinationId })
      .whereRaw(IS_OPEN)
      .orderBy('r.transfer_id')
      .select('r.transfer_id'),
);

/** The undecided transfers to a destination, in a fixed order, so that two transactions cannot deadlock. */
export async function listOpenTo(trx: Trx, accountId: string, destinationId: string): Promise<string[]> {
  const rows = await listOpenToQuery(trx, { accountId, destinationId });
  return rows.map(({ transferId }) => transferId);
}

interface TransferKey {
  accountId: string;
  transferId: string;
}

interface Declined {
  decision: Exclude<Decision, 'approved'>;
  /** Null for a request that expired. */
  decidedBy: string | null;
  reason: string | null;
}

const decline = command.run<Declined & TransferKey & { now: Date }>('transfer_requests.decline', (p) =>
  sql('transfer_requests').where({ account_id: p.accountId, transfer_id: p.transferId }).update({
    decision: p.decision,
    decided_by: p.decidedBy,
    decided_at: p.now,
    decision_reason: p.reason,
  }),
);

/** Records that a transfer will not be sent. */
export async function declineRequest(
  trx: Trx,
  { accountId, id }: { accountId: string; id: string },
  declined: Declined,
): Promise<void> {
  await decline(trx, { ...declined, accountId, transferId: id, now: await trx.now });
}

interface Approved extends Pick<
  Tables['transfer_requests'],
  'approvalsNeeded' | 'ownersNeeded' | 'firstApprovedBy' | 'firstApprovedAt'
> {
  approvedBy: string;
}

const approve = command.run<Approved & TransferKey & { now: Date }>('transfer_requests.approve', (p) =>
  sql('transfer_requests')
    .where({ account_id: p.accountId, transfer_id: p.transferId })
    .update({
      decision: sql.raw("'approved'"),
      decided_by: p.approvedBy,
      decided_at: p.now,
      goes_at: p.now,
      approvals_needed: p.approvalsNeeded,
      owners_needed: p.ownersNeeded,
      first_approved_by: p.firstApprovedBy,
      first_approved_at: p.firstApprovedAt,
    }),
);

/** Records the last approval that a transfer needs, with the first one if it needs two. */
export async function approveRequest(
  trx: Trx,
  { accountId, id }: { accountId: string; id: string },
  approved: Approved,
): Promise<void> {
  await approve(trx, { ...approved, accountId, transferId: id, now: await trx.now });
}

/** Records the first of two approvals, or that it was withdrawn. */
export const putFirstApproval = command.run<Omit<Approved, 'approvedBy'> & TransferKey>(
  'transfer_requests.first_approval',
  (p) =>
    sql('transfer_requests').where({ account_id: p.accountId, transfer_id: p.transferId }).update({
      approvals_needed: p.approvalsNeeded,
      owners_needed: p.ownersNeeded,
      first_approved_by: p.firstApprovedBy,
      first_approved_at: p.firstApprovedAt,
    }),
);

/**
 * The SQL condition that a held transfer has lost a person behind it, so that it must not be sent. That is the
 * requester of one that waited for a time only, or a person who approved it. It is part of the command that sends
 * transfers, so that a removal takes effect however it came about (D44, D80).
 */
export const HAS_LOST_PERSON = `(t.status = 'held' and coalesce((
  select case when r.decision is null then r.waits_for is not null and r.requested_by is not null
         and not exists (
           select from memberships m join users u on u.id = m.user_id
            where ${IS_TREASURER} and m.user_id = r.requested_by)
         else ${LACKS_APPROVAL} end
    from transfer_requests r where r.account_id = t.account_id and r.transfer_id = t.id), false))`;

/**
 * The SQL for the cost of transfers in one `currency`. `rows` is the table that names them as `r.<transferId>`. For a
 * bought amount, it is the amount sold for it. A failed transfer moved nothing, unless its amount had been bought,
 * because that was exchanged all the same.
 */
export const valueOfTransfers = (
  rows: string,
  transferId: string,
  which: string,
  currency = ':currency',
): string =>
  `select round(coalesce(sum(coalesce(purchase.amount, t.amount) * f.usd), 0) / (select usd from currency_rates where family = ${currency}), 8)::text
              as value
     from ${rows} r
     join transfers t on t.account_id = r.account_id and t.id = r.${transferId}
     left join transfers purchase on purchase.account_id = t.account_id and purchase.id = t.conversion_id
     join assets a on a.asset = coalesce(purchase.asset, t.asset)
     join currency_rates f on f.family = a.family
    where r.account_id = :accountId and (t.status <> 'failed' or purchase.status <> 'failed') and ${which}`;
