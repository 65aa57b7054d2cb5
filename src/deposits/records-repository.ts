import type { Knex } from 'knex';
import {
  columns,
  command,
  named,
  narrow,
  newestFirst,
  type Placeholders,
  query,
  type Queryable,
  sql,
  summed,
  type Tables,
  type Trx,
} from '../db/index.ts';
import { eventIdsAbout, findEvents, type StoredEvent } from '../events/index.ts';
import { DomainError } from '../lib/errors/errors.ts';
import { isId } from '../lib/ids.ts';
import type { Deposit, DepositKey, ReferenceKey } from './repository.ts';
import type { DepositStatus } from './transitions.ts';

// Account by account, because keys begin with the account, and an index for the operator alone would slow down every
// deposit.
const findAccount = query.first<{ id: string }, { accountId: string }>('deposits.find_account', (p) =>
  named(
    `select d.account_id from accounts a cross join lateral (
       select account_id from deposits where account_id = a.id and id = :id limit 1) d`,
    p,
  ),
);

/** By the id alone, for the operator, who acts for no account. */
export async function findDepositAccount(on: Queryable, id: string): Promise<string | undefined> {
  return (await findAccount(on, { id }))?.accountId;
}

/** A deposit as the account sees it. */
export interface DepositRecord extends Deposit {
  /** The part that the payer got back, in its asset. */
  refundedAmount: string;
}

const records = () =>
  sql('deposits as d').select(
    'd.*',
    sql.raw(
      `(select coalesce(sum(coalesce(p.to_amount, p.amount)), 0) from transfers p
         where p.account_id = d.account_id and p.deposit_id = d.id and p.kind = 'refund' and p.status = 'settled'
       ) as refunded_amount`,
    ),
  );

const findRecord = query.first<DepositKey, DepositRecord>('deposits.find_record', (p) =>
  records().where('d.account_id', p.accountId).where('d.id', p.id),
);

/** Throws `deposit_not_found`, also for a malformed id. */
export async function getDepositRecord(on: Queryable, accountId: string, id: string): Promise<DepositRecord> {
  const record = isId(id) ? await findRecord(on, { accountId, id }) : undefined;
  if (!record) throw new DomainError('deposit_not_found');
  return record;
}

const UNMATCHED_LISTED = 1_000;

/** The inbox of an account: deposits to be accepted or refunded, newest first, at most 1,000. */
export const listUnmatchedDeposits = query.all<{ accountId: string }, DepositRecord>(
  'deposits.list_unmatched',
  (p) =>
    records()
      .where('d.account_id', p.accountId)
      .whereRaw("d.status = 'unmatched'")
      .orderBy([
        { column: 'd.created_at', order: 'desc' },
        { column: 'd.id', order: 'desc' },
      ])
      .limit(UNMATCHED_LISTED),
);

export interface DepositFilters {
  status: DepositStatus | undefined;
  asset: string | undefined;
  method: string | undefined;
  paymentLinkCode: string | undefined;
  amount: string | undefined;
  createdAfter: Date | undefined;
  createdBefore: Date | undefined;
}

interface DepositQuery extends DepositFilters {
  accountId: string;
  afterTime: Date | undefined;
  afterId: string | undefined;
  limit: number;
}

function listedRecords(p: Placeholders<DepositQuery>, given: ReadonlySet<keyof DepositQuery>): Knex.Raw {
  const query = records().where('d.account_id', p.accountId);
  narrow(query, p, given, {
    status: 'd.status',
    asset: 'd.asset',
    method: 'd.method',
    paymentLinkCode: 'd.payment_link_code',
    amount: 'd.amount',
    createdAfter: ['d.created_at', '>='],
    createdBefore: ['d.created_at', '<='],
  });
  const after = given.has('afterId') ? ([p.afterTime, p.afterId] as const) : undefined;
  const order = { time: 'd.created_at', id: 'd.id', idType: 'uuid' } as const;
  return newestFirst(query, order, after, p.limit);
}

export const listDepositRecords = query.filtered<DepositQuery, DepositRecord>(
  'deposits.list_records',
  listedRecords,
);

/** The deposits of one asset. */
export interface DepositSum {
  asset: string;
  amount: string;
  count: number;
}

/** The sums by asset of the newest deposits that match the filters, up to the limit. */
export const sumDepositRecords = query.filtered<DepositQuery, DepositSum>(
  'deposits.sum_records',
  (p, given) => summed(listedRecords(p, given), ['asset'], ['amount']),
);

/** A deposit's own events, oldest first. */
export function findDepositEvents(
  on: Queryable,
  { accountId, id: subject }: Pick<Deposit, 'accountId' | 'id'>,
): Promise<StoredEvent[]> {
  const types = ['deposit.completed', 'deposit.failed', 'payment_link.partial_deposit'] as const;
  return findEvents(on, { accountId, ids: eventIdsAbout({ accountId, subject }, types) });
}

