import { columns, command, named, query, sql, type Tables } from '../db/index.ts';

/** The faults of a call. */
export const CALL_FAULTS = [
  'rate_limited',
  'internal_error',
  'late_response',
  'lost_request',
  'lost_response',
] as const;
/** The faults of a delivery. */
export const DELIVERY_FAULTS = ['late_delivery', 'duplicate_delivery', 'out_of_order_delivery'] as const;

export type CallFault = (typeof CALL_FAULTS)[number];
export type DeliveryFault = (typeof DELIVERY_FAULTS)[number];

export interface FaultRow extends Pick<
  Tables['faults'],
  'accountId' | 'id' | 'kind' | 'delayMs' | 'count' | 'remaining' | 'createdAt' | 'expiresAt'
> {
  /** Null for every operation. */
  operation: string | null;
}

export const insertFault = command.run<FaultRow>('faults.insert', (p) =>
  sql('faults').insert(
    columns(p, [
      'accountId',
      'id',
      'kind',
      'operation',
      'delayMs',
      'count',
      'remaining',
      'createdAt',
      'expiresAt',
    ]),
  ),
);

/** Notifies all processes, once the transaction has committed, that the account's faults have changed. */
// Announces an account's faults to other processes (see `Faults`).
export const announceFaults = command.run<{ channel: string; accountId: string }>('faults.announce', (p) =>
  sql.select(named('pg_notify(:channel, :accountId)', p)),
);

/** Removes those that no longer apply. */
export const removeSpentFaults = command.run<{ accountId: string }>('faults.remove_spent', (p) =>
  named(
    `delete from faults where account_id = :accountId and (remaining = 0 or expires_at <= service_now())`,
    p,
  ),
);

export const removeFaults = command.run<{ accountId: string }>('faults.remove_all', (p) =>
  sql('faults').where({ account_id: p.accountId }).delete(),
);

/** The faults that still apply, oldest first. */
export const listFaults = query.all<{ accountId: string }, FaultRow>('faults.list', (p) =>
  named(
    `select * from faults
      where account_id = :accountId and remaining > 0 and expires_at > service_now()
      order by created_at, id`,
    p,
  ),
);

type Wanted = { accountId: string; kinds: readonly string[]; operation: string | null };
export type TakenFault = Pick<FaultRow, 'kind' | 'delayMs'>;

/** Uses up one occurrence of the oldest fault of these kinds, if there is any. */
export const takeFault = command.first<Wanted, TakenFault>('faults.take', (p) =>
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
