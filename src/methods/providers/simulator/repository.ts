import {
  command,
  columns,
  named,
  query,
  type Queryable,
  sql,
  type Trx,
  type Tables,
} from '../../../db/index.ts';
import { money, type Money } from '../../../lib/money.ts';
import type { FailureReason } from '../../../lib/reasons.ts';
import type { ReportedDeposit } from '../../index.ts';
import type { SimulatedFailure, SimulatedOperation } from './operations.ts';
import type { BaseRate } from './rates.ts';

/** A request to the provider under a key, with the result that it always returns for that key. */
export interface OperationRow<Details> extends Pick<
  Tables['simulator_operations'],
  'operation' | 'idempotencyKey' | 'asset' | 'refusal' | 'createdAt'
> {
  /** The provider's own reference for it. */
  reference: string;
  /** Positive for money in, negative for money out. For a quote, it is the cost. Zero if refused. */
  amount: string;
  details: Details;
}

/** Decimal strings, because they are kept as JSON. */
export interface QuoteDetails {
  rate: string;
  toAsset: string;
  toAmount: string;
  /** Missing in quotes of an earlier version. */
  lifeMs?: number;
}

/** The faults injected into one operation. */
export interface SettingRow {
  operation: SimulatedOperation;
  /** Before it carries out the request. */
  latencyMs: number;
  /** After that, before it responds. */
  answerDelayMs: number;
  failure: SimulatedFailure;
}

const insert = command.first<OperationRow<string>, OperationRow<unknown>>('simulator.insert_operation', (p) =>
  sql('simulator_operations')
    .insert(
      columns(p, [
        'operation',
        'idempotencyKey',
        'reference',
        'asset',
        'amount',
        'details',
        'refusal',
        'createdAt',
      ]),
    )
    .onConflict(['operation', 'idempotency_key'])
    .ignore()
    .returning('*'),
);

const find = query.first<Pick<OperationRow<unknown>, 'operation' | 'idempotencyKey'>, OperationRow<unknown>>(
  'simulator.find_operation',
  (p) =>
    sql('simulator_operations')
      .where({ operation: p.operation, idempotency_key: p.idempotencyKey })
      .select('*'),
);

export async function findOperation<Details>(
  on: Queryable,
  operation: OperationRow<Details>['operation'],
  idempotencyKey: string,
): Promise<OperationRow<Details> | undefined> {
  const row = await find(on, { operation, idempotencyKey });
  return row as OperationRow<Details> | undefined;
}

/**
 * Writes an operation unless its key was used before, and returns the stored one. Of two concurrent calls, the later
 * waits for the earlier to commit and then reads what it wrote.
 */
export async function recordOperation<Details extends object>(
  trx: Trx,
  operation: Omit<OperationRow<Details>, 'createdAt'>,
): Promise<OperationRow<Details>> {
  const row = { createdAt: await trx.now, ...operation, details: JSON.stringify(operation.details) };
  const stored = (await insert(trx, row)) ?? (await find(trx, row));
  if (!stored) throw new Error('the operation was not written');
  // The details are those that the same operation was written with.
  return stored as OperationRow<Details>;
}

/** Like `recordOperation`, for an operation whose result is not awaited. */
export async function noteOperation<Details extends object>(
  trx: Trx,
  operation: Omit<OperationRow<Details>, 'createdAt'>,
): Promise<void> {
  const details = JSON.stringify(operation.details);
  trx.defer(insert(trx, { createdAt: await trx.now, ...operation, details }));
}

export const findQuote = query.first<{ reference: string }, OperationRow<QuoteDetails>>(
  'simulator.find_quote',
  (p) => sql('simulator_operations').where({ reference: p.reference, operation: 'quote' }).select('*'),
);

/** Whether the deposit `o` was seen but then vanished. */
const IS_DROPPED = `exists (select from simulator_operations d
                             where d.operation = 'drop' and d.idempotency_key = o.idempotency_key)`;

/** The announced deposit; for deposits of an earlier version, only the network. */
export type DepositDetails =
  | { network: string | null }
  | Pick<ReportedDeposit, 'method' | 'destination' | 'reference' | 'network' | 'final' | 'payer'>;

/** `age_ms` is the time since its announcement, on the deployment's clock. */
export type DepositRow = OperationRow<DepositDetails> & { operation: 'deposit'; ageMs: number };

/** Undefined for one that was never announced. */
export const findDeposit = query.first<{ reference: string }, DepositRow & { isDropped: boolean }>(
  'simulator.find_deposit',
  (p) =>
    named(
      `select o.*, extract(epoch from service_now() - o.created_at)::float8 * 1000 as age_ms, ${IS_DROPPED} as is_dropped
         from simulator_operations o where o.operation = 'deposit' and o.idempotency_key = :reference`,
      p,
    ),
);

/** The payout or refund of a reference; undefined when it was refused. */
export const findSent = query.first<{ reference: string }, OperationRow<unknown>>(
  'simulator.find_sent',
  (p) =>
    sql('simulator_operations')
      .where({ reference: p.reference })
      .whereRaw("operation in ('pay_out', 'refund') and refusal is null")
      .select('*'),
);

/** The details of returned money. */
export interface ReturnDetails {
  /** The reference of the payout or refund that had sent it. */
  providerReference: string;
  reason: FailureReason;
}