/** The facts about uncredited money that a link's payer may see, without its sender. */
export type Setback = Pick<Deposit, 'id' | 'status' | 'unmatchedReason' | 'method' | 'asset' | 'amount'>;

const SETBACKS_LISTED = 5;

/** The latest deposits for a link that neither paid it nor were accepted as its payment; newest first. */
export const listSetbacks = query.all<{ accountId: string; code: string }, Setback>(
  'deposits.list_setbacks',
  (p) =>
    sql('deposits')
      .where({ account_id: p.accountId, payment_link_code: p.code })
      .whereNotNull('unmatched_reason')
      .whereNull('accepted_by')
      .orderBy([
        { column: 'created_at', order: 'desc' },
        { column: 'id', order: 'desc' },
      ])
      .select('id', 'status', 'unmatched_reason', 'method', 'asset', 'amount')
      .limit(SETBACKS_LISTED),
);

/** More parts than anybody pays in. */
const PAYMENTS_LISTED = 100;

/** The facts about a link's payment that its payer may see. */
export type LinkPayment = Pick<
  Deposit,
  'id' | 'asset' | 'amount' | 'provider' | 'providerReference' | 'network'
>;

/** The deposit that a processing link waits for, or those that paid it, newest first. */
export const listPayments = query.all<{ accountId: string; code: string }, LinkPayment>(
  'deposits.find_payment',
  (p) =>
    sql('deposits')
      .where({ account_id: p.accountId, payment_link_code: p.code })
      .whereRaw("status in ('pending', 'credited')")
      .orderBy([
        { column: 'created_at', order: 'desc' },
        { column: 'id', order: 'desc' },
      ])
      .select('id', 'asset', 'amount', 'provider', 'provider_reference', 'network')
      .limit(PAYMENTS_LISTED),
);

/** A notification whose reference belongs to another deposit. */
export interface ConflictRow
  extends
    ReferenceKey,
    Pick<
      Tables['deposit_conflicts'],
      | 'id'
      | 'paymentLinkCode'
      | 'method'
      | 'destination'
      | 'reference'
      | 'asset'
      | 'network'
      | 'final'
      | 'createdAt'
    > {
  /** The account whose destination it names. */
  accountId: string;
  /** As notified, with all its decimals. */
  amount: string;
}

const recordStatement = command.first<ConflictRow, { id: string }>('deposit_conflicts.record', (p) =>
  sql('deposit_conflicts')
    .insert(
      columns(p, [
        'accountId',
        'id',
        'provider',
        'providerReference',
        'paymentLinkCode',
        'method',
        'destination',
        'reference',
        'asset',
        'network',
        'amount',
        'final',
        'createdAt',
      ]),
    )
    .onConflict(['account_id', 'provider', 'provider_reference', 'destination'])
    .merge(['asset', 'network', 'amount', 'final'])
    // The final report counts, regardless of any that was only seen.
    .where('deposit_conflicts.final', false)
    .returning('id'),
);

/** Records a conflict once per reference and destination. False if it is already recorded. */
export async function recordConflict(trx: Trx, conflict: ConflictRow): Promise<boolean> {
  return (await recordStatement(trx, conflict))?.id === conflict.id;
}

/** A conflict, with the deposit that has the reference. */
export type ConflictRecord = ConflictRow & { depositId: string; depositAccountId: string };

const CONFLICTS_LISTED = 1_000;

/** For the operator: newest first, at most 1,000. */
export const listConflicts = query.all<Record<string, never>, ConflictRecord>('deposit_conflicts.list', () =>
  sql('deposit_conflicts as c')
    .join('deposit_references as r', {
      'r.provider': 'c.provider',
      'r.provider_reference': 'c.provider_reference',
    })
    .join('deposits as d', { 'd.account_id': 'r.account_id', 'd.id': 'r.deposit_id' })
    .orderBy([
      { column: 'c.created_at', order: 'desc' },
      { column: 'c.id', order: 'desc' },
    ])
    .limit(CONFLICTS_LISTED)
    .select('c.*', { deposit_id: 'd.id', deposit_account_id: 'd.account_id' }),
);

/**
 * A deposit's own conflicts, oldest first. They may name another account's destination, but keys begin with the
 * deposit's account.
 */
export const listConflictsOf = query.all<DepositKey, ConflictRow>('deposit_conflicts.list_of', (p) =>
  named(
    `select c.* from deposits d cross join accounts a cross join lateral (
       select * from deposit_conflicts
        where account_id = a.id and provider = d.provider and provider_reference = d.provider_reference) c
      where d.account_id = :accountId and d.id = :id
      order by c.created_at, c.id limit 100`,
    p,
  ),
);
