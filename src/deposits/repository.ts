import {
  columns,
  type ColumnTypes,
  command,
  mayChange,
  named,
  noteChange,
  type Placeholders,
  query,
  type Queryable,
  sql,
  type Tables,
  type Trx,
} from '../db/index.ts';
import { toSnakeCase } from '../lib/case.ts';
import type { UnmatchedReason } from '../lib/reasons.ts';
import type { DepositStatus } from './transitions.ts';

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
