import {
  columns,
  command,
  named,
  noteChange,
  query,
  type Queryable,
  sql,
  type Trx,
  newestFirst,
  type Placeholders,
  summed,
  type Tables,
  narrow,
  type ColumnTypes,
  mayChange,
} from '../db/index.ts';
import type { Knex } from 'knex';
import type { UnmatchedReason } from '../lib/reasons.ts';
import type { DepositStatus } from './transitions.ts';
import { eventIdsAbout, type StoredEvent, findEvents } from '../events/index.ts';
import { DomainError } from '../lib/errors/errors.ts';
import { isId } from '../lib/ids.ts';
import { toSnakeCase } from '../lib/case.ts';

export interface Deposit extends Pick<
  Tables['deposits'],
  | 'accountId'
  | 'id'
  | 'status'
  | 'unmatchedReason'
  | 'paymentLinkCode'
  | 'method'
  | 'asset'
  | 'network'
  | 'destination'
  | 'reference'
  | 'provider'
  | 'providerReference'
  | 'confirmationAttempts'
  | 'requestId'
  | 'createdAt'
  | 'resolvedAt'
> {
  /** The amount in the ledger, in `asset`. */
  amount: string;
  /** The received amount, if it has more decimals than the ledger; `amount` is then rounded down. */
  exactAmount: string | null;
  /** Never part of events. It has the payer's name, tracking key, transaction hash, source address or account. */
  payer: Record<string, string>;
  /**
   * How it was accepted as its link's payment although it was not the amount due (D40); null if no acceptance was
   * needed. `rest`: it and others of the same payer add up to that amount (D7).
   */
  acceptedBy: 'person' | 'tolerance' | 'rest' | null;
  /** The next poll of the provider for finality; null once the outcome is known. */
  confirmationDueAt: Date | null;
  /** The part that has been or is being refunded to the payer. */
  refundTotal: string;
  /** The link that it was sent for, once it was assigned to another; null before that. */
  assignedFrom: string | null;
  /** When the account's rule tried to refund it, which it does once; null before that (D77). */
  refundTriedAt: Date | null;
}

type NewDeposit = Omit<
  Deposit,
  'payer' | 'confirmationAttempts' | 'resolvedAt' | 'refundTotal' | 'assignedFrom' | 'refundTriedAt'
> & {
  payer: string;
};

const NEW_DEPOSIT: ColumnTypes<NewDeposit> = {
  accountId: 'uuid',
  id: 'uuid',
  status: 'text',
  unmatchedReason: 'text',
  acceptedBy: 'text',
  paymentLinkCode: 'text',
  method: 'text',
  asset: 'text',
  network: 'text',
  amount: 'numeric',
  exactAmount: 'numeric',
  destination: 'text',
  reference: 'text',
  provider: 'text',
  providerReference: 'text',
  payer: 'jsonb',
  confirmationDueAt: 'timestamptz',
  requestId: 'text',
  createdAt: 'timestamptz',
};
const NEW_DEPOSIT_COLUMNS = Object.keys(NEW_DEPOSIT).map(toSnakeCase).join();

// In the order of the references, so that two transactions that insert the same ones cannot deadlock. They are written
// first, because a statement's main part runs before CTEs that nothing reads.
const insertDeposits = command.rows<NewDeposit>('deposits.insert', NEW_DEPOSIT, (deposits) =>
  sql.raw(
    `with g as not materialized (
       select * from ?
     ), deposit as (
       insert into deposits (${NEW_DEPOSIT_COLUMNS}) select ${NEW_DEPOSIT_COLUMNS} from g order by place
     )
     insert into deposit_references (provider, provider_reference, account_id, deposit_id)
     select provider, provider_reference, account_id, id from g order by provider, provider_reference`,
    [deposits],
  ),
);

/**
 * Writes a new deposit, with its claim to its provider's reference. If another deposit claims the same reference
 * concurrently, the transaction is retried once the other has committed, and finds it (see `db/constraints.ts`).
 */
