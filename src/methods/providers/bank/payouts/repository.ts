import { columns, command, named, query, sql, type Tables } from '../../../../db/index.ts';
import type { FailureReason } from '../../../../lib/reasons.ts';
import type { Destination } from '../../../index.ts';

/** A payment out of one of the deployment's accounts. */
export interface OrderRow extends Pick<
  Tables['bank_orders'],
  | 'id'
  | 'idempotencyKey'
  | 'account'
  | 'isRefund'
  | 'amount'
  | 'state'
  | 'batchId'
  | 'words'
  | 'remark'
  | 'createdAt'
  | 'returnCode'
> {
  destination: Destination;
  reason: FailureReason | null;
}

const ORDER_COLUMNS = [
  ...[
    'id',
    'idempotency_key',
    'account',
    'is_refund',
    'amount',
    'destination',
    'state',
    'batch_id',
    'reason',
    'words',
  ],
  ...['remark', 'created_at', 'return_code'],
];

const orders = () => sql('bank_orders').select(...ORDER_COLUMNS);

/** Until the transaction ends, no other can order anything for this key or rule it out. */
export const lockKey = command.run<{ key: string }>('bank_orders.lock_key', (p) =>
  named(`select pg_advisory_xact_lock(hashtextextended('bank_orders ' || :key, 0))`, p),
);

export const findOrder = query.first<{ key: string }, OrderRow>('bank_orders.find', (p) =>
  orders().where({ idempotency_key: p.key }),
);

export const insertOrder = command.run<{
  id: string;
  key: string;
  account: string;
  isRefund: boolean;
  amount: string;
  destination: string;
  state: 'waiting' | 'refused';
  reason: string | null;
  words: string | null;
}>('bank_orders.insert', (p) =>
  sql('bank_orders').insert({
    idempotency_key: p.key,
    ...columns(p, ['id', 'account', 'isRefund', 'amount', 'destination', 'state', 'reason', 'words']),
  }),
);

/** By their own ids, as a statement repeats them. */
export const listOrders = query.all<{ account: string; ids: readonly string[] }, OrderRow>(
  'bank_orders.list',
  (p) => orders().where({ account: p.account }).whereRaw('id = any(?::text[])', [p.ids]),
);

export const listOfBatch = query.all<{ batch: string }, OrderRow>('bank_orders.list_of_batch', (p) =>
  orders().where({ batch_id: p.batch }).orderBy('id'),
);

export const listWaitingOrders = query.all<{ account: string; limit: number }, OrderRow>(
  'bank_orders.list_waiting',
  (p) =>
    named(
      `select ${ORDER_COLUMNS.join()} from bank_orders where account = :account and state = 'waiting'
        order by created_at, id limit :limit`,
      p,
    ),
);

/** Payments of the last month with a remark of the bank, the newest first. */
export const listRemarked = query.all<{ account: string }, OrderRow>('bank_orders.list_remarked', (p) =>
  orders()
    .where({ account: p.account })
    .whereNotNull('remark')
    .whereRaw(`created_at > service_now() - interval '31 days'`)
    .orderBy('created_at', 'desc')
    .limit(100),
);

/** Waiting payments, locked, the oldest first. */
export const lockWaiting = command.all<{ account: string; limit: number }, OrderRow>(
  'bank_orders.lock_waiting',
  (p) =>
    named(
      `select ${ORDER_COLUMNS.join()} from bank_orders where account = :account and state = 'waiting'
        order by created_at, id limit :limit for update`,
      p,
    ),
);

/** Refuses an order before it left, or by the bank; does nothing once it is booked. Returns how many it refused. */
export const refuseOrder = command.run<{
  id: string;
  reason: string;
  words: string;
  states: readonly string[];
}>('bank_orders.refuse', (p) =>
  named(
    `update bank_orders set state = 'refused', reason = :reason, words = :words
        where id = :id and state = any(:states::text[])`,
    p,
  ),
);

