import type { Knex } from 'knex';
import { named, newestFirst, query, type Queryable, sql, statement, statementByShape } from '../db/index.ts';
import { eventIdsAbout, type EventRow, type EventType, findEvents } from '../events/index.ts';
import type { AnyConversion, Refund, Transfer, TransferKindName, Withdrawal } from './transfer.ts';
import type { TransferStatus } from './transitions.ts';

export interface TransferFilters {
  statuses: TransferStatus[] | undefined;
  /** The asset that is sent or, for a conversion, the one that is bought. */
  asset: string | undefined;
  method: string | undefined;
  paymentLinkCode: string | undefined;
  amount: string | undefined;
  createdAfter: Date | undefined;
  createdBefore: Date | undefined;
}

interface TransferQuery extends TransferFilters {
  accountId: string;
  afterTime: Date | undefined;
  afterId: string | undefined;
  limit: number;
}

/** The transfers that the API lists under one name. */
export interface TransferRecords<T extends Transfer> {
  find(on: Queryable, accountId: string, id: string): Promise<T | undefined>;
  list(on: Queryable, query: TransferQuery): Promise<T[]>;
}

export const withdrawals = recordsOf<Withdrawal>('withdrawals', ['withdrawal']);
export const conversions = recordsOf<AnyConversion>('conversions', ['conversion', 'payment_conversion']);
export const refunds = recordsOf<Refund>('refunds', ['refund']);

/** A deposit's transfers, oldest first: its conversion, its refunds, and the conversions that buy what they send. */
export const listTransfersOfDeposit = query.all<
  { accountId: string; depositId: string },
  AnyConversion | Refund
>('transfers.list_of_deposit', (p) =>
  sql('transfers')
    .where({ account_id: p.accountId, deposit_id: p.depositId })
    .orderBy(['created_at', 'id'])
    .select('*'),
);

const EVENTS_OF: Record<TransferKindName, readonly EventType[]> = {
  withdrawal: ['withdrawal.completed', 'withdrawal.failed'],
  conversion: ['conversion.completed'],
  payment_conversion: ['conversion.completed'],
  refund: ['refund.completed', 'refund.failed'],
};

/** A transfer's events, oldest first. */
export function findTransferEvents(
  on: Queryable,
  { account_id: accountId, id: subject, kind }: Transfer,
): Promise<EventRow[]> {
  return findEvents(on, { accountId, ids: eventIdsAbout({ accountId, subject }, EVENTS_OF[kind]) });
}

function recordsOf<T extends Transfer>(name: string, kinds: readonly T['kind'][]): TransferRecords<T> {
  // Literals, so that Postgres can use the partial index on these kinds, which has the list's order.
  const ofKinds = `p.kind in (${kinds.map((kind) => `'${kind}'`).join(', ')})`;
  const ofAccount = (accountId: Knex.Value) =>
    sql('transfers as p').whereRaw(ofKinds).where('p.account_id', accountId).select('p.*');

  const findStatement = statement<{ accountId: string; id: string }, T>(`transfers.find_in_${name}`, (p) =>
    ofAccount(p.accountId).where('p.id', p.id),
  );

  const listStatement = statementByShape<TransferQuery, T>(`transfers.list_${name}`, (p, given) => {
    const query = ofAccount(p.accountId);
    if (given.has('statuses')) query.whereRaw(named('p.status = any(:statuses::text[])', p));
    if (given.has('asset')) {
      if (name === 'conversions') query.whereRaw(named(':asset in (p.asset, p.to_asset)', p));
      else query.where('p.asset', p.asset);
    }
    if (given.has('method')) query.where('p.method', p.method);
    if (given.has('paymentLinkCode')) query.where('p.payment_link_code', p.paymentLinkCode);
    if (given.has('amount')) query.where('p.amount', p.amount);
    if (given.has('createdAfter')) query.where('p.created_at', '>=', p.createdAfter);
    if (given.has('createdBefore')) query.where('p.created_at', '<=', p.createdBefore);
    const after = given.has('afterId') ? ([p.afterTime, p.afterId] as const) : undefined;
    const order = { time: 'p.created_at', id: 'p.id', idType: 'uuid' } as const;
    return newestFirst(query, order, after, p.limit);
  });

  return {
    find: (on, accountId, id) => findStatement.first(on, { accountId, id }),
    list: (on, query) => listStatement(query).all(on, query),
  };
}