export function insertDeposit(trx: Trx, deposit: Deposit): void {
  noteChange(trx, deposit.accountId);
  trx.gather(insertDeposits, { ...deposit, payer: JSON.stringify(deposit.payer) }, deposit.id);
}

export type DepositKey = Pick<Tables['deposits'], 'accountId' | 'id'>;

const DEPOSIT_KEY: ColumnTypes<DepositKey> = { accountId: 'uuid', id: 'uuid' };

/** Undefined if the account has no such deposit. */
export const lockedDeposits = command.lookup<DepositKey, Deposit>('deposits.lock', DEPOSIT_KEY, () =>
  sql('deposits').whereRaw('account_id = g.account_id and id = g.id').forUpdate().select('*'),
);

export async function lockDeposit(trx: Trx, accountId: string, id: string): Promise<Deposit> {
  const deposit = await lockedDeposits.first(trx, { accountId, id });
  if (!deposit) throw new Error(`deposit ${id} is missing`);
  return deposit;
}

const find = query.first<DepositKey, Deposit>('deposits.find', (p) =>
  sql('deposits').where({ account_id: p.accountId, id: p.id }).select('*'),
);

export async function findDeposit(on: Queryable, accountId: string, id: string): Promise<Deposit> {
  const deposit = await find(on, { accountId, id });
  if (!deposit) throw new Error(`deposit ${id} is missing`);
  return deposit;
}

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

export interface DepositStep extends DepositKey {
  status: DepositStatus;
  reason: UnmatchedReason | null;
  acceptedBy: Deposit['acceptedBy'];
  resolvedAt: Date | null;
}

const writeSteps = command.rows<DepositStep>(
  'deposits.set_status',
  { ...DEPOSIT_KEY, status: 'text', reason: 'text', acceptedBy: 'text', resolvedAt: 'timestamptz' },
  (steps) =>
    sql.raw(
      `update deposits d set status = g.status, unmatched_reason = g.reason, accepted_by = g.accepted_by,
                             confirmation_due_at = null, resolved_at = g.resolved_at
         from ? where d.account_id = g.account_id and d.id = g.id`,
      [steps],
    ),
);

export function setDepositStatus(trx: Trx, step: DepositStep): void {
  trx.gather(writeSteps, step, step.id);
}

type Assignment = DepositKey & Pick<Deposit, 'paymentLinkCode' | 'method' | 'assignedFrom' | 'requestId'>;

/** Makes a locked, unmatched deposit one for another link. */
export const setDepositLink = command.run<Assignment>('deposits.set_link', (p) =>
  sql('deposits')
    .where({ account_id: p.accountId, id: p.id })
    .update(columns(p, ['paymentLinkCode', 'method', 'assignedFrom', 'requestId'])),
);

/** Unmatched deposits whose refund is due by their account's rule, oldest first within an account (D77). */
export const listOverdue = query.all<{ limit: number }, DepositKey>('deposits.list_overdue', (p) =>
  named(
    `select d.account_id, d.id
       from accounts a cross join lateral (
         select account_id, id from deposits
          where account_id = a.id and status = 'unmatched' and refund_tried_at is null
            and unmatched_reason <> 'SCREENING_REFUSED'
            and created_at <= service_now() - a.refund_after_days * interval '1 day'
            and (select true from screenings
                  where account_id = a.id and subject = 'deposit' and subject_id = deposits.id
                    and decision <> 'allow') is null
          order by created_at limit :limit) d
      where a.refund_after_days is not null and a.status = 'active'
        and a.refund_after_since <= service_now() - a.refund_after_days * interval '1 day'
        and ${mayChange('a.id')}
      limit :limit`,
    p,
  ),
);

export const markRefundTried = command.run<DepositKey>('deposits.mark_refund_tried', (p) =>
  sql('deposits')
    .where({ account_id: p.accountId, id: p.id })
    .update({ refund_tried_at: sql.raw('service_now()') }),
);

/** Adds a refund that starts; a negative amount reverts a failed one. The database refuses a sum above `amount`. */
export const addRefunded = command.run<DepositKey & { amount: string }>('deposits.add_refunded', (p) =>
  sql('deposits')
    .where({ account_id: p.accountId, id: p.id })
    .update({ refund_total: named('refund_total + :amount::numeric', p) }),
);