export const remarkOrder = command.run<{ id: string; remark: string }>('bank_orders.remark', (p) =>
  sql('bank_orders').where({ id: p.id }).update({ remark: p.remark }),
);

/** The orders that a debit covers. */
export const listBookedBy = query.all<{ entry: string }, OrderRow>('bank_orders.list_booked_by', (p) =>
  orders().where({ booked_by: p.entry }).orderBy('id'),
);

/** Records that the debit of all of them is booked. Returns how many had left, and were neither done nor refused. */
export const markDone = command.run<{ ids: readonly string[]; entry: string }>('bank_orders.done', (p) =>
  named(
    `update bank_orders set state = 'done', done_at = service_now(), booked_by = :entry
        where id = any(:ids::text[]) and state = 'exported'`,
    p,
  ),
);

/** Records the bank's report that a payment comes back, or was corrected on its way. */
export const noteReturn = command.run<{ id: string; code: string | null; remark: string }>(
  'bank_orders.note_return',
  (p) =>
    named(
      `update bank_orders set return_code = coalesce(:code, return_code), remark = :remark where id = :id`,
      p,
    ),
);

export const exportOrders = command.run<{ batch: string; ids: readonly string[] }>(
  'bank_orders.export',
  (p) =>
    named(
      `update bank_orders set state = 'exported', batch_id = :batch
        where id = any(:ids::text[]) and state = 'waiting'`,
      p,
    ),
);

const BATCH = [
  'id',
  'account',
  'name',
  'content',
  'sha256',
  'payments',
  'total',
  'groups',
  'releasedBy',
] as const;

export type BatchRow = Pick<Tables['bank_batches'], (typeof BATCH)[number]>;

const batches = () => sql('bank_batches').select(...BATCH);

export const insertBatch = command.run<BatchRow & { groups: string }>('bank_batches.insert', (p) =>
  sql('bank_batches').insert(columns(p, BATCH)),
);

export const findBatchById = query.first<{ id: string }, BatchRow>('bank_batches.find_by_id', (p) =>
  batches().where({ id: p.id }),
);

export const findBatch = query.first<{ account: string; id: string }, BatchRow>('bank_batches.find', (p) =>
  batches().where({ account: p.account, id: p.id }),
);

/** The payment files that have one of these ids. */
export const listBatches = query.all<{ account: string; ids: readonly string[] }, BatchRow>(
  'bank_batches.list',
  (p) => batches().where({ account: p.account }).whereRaw('id = any(?::text[])', [p.ids]).orderBy('id'),
);

/** Files with unfinished payments, the oldest first. */
export const listOpenBatches = query.all<{ account: string }, BatchRow>('bank_batches.list_open', (p) =>
  batches()
    .whereRaw(
      `id in (select batch_id from bank_orders where account = ? and state = 'exported' and batch_id is not null)`,
      [p.account],
    )
    .orderBy('created_at')
    .limit(500),
);

/** The number of an account's files on a day of the deployment's clock. */
export const countBatches = query.first<{ account: string; day: string }, { count: number }>(
  'bank_batches.count',
  (p) =>
    named(
      `select count(*)::integer as count from bank_batches
        where account = :account and created_at >= :day::date and created_at < :day::date + 1`,
      p,
    ),
);

/** Files that were released, but are not in their folder a minute later, because a process ended in between. */
export const listUnwritten = query.all<Record<string, never>, Pick<BatchRow, 'id' | 'account'>>(
  'bank_batches.list_unwritten',
  () =>
    sql.raw(
      `select id, account from bank_batches
        where written_at is null and created_at < service_now() - interval '1 minute' order by created_at limit 100`,
    ),
);

export const markWritten = command.run<{ id: string }>('bank_batches.written', (p) =>
  named(`update bank_batches set written_at = clock_timestamp() where id = :id and written_at is null`, p),
);
