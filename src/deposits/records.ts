import { newestFirst, query, type Queryable, sql, statement, statementByShape } from '../db/index.ts';
import { eventIdsAbout, type EventRow, findEvents } from '../events/index.ts';
import { DomainError } from '../lib/errors/errors.ts';
import { isId } from '../lib/ids.ts';
import type { DepositStatus } from './transitions.ts';
import type { DepositKey, DepositRow } from './repository.ts';

const UNMATCHED_LISTED = 1_000;

const listUnmatchedStatement = statement<{ accountId: string }, DepositRecord>(
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

/** The inbox of an account: deposits to be accepted or refunded, newest first, at most 1,000. */
export function listUnmatchedDeposits(on: Queryable, accountId: string): Promise<DepositRecord[]> {
  return listUnmatchedStatement.all(on, { accountId });
}

/** What a link's payer is shown about money that was not credited, without its sender. */
export type SetbackRow = Pick<DepositRow, 'status' | 'unmatched_reason' | 'method' | 'asset' | 'amount'>;

const SETBACKS_LISTED = 5;

/** The latest deposits for a link that did not pay it, newest first. */
export const listSetbacks = query.all<{ accountId: string; code: string }, SetbackRow>(
  'deposits.list_setbacks',
  (p) =>
    sql('deposits')
      .where({ account_id: p.accountId, payment_link_code: p.code })
      .whereNotNull('unmatched_reason')
      .orderBy([
        { column: 'created_at', order: 'desc' },
        { column: 'id', order: 'desc' },
      ])
      .select('status', 'unmatched_reason', 'method', 'asset', 'amount')
      .limit(SETBACKS_LISTED),
);

/** What a link's payer is shown about the money that pays it. */
export type PaymentRow = Pick<DepositRow, 'provider' | 'provider_reference' | 'network'>;

/** The deposit that a processing link waits for, or that paid it; undefined if there is none. */
export const findPayment = query.first<{ accountId: string; code: string }, PaymentRow>(
  'deposits.find_payment',
  (p) =>
    sql('deposits')
      .where({ account_id: p.accountId, payment_link_code: p.code })
      .whereRaw("status in ('pending', 'credited')")
      .orderBy('created_at', 'desc')
      .select('provider', 'provider_reference', 'network')
      .limit(1),
);

/** A deposit as the account sees it. */
export interface DepositRecord extends DepositRow {
  /** How much of it the payer got back, in its asset. */
  refunded_amount: string;
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

const findRecordStatement = statement<DepositKey, DepositRecord>('deposits.find_record', (p) =>
  records().where('d.account_id', p.accountId).where('d.id', p.id),
);

/** Throws `deposit_not_found`, also for a malformed id. */
export async function getDepositRecord(on: Queryable, accountId: string, id: string): Promise<DepositRecord> {
  const record = isId(id) ? await findRecordStatement.first(on, { accountId, id }) : undefined;
  if (!record) throw new DomainError('deposit_not_found');
  return record;
}

/** A deposit's own events, oldest first. */
export function findDepositEvents(
  on: Queryable,
  { account_id: accountId, id: subject }: Pick<DepositRow, 'account_id' | 'id'>,
): Promise<EventRow[]> {
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

const listRecordsStatement = statementByShape<DepositQuery, DepositRecord>(
  'deposits.list_records',
  (p, given) => {
    const query = records().where('d.account_id', p.accountId);
    if (given.has('status')) query.where('d.status', p.status);
    if (given.has('asset')) query.where('d.asset', p.asset);
    if (given.has('method')) query.where('d.method', p.method);
    if (given.has('paymentLinkCode')) query.where('d.payment_link_code', p.paymentLinkCode);
    if (given.has('amount')) query.where('d.amount', p.amount);
    if (given.has('createdAfter')) query.where('d.created_at', '>=', p.createdAfter);
    if (given.has('createdBefore')) query.where('d.created_at', '<=', p.createdBefore);
    const after = given.has('afterId') ? ([p.afterTime, p.afterId] as const) : undefined;
    const order = { time: 'd.created_at', id: 'd.id', idType: 'uuid' } as const;
    return newestFirst(query, order, after, p.limit);
  },
);

export function listDepositRecords(on: Queryable, query: DepositQuery): Promise<DepositRecord[]> {
  return listRecordsStatement(query).all(on, query);
}