export type MoneyRow =
  | (OperationRow<unknown> & { operation: 'pay_out' | 'refund' })
  | (OperationRow<{ toAsset: string; toAmount: string }> & { operation: 'convert' })
  | DepositRow
  | (OperationRow<ReturnDetails> & { operation: 'return' });

/** The operations that moved money within a period and were not refused, oldest first. */
/** The line after which a page begins is on the statement itself, so its time need not be sent. */
export const listMoneyOperations = query.all<
  { from: Date; to: Date; after: string; limit: number },
  MoneyRow
>('simulator.list_statement', (p) =>
  named(
    `select o.*, extract(epoch from service_now() - o.created_at)::float8 * 1000 as age_ms from simulator_operations o
        where o.created_at >= :from and o.created_at < :to
          and (:after = '' or (o.created_at, o.reference)
                > (select a.created_at, a.reference from simulator_operations a where a.reference = :after))
          and o.operation in ('deposit', 'convert', 'pay_out', 'refund', 'return') and o.refusal is null
          and not (o.operation = 'deposit' and ${IS_DROPPED})
        order by o.created_at, o.reference limit :limit`,
    p,
  ),
);

export const listSettings = query.all<Record<string, never>, SettingRow>('simulator.list_settings', () =>
  sql('simulator_settings').select('*').orderBy('operation'),
);

type SettingChange = { [K in Exclude<keyof SettingRow, 'operation'>]: SettingRow[K] | null };

const changeSettingCommand = command.first<SettingChange & Pick<SettingRow, 'operation'>, SettingRow>(
  'simulator.change_setting',
  (p) =>
    sql('simulator_settings')
      .where({ operation: p.operation })
      .update({
        latency_ms: named('coalesce(:latencyMs, latency_ms)', p),
        answer_delay_ms: named('coalesce(:answerDelayMs, answer_delay_ms)', p),
        failure: named('coalesce(:failure, failure)', p),
      })
      .returning('*'),
);

/** Undefined leaves a setting unchanged. */
export async function changeSetting(
  trx: Trx,
  operation: SimulatedOperation,
  change: Partial<Omit<SettingRow, 'operation'>>,
): Promise<SettingRow> {
  const row = await changeSettingCommand(trx, {
    operation,
    latencyMs: change.latencyMs ?? null,
    answerDelayMs: change.answerDelayMs ?? null,
    failure: change.failure ?? null,
  });
  if (!row) throw new Error(`there are no settings for ${operation}`);
  return row;
}

const rates = query.all<
  Record<string, never>,
  { asset: string; family: string; usd: string; movedBy: string }
>('simulator.list_rates', () =>
  sql('simulator_rates as r')
    .join('assets as a', 'a.asset', 'r.asset')
    .select('r.asset', 'a.family', 'r.usd', 'r.moved_by')
    .orderBy('r.asset'),
);

export async function listRates(on: Queryable): Promise<BaseRate[]> {
  return (await rates(on)).map(({ asset, family, usd, movedBy }) => ({
    asset,
    family,
    usd: money(usd),
    movedBy: money(movedBy),
  }));
}

const moveRateCommand = command.run<{ asset: string; movedBy: string }>('simulator.move_rate', (p) =>
  sql('simulator_rates').where({ asset: p.asset }).update({ moved_by: p.movedBy }),
);

/** Sets the share by which an asset is moved from its base, replacing any earlier move. False for an unknown asset. */
export async function moveRate(trx: Trx, asset: string, movedBy: Money): Promise<boolean> {
  return (await moveRateCommand(trx, { asset, movedBy: movedBy.toFixed() })) === 1;
}

/** Money in, less money out, by asset. */
export const listBalances = query.all<Record<string, never>, { asset: string; amount: string; now: Date }>(
  'simulator.balances',
  () =>
    sql.raw(
      `select asset, sum(amount)::text as amount, service_now() as now from (
         select o.asset, o.amount from simulator_operations o
          where o.operation in ('deposit', 'convert', 'pay_out', 'refund', 'return') and o.refusal is null
            and not (o.operation = 'deposit' and ${IS_DROPPED})
         union all
         select details ->> 'toAsset', (details ->> 'toAmount')::numeric from simulator_operations
          where operation = 'convert' and refusal is null
       ) moves group by asset order by asset`,
    ),
);

const done = query.all<{ keys: readonly string[] }, { key: string }>('simulator.list_done', (p) =>
  named(
    `select distinct idempotency_key as key from simulator_operations
      where operation in ('convert', 'pay_out', 'refund') and refusal is null
        and idempotency_key = any(:keys::text[])`,
    p,
  ),
);

/** The given keys under which a request was carried out. */
export async function listDone(on: Queryable, keys: readonly string[]): Promise<string[]> {
  return (await done(on, { keys })).map(({ key }) => key);
}

const present = query.all<{ references: readonly string[] }, { reference: string }>(
  'simulator.list_present',
  (p) =>
    named(
      `select o.idempotency_key as reference from simulator_operations o
        where o.operation = 'deposit' and o.idempotency_key = any(:references::text[]) and not ${IS_DROPPED}`,
      p,
    ),
);

/** The given deposits that were announced and did not vanish. */
export async function listPresent(on: Queryable, references: readonly string[]): Promise<string[]> {
  return (await present(on, { references })).map(({ reference }) => reference);
}