interface LinkKey {
  accountId: string;
  code: string;
}

const paying = (p: Placeholders<LinkKey>) =>
  sql('deposits')
    .where({ account_id: p.accountId, payment_link_code: p.code, status: sql.raw("'credited'") })
    .orderBy('id')
    .select('*');

/**
 * The deposits that paid a locked link, locked, oldest first. There is one, unless several were credited together (D7).
 */
export const lockPayingDeposits = command.all<LinkKey, Deposit>('deposits.find_paying', (p) =>
  paying(p).forUpdate(),
);

/** Like `lockPayingDeposits`, but without a lock. */
export const findPayingDeposits = query.all<LinkKey, Deposit>('deposits.peek_paying', paying);

type AssetOfLink = LinkKey & Pick<Deposit, 'asset'>;

const heldOf = (p: Placeholders<AssetOfLink>) =>
  sql('deposits as d')
    .where({ 'd.account_id': p.accountId, 'd.payment_link_code': p.code, 'd.asset': p.asset })
    .where({ 'd.status': sql.raw("'unmatched'") })
    .where(named('d.id in (select id from held_deposits(:accountId, :code, :asset))', p))
    .orderBy('d.id')
    .select('d.*');

/** The held deposits of a locked link in an asset that may be credited, locked, oldest first. */
export const lockHeldDeposits = command.all<AssetOfLink, Deposit>('deposits.lock_held', (p) =>
  heldOf(p).forUpdate('d'),
);

/** Like `lockHeldDeposits`, but without a lock. */
export const findHeldDeposits = query.all<AssetOfLink, Deposit>('deposits.peek_held', heldOf);

const pendingOf = (p: Placeholders<LinkKey>) =>
  sql('deposits')
    .where({ account_id: p.accountId, payment_link_code: p.code, status: sql.raw("'pending'") })
    .select('*');

/**
 * The deposits that a locked, processing link waits for, locked, oldest first. There are several if they are converted
 * together.
 */
export const lockPendingDeposits = command.all<LinkKey, Deposit>('deposits.lock_pending', (p) =>
  pendingOf(p).orderBy('id').forUpdate(),
);

/** The one deposit that a locked, processing link waits for while it is only seen. */
export const findPendingDeposit = query.first<LinkKey, Deposit>('deposits.find_pending', pendingOf);

type FinalParams = Pick<
  Deposit,
  'accountId' | 'id' | 'method' | 'asset' | 'network' | 'amount' | 'exactAmount' | 'acceptedBy'
> & { payer: string };

const setFacts = command.run<FinalParams>('deposits.set_facts', (p) =>
  sql('deposits')
    .where({ account_id: p.accountId, id: p.id })
    .update(columns(p, ['method', 'asset', 'network', 'amount', 'exactAmount', 'acceptedBy', 'payer'])),
);

/** Replaces the facts that were seen with the final ones. */
export async function setDepositFacts(trx: Trx, deposit: Deposit): Promise<void> {
  await setFacts(trx, { ...deposit, payer: JSON.stringify(deposit.payer) });
}

interface ClaimParams {
  /** Names of the providers that this process has. */
  providers: readonly string[];
  limit: number;
  leaseMs: number;
}

// One statement finds what is due, locks it (skipping what other workers hold), and postpones the next check.
export const claimUnconfirmed = command.all<ClaimParams, Deposit>('deposits.claim_unconfirmed', (p) =>
  named(
    `with due as (
       select account_id, id from deposits
        where confirmation_due_at <= service_now() and provider = any(:providers::text[])
          and ${mayChange('account_id')}
        order by confirmation_due_at limit :limit
        for update skip locked
     )
     update deposits d
        set confirmation_attempts = d.confirmation_attempts + 1,
            confirmation_due_at = service_now() + :leaseMs * interval '1 millisecond'
       from due where d.account_id = due.account_id and d.id = due.id
     returning d.*`,
    p,
  ),
);

