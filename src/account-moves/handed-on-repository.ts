import {
  columns,
  command,
  limited,
  named,
  narrow,
  query,
  sql,
  type Tables,
  type Trx,
  leaving,
} from '../db/index.ts';
import type { WrittenReport } from '../methods/index.ts';

type Row = Tables['handed_on_deposits'];

/** A deposit that was handed on to the cell in which its account works (D74). */
export interface HandedOnDeposit extends Pick<
  Row,
  | 'accountId'
  | 'id'
  | 'cell'
  | 'provider'
  | 'providerReference'
  | 'asset'
  | 'network'
  | 'amount'
  | 'createdAt'
  | 'dueAt'
  | 'attempts'
  | 'lastError'
  | 'takenAt'
> {
  report: WrittenReport;
}

/** The reporting provider's own reference for a deposit. */
export type ReportKey = Pick<Row, 'provider' | 'providerReference'>;

type NewRow = Pick<
  Row,
  'accountId' | 'id' | 'cell' | 'provider' | 'providerReference' | 'asset' | 'network' | 'amount'
> & { report: string };

const insert = leaving(
  'handed_on',
  command.run<NewRow>('handed_on_deposits.insert', (p) =>
    sql('handed_on_deposits')
      .insert({
        ...columns(p, ['accountId', 'id', 'cell', 'provider', 'providerReference', 'asset', 'network']),
        ...columns(p, ['amount', 'report']),
        created_at: sql.raw('service_now()'),
        due_at: sql.raw('service_now()'),
      })
      .onConflict(['provider', 'provider_reference'])
      .ignore(),
  ),
);

/** False if it was handed on before. */
export async function insertHandedOn(trx: Trx, row: NewRow): Promise<boolean> {
  return (await insert(trx, row)) === 1;
}

/** Found by the provider's reference alone, which counts once even after the account has moved. */
export const findHandedOn = query.first<ReportKey, Pick<Row, 'accountId' | 'id'>>(
  'handed_on_deposits.find',
  (p) =>
    sql('handed_on_deposits')
      .where({ provider: p.provider, provider_reference: p.providerReference })
      .select('account_id', 'id'),
);

/** A deposit that a worker may send until its claim lapses. */
export type ClaimedDeposit = Pick<
  HandedOnDeposit,
  'accountId' | 'id' | 'cell' | 'provider' | 'providerReference' | 'report' | 'attempts'
>;

interface ClaimParams {
  /** The cells that this process can reach. */
  cells: readonly number[];
  limit: number;
  leaseMs: number;
}

// One statement finds what is due, locks it (skipping what other workers hold), and postpones the next attempt.
export const claimHandedOn = command.all<ClaimParams, ClaimedDeposit>('handed_on_deposits.claim', (p) =>
  named(
    `with due as (
       select account_id, id from handed_on_deposits
        where due_at <= service_now() and cell = any(:cells::smallint[])
        order by due_at limit :limit
        for update skip locked
     )
     update handed_on_deposits h
        set attempts = h.attempts + 1, due_at = service_now() + :leaseMs * interval '1 millisecond'
       from due where h.account_id = due.account_id and h.id = due.id
     returning h.account_id, h.id, h.cell, h.provider, h.provider_reference, h.report, h.attempts`,
    p,
  ),
);

type DepositKey = Pick<Row, 'accountId' | 'id'>;

/** The other cell has confirmed it, in any attempt. */
export const markTaken = command.run<DepositKey>('handed_on_deposits.take', (p) =>
  sql('handed_on_deposits')
    .where({ account_id: p.accountId, id: p.id })
    .whereNull('taken_at')
    .update({ taken_at: sql.raw('service_now()'), due_at: null, last_error: null }),
);

/** Does nothing once it was confirmed, or another attempt was made. */
export const postponeHandedOn = command.run<DepositKey & { attempts: number; waitMs: number; error: string }>(
  'handed_on_deposits.postpone',
  (p) =>
    sql('handed_on_deposits')
      .where({ account_id: p.accountId, id: p.id, attempts: p.attempts })
      .whereNull('taken_at')
      .update({
        due_at: named("service_now() + :waitMs * interval '1 millisecond'", p),
        last_error: p.error,
      }),
);

/** The number of unconfirmed deposits and the age of the oldest; null when there is none. */
export const measureHandedOn = query.first<
  Record<string, never>,
  { waiting: number; oldestS: number | null }
>('handed_on_deposits.measure', () =>
  sql.raw(
    `select count(*)::integer as waiting, extract(epoch from service_now() - min(created_at))::float8 as oldest_s
       from handed_on_deposits where due_at is not null`,
  ),
);

interface ListParams {
  waiting: true | undefined;
  limit: number;
}

/** Newest first. */
export const listHandedOn = query.filtered<ListParams, HandedOnDeposit>(
  'handed_on_deposits.list',
  (p, given) => {
    const listed = sql('handed_on_deposits').select('*');
    narrow(listed, p, given, { waiting: sql.raw('due_at is not null') });
    return limited(listed.orderBy([{ column: 'created_at', order: 'desc' }, 'id']), p.limit);
  },
);
