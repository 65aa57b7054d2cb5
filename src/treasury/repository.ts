import { TREASURERS } from '../people/index.ts';
import { columns, command, named, query, type Queryable, sql, type Trx, type Tables } from '../db/index.ts';
import type { Destination } from '../methods/index.ts';

// The account's limit, its saved destinations, and the requests for and decisions on its transfers.

/**
 * The total that one person may move out of an account alone within 24 hours, in the currency of a family; a null
 * amount is no limit.
 */
export interface AccountLimit extends Pick<
  Tables['account_limits'],
  'currency' | 'amount' | 'nextAmount' | 'nextAt'
> {
  /** The limit from `next_at` on; null if there will be no limit, or no change is pending. */
  nextCurrency: string | null;
}

const limitOf = (accountId: unknown) =>
  sql('account_limits')
    .where({ account_id: accountId as string })
    .select(
      sql.raw('case when next_at <= service_now() then next_currency else currency end as currency'),
      sql.raw('case when next_at <= service_now() then next_amount else amount end as amount'),
      sql.raw('case when next_at > service_now() then next_currency end as next_currency'),
      sql.raw('case when next_at > service_now() then next_amount end as next_amount'),
      sql.raw('case when next_at > service_now() then next_at end as next_at'),
    );

/** Undefined if none was ever set. */
export const findLimit = query.first<{ accountId: string }, AccountLimit>('account_limits.find', (p) =>
  limitOf(p.accountId),
);

export const putLimit = command.run<AccountLimit & { accountId: string }>('account_limits.put', (p) =>
  sql('account_limits')
    .insert(columns(p, ['accountId', 'currency', 'amount', 'nextCurrency', 'nextAmount', 'nextAt']))
    .onConflict(['account_id'])
    .merge(['currency', 'amount', 'next_currency', 'next_amount', 'next_at']),
);

export interface NewDestination extends Pick<
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
export type Decision = 'approved' | 'declined' | 'taken_back' | 'expired';

export interface NewRequest extends Pick<
  Tables['transfer_requests'],
  'accountId' | 'transferId' | 'expiresAt' | 'createdAt' | 'batchId'
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
  extends NewRequest, Pick<Tables['transfer_requests'], 'decision' | 'decidedBy' | 'decidedAt'> {
  /** The reason that a person gave for declining it. */
  decisionReason: string | null;
  destinationLabel: string | null;
  requestedByEmail: string | null;
  decidedByEmail: string | null;
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
    ]),
  ),
);

const requestsOf = (accountId: unknown) =>
  sql('transfer_requests as r')
    .leftJoin('withdrawal_destinations as d', (on) =>
      on.on('d.account_id', 'r.account_id').andOn('d.id', 'r.destination_id'),
    )
    .leftJoin('users as asked', 'asked.id', 'r.requested_by')
    .leftJoin('users as decided', 'decided.id', 'r.decided_by')
    .where({ 'r.account_id': accountId as string })
    .select(
      'r.*',
      'd.label as destination_label',
      'asked.email as requested_by_email',
      'decided.email as decided_by_email',
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

interface Decided {
  decision: Decision;
  /** Null for a request that expired. */
  decidedBy: string | null;
  reason: string | null;
}

type DecideParams = Decided & { accountId: string; transferId: string; now: Date };

const decide = command.run<DecideParams>('transfer_requests.decide', (p) =>
  sql('transfer_requests')
    .where({ account_id: p.accountId, transfer_id: p.transferId })
    .update({
      decision: p.decision,
      decided_by: p.decidedBy,
      decided_at: p.now,
      decision_reason: p.reason,
      goes_at: named("case when :decision = 'approved' then :now::timestamptz else goes_at end", p),
    }),
);

export async function decideRequest(
  trx: Trx,
  { accountId, id }: { accountId: string; id: string },
  decided: Decided,
): Promise<void> {
  const now = await trx.now;
  await decide(trx, { ...decided, accountId, transferId: id, now });
}

/**
 * The SQL condition that a held transfer waited for a time only, and its requester may no longer move the account's
 * money. It is part of the command that sends transfers, so that a removal takes effect however it came about (D44).
 */
export const HAS_LOST_REQUESTER = `(t.status = 'held' and coalesce((
  select r.waits_for is not null and r.decision is null and r.requested_by is not null
         and not exists (
           select from memberships m join users u on u.id = m.user_id
            where m.account_id = r.account_id and m.user_id = r.requested_by and m.accepted_at is not null
              and m.role in (${TREASURERS.map((role) => `'${role}'`).join(', ')}) and u.disabled_at is null)
    from transfer_requests r where r.account_id = t.account_id and r.transfer_id = t.id), false))`;

/**
 * The SQL for the cost of transfers in one currency. `rows` is the table that names them as `r.<transferId>`. For a
 * bought amount, it is the amount sold for it. A failed transfer moved nothing, unless its amount had been bought,
 * because that was exchanged all the same.
 */
export const valueOfTransfers = (rows: string, transferId: string, which: string): string =>
  `select round(coalesce(sum(coalesce(purchase.amount, t.amount) * f.usd), 0) / (select usd from currency_rates where family = :currency), 8)::text
              as value
     from ${rows} r
     join transfers t on t.account_id = r.account_id and t.id = r.${transferId}
     left join transfers purchase on purchase.account_id = t.account_id and purchase.id = t.conversion_id
     join assets a on a.asset = coalesce(purchase.asset, t.asset)
     join currency_rates f on f.family = a.family
    where r.account_id = :accountId and (t.status <> 'failed' or purchase.status <> 'failed') and ${which}`;

// By the time from which it may be sent, not the time of the request, because a transfer that waited for a day leaves
// today.
const movedAlone = query.first<{ accountId: string; currency: string }, { value: string }>(
  'transfer_requests.alone',
  (p) =>
    named(
      valueOfTransfers(
        'transfer_requests',
        'transfer_id',
        `r.goes_at > service_now() - interval '24 hours'
          and r.waits_for is distinct from 'second_person' and r.decision is distinct from 'approved'`,
      ),
      p,
    ),
);

/**
 * The total that may leave or has left the account within 24 hours without a second person, by all users together,
 * valued in one currency. Transfers that still wait for their time count already.
 */
export async function sumMovedAlone(on: Queryable, accountId: string, currency: string): Promise<string> {
  return (await movedAlone(on, { accountId, currency }))?.value ?? '0';
}
