import { columns, named, type Queryable, sql, statement, type Trx } from '../db/index.ts';

/** What can go wrong with a call. */
export const CALL_FAULTS = [
  'rate_limited',
  'internal_error',
  'late_response',
  'lost_request',
  'lost_response',
] as const;
/** What can go wrong with a delivery. */
export const DELIVERY_FAULTS = ['late_delivery', 'duplicate_delivery', 'out_of_order_delivery'] as const;

export type CallFault = (typeof CALL_FAULTS)[number];
export type DeliveryFault = (typeof DELIVERY_FAULTS)[number];

export interface FaultRow {
  account_id: string;
  id: string;
  kind: CallFault | DeliveryFault;
  /** Null: every operation. */
  operation: string | null;
  delay_ms: number | null;
  count: number;
  remaining: number;
  created_at: Date;
  expires_at: Date;
}

const insertStatement = statement<FaultRow>('faults.insert', (p) =>
  sql('faults').insert(
    columns(p, [
      'account_id',
      'id',
      'kind',
      'operation',
      'delay_ms',
      'count',
      'remaining',
      'created_at',
      'expires_at',
    ]),
  ),
);

export async function insertFault(trx: Trx, fault: FaultRow): Promise<void> {
  await insertStatement.run(trx, fault);
}

// To other processes (see `Faults`).
const announceStatement = statement<{ channel: string; accountId: string }>('faults.announce', (p) =>
  sql.select(named('pg_notify(:channel, :accountId)', p)),
);

/** Tells all processes, once the transaction has committed, that the account's faults have changed. */
export async function announceFaults(trx: Trx, channel: string, accountId: string): Promise<void> {
  await announceStatement.run(trx, { channel, accountId });
}

const removeSpentStatement = statement<{ accountId: string }>('faults.remove_spent', (p) =>
  named(
    `delete from faults where account_id = :accountId and (remaining = 0 or expires_at <= service_now())`,
    p,
  ),
);

/** Removes those that no longer apply. */
export async function removeSpentFaults(trx: Trx, accountId: string): Promise<void> {
  await removeSpentStatement.run(trx, { accountId });
}

const removeAllStatement = statement<{ accountId: string }>('faults.remove_all', (p) =>
  sql('faults').where({ account_id: p.accountId }).delete(),
);

export async function removeFaults(trx: Trx, accountId: string): Promise<void> {
  await removeAllStatement.run(trx, { accountId });
}

const listStatement = statement<{ accountId: string }, FaultRow>('faults.list', (p) =>
  named(
    `select * from faults
      where account_id = :accountId and remaining > 0 and expires_at > service_now()
      order by created_at, id`,
    p,
  ),
);

/** Those that still apply, oldest first. */
export function listFaults(on: Queryable, accountId: string): Promise<FaultRow[]> {
  return listStatement.all(on, { accountId });
}

type Wanted = { accountId: string; kinds: readonly string[]; operation: string | null };
export type TakenFault = Pick<FaultRow, 'kind' | 'delay_ms'>;

const takeStatement = statement<Wanted, TakenFault>('faults.take', (p) =>
  named(
    `update faults set remaining = remaining - 1
      where account_id = :accountId and remaining > 0 and id = (
       select id from faults
        where account_id = :accountId and kind = any(:kinds::text[]) and remaining > 0
          and expires_at > service_now() and (operation is null or operation = :operation::text)
        order by created_at, id limit 1 for update)
     returning kind, delay_ms`,
    p,
  ),
);

/** Uses up one occurrence of the oldest fault of these kinds, if there is any. */
export function takeFault(trx: Trx, wanted: Wanted): Promise<TakenFault | undefined> {
  return takeStatement.first(trx, wanted);
}