/** Sets when a deposit is next considered for an automatic refund. Null for never. */
export const setAutoRefundDue = command.run<DepositKey & { dueAt: Date | null }>(
  'deposits.set_auto_refund_due',
  (p) => sql('deposits').where({ account_id: p.accountId, id: p.id }).update({ auto_refund_due_at: p.dueAt }),
);

/** Claims deposits whose automatic refund waits, and postpones the next check of each. */
export const claimAutoRefunds = command.all<
  { limit: number; waitMs: number },
  Pick<Deposit, 'accountId' | 'id' | 'paymentLinkCode' | 'method'>
>('deposits.claim_auto_refunds', (p) =>
  named(
    `with due as (
       select account_id, id from deposits
        where auto_refund_due_at <= service_now() and ${mayChange('account_id')}
        order by auto_refund_due_at limit :limit
        for update skip locked
     )
     update deposits d set auto_refund_due_at = service_now() + :waitMs * interval '1 millisecond'
       from due where d.account_id = due.account_id and d.id = due.id
     returning d.account_id, d.id, d.payment_link_code, d.method`,
    p,
  ),
);

const postponeConfirmations = command.rows<DepositKey & { attempts: number; waitMs: number }>(
  'deposits.postpone_confirmation',
  { ...DEPOSIT_KEY, attempts: 'integer', waitMs: 'integer' },
  (deposits) =>
    sql.raw(
      `update deposits d set confirmation_due_at = service_now() + g.wait_ms * interval '1 millisecond'
         from ? where d.account_id = g.account_id and d.id = g.id
                  and d.confirmation_attempts = g.attempts and d.confirmation_due_at is not null`,
      [deposits],
    ),
);

/** Schedules the next check, unless the outcome is known or it has been claimed again since. */
export function postponeConfirmation(
  trx: Trx,
  { accountId, id, confirmationAttempts: attempts }: Deposit,
  waitMs: number,
): void {
  trx.gather(postponeConfirmations, { accountId, id, attempts, waitMs }, id);
}

/** A provider's own reference for a deposit, unique across the whole deployment (D25). */
export type ReferenceKey = Pick<Deposit, 'provider' | 'providerReference'>;

/** By the reference alone, which decides whether a deposit is known, whatever its account. */
export const depositsByReference = query.lookup<ReferenceKey, Deposit>(
  'deposit_references.find_deposit',
  { provider: 'text', providerReference: 'text' },
  () =>
    sql('deposit_references as r')
      .join('deposits as d', { 'd.account_id': 'r.account_id', 'd.id': 'r.deposit_id' })
      .whereRaw('r.provider = g.provider and r.provider_reference = g.provider_reference')
      .select('d.*'),
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

const recordCommand = command.first<ConflictRow, { id: string }>('deposit_conflicts.record', (p) =>
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
  return (await recordCommand(trx, conflict))?.id === conflict.id;
}

/** A conflict, with the deposit that has the reference. */
export type ConflictRecord = ConflictRow & { depositId: string; depositAccountId: string };

const CONFLICTS_LISTED = 1_000;

/** For the operator, newest first, at most 1,000. */
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

const UNMATCHED_LISTED = 1_000;

/** The inbox of an account, with the deposits to be accepted or refunded, newest first, at most 1,000. */
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

/** More parts than any payer pays in. */
const PAYMENTS_LISTED = 100;

/** The facts about a link's payment that its payer may see. */
export type LinkPayment = Pick<
  Deposit,
  'id' | 'asset' | 'amount' | 'provider' | 'providerReference' | 'network'
>;

/** The deposit that a processing link waits for, or those that paid it, newest first. */
export const listPayments = query.all<LinkKey, LinkPayment>('deposits.find_payment', (p) =>
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

/** A deposit's own events, oldest first. */
export function findDepositEvents(
  on: Queryable,
  { accountId, id: subject }: Pick<Deposit, 'accountId' | 'id'>,
): Promise<StoredEvent[]> {
  const types = ['deposit.completed', 'deposit.failed', 'payment_link.partial_deposit'] as const;
  return findEvents(on, { accountId, ids: eventIdsAbout({ accountId, subject }, types) });
}

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
