import {
  columns,
  command,
  query,
  type Queryable,
  sql,
  type Trx,
  named,
  noteChange,
  newestFirst,
  type Placeholders,
  summed,
  narrow,
  mayChange,
  leaving,
} from '../db/index.ts';
import type { Money } from '../lib/money.ts';
import { currentTraceparent } from '../lib/telemetry/tracing.ts';
import type { WaitReason } from '../lib/reasons.ts';
import type { New, Refund, Transfer, TransferKindName, AnyConversion, Withdrawal } from './transfer.ts';
import type { Knex } from 'knex';
import { eventIdsAbout, type StoredEvent, type EventType, findEvents } from '../events/index.ts';
import type { TransferStatus } from './transitions.ts';

/** The columns set when a transfer is created; the others are set later. */
const COLUMNS = [
  'accountId',
  'id',
  'kind',
  'status',
  'asset',
  'amount',
  'fee',
  'method',
  'destination',
  'toAsset',
  'toAmount',
  'exchangeRate',
  'quoteReference',
  'quoteExpiresAt',
  'accountBearsPrice',
  'depositId',
  'conversionId',
  'refundReason',
  'refundNote',
  'paymentLinkCode',
  'provider',
  'dueAt',
  'requestId',
  'createdAt',
  'traceparent',
] as const;
type Column = (typeof COLUMNS)[number];

/** The columns that not all kinds have. */
const NONE = {
  method: null,
  destination: null,
  toAsset: null,
  toAmount: null,
  exchangeRate: null,
  quoteReference: null,
  quoteExpiresAt: null,
  accountBearsPrice: false,
  depositId: null,
  conversionId: null,
  refundReason: null,
  refundNote: null,
};

const insert = command.run<Record<Column, unknown>>('transfers.insert', (p) =>
  sql('transfers').insert(columns(p, COLUMNS)),
);

export async function insertTransfer(trx: Trx, transfer: New<Transfer>): Promise<void> {
  const row: Record<Column, unknown> = { ...NONE, ...transfer, traceparent: currentTraceparent() };
  noteChange(trx, transfer.accountId);
  const destination = row.destination && JSON.stringify(row.destination);
  await insert(trx, { ...row, destination });
  trx.leave('transfers');
}

const hold = command.run<{ accountId: string; id: string; dueAt: Date | null }>('transfers.hold', (p) =>
  sql('transfers')
    .where({ account_id: p.accountId, id: p.id, status: sql.raw("'requested'") })
    .update({ status: sql.raw("'held'"), due_at: p.dueAt }),
);

/**
 * Marks a transfer as held, with its money reserved. `dueAt` is when it may be sent, or null for once it is approved.
 */
export async function markHeld(trx: Trx, { accountId, id }: Transfer, dueAt: Date | null): Promise<void> {
  await hold(trx, { accountId, id, dueAt });
  trx.leave('transfers');
}

/** By the id alone, for the operator, who acts for no account. */
export const lockTransferById = command.first<{ id: string }, Transfer>('transfers.lock_by_id', (p) =>
  sql('transfers').where({ id: p.id }).forUpdate().select('*'),
);

/** Undefined when the account has no such transfer. */
export const lockTransfer = command.first<{ accountId: string; id: string }, Transfer>(
  'transfers.lock',
  (p) => sql('transfers').where({ account_id: p.accountId, id: p.id }).forUpdate().select('*'),
);

/**
 * A held transfer that only an approval releases. Does not wait for one that may be sent, because its worker locks a
 * conversion before the refund that it pays for.
 */
export const lockUnreleased = command.first<{ accountId: string; id: string }, Transfer>(
  'transfers.lock_unreleased',
  (p) =>
    sql('transfers')
      .where({ account_id: p.accountId, id: p.id, status: sql.raw("'held'") })
      .whereNull('due_at')
      .forUpdate()
      .select('*'),
);

/** The refunds of a deposit whose money is reserved, and which no provider was asked to send yet; newest first. */
export const lockUnsentRefunds = command.all<{ accountId: string; depositId: string }, Refund>(
  'transfers.lock_unsent_refunds',
  (p) =>
    sql('transfers')
      .where({ account_id: p.accountId, deposit_id: p.depositId, kind: sql.raw("'refund'") })
      .whereRaw("status = 'held'")
      .orderBy('id', 'desc')
      .forUpdate()
      .select('*'),
);

const findAccount = query.first<{ id: string }, { accountId: string }>('transfers.find_account', (p) =>
  sql('transfers').where({ id: p.id }).select('account_id'),
);

/** By the id alone, for the operator, who acts for no account. */
export async function findTransferAccount(on: Queryable, id: string): Promise<string | undefined> {
  return (await findAccount(on, { id }))?.accountId;
}

const release = leaving(
  'transfers',
  command.run<{ accountId: string; id: string; now: Date }>('transfers.release', (p) =>
    sql('transfers')
      .where({ account_id: p.accountId, id: p.id, status: sql.raw("'held'") })
      .update({ due_at: p.now }),
  ),
);

/** Lets a held transfer be sent now. */
export async function releaseTransfer(trx: Trx, { accountId, id }: Transfer): Promise<void> {
  await release(trx, { accountId, id, now: await trx.now });
}

const retry = leaving(
  'transfers',
  command.run<{ accountId: string; id: string; now: Date }>('transfers.retry', (p) =>
    sql('transfers')
      .where({ account_id: p.accountId, id: p.id })
      .update({ due_at: p.now, stuck_at: null, waits_for: null, waits_since: null }),
  ),
);

const accept = command.run<{ accountId: string; id: string; slippage: string }>(
  'transfers.accept_slippage',
  (p) =>
    sql('transfers').where({ account_id: p.accountId, id: p.id }).update({ accepted_slippage: p.slippage }),
);

/** Lets a conversion fall short of the promise by a fraction that an operator has accepted. */
export async function acceptSlippage(trx: Trx, { accountId, id }: Transfer, slippage: Money): Promise<void> {
  await accept(trx, { accountId, id, slippage: slippage.toFixed() });
}

/** Schedules one more attempt; if that fails too, the transfer is stuck again. */
export async function retryTransfer(trx: Trx, { accountId, id }: Transfer): Promise<void> {
  await retry(trx, { accountId, id, now: await trx.now });
}

/** Polls a transfer that waits for its provider now. One that is still held may have to wait (D44). */
export const hastenWaiting = leaving(
  'transfers',
  command.run<{ accountId: string; id: string }>('transfers.hasten_waiting', (p) =>
    sql('transfers')
      .where({ account_id: p.accountId, id: p.id, status: sql.raw("'sent'") })
      .whereNotNull('due_at')
      .update({ due_at: sql.raw('least(due_at, service_now())') }),
  ),
);

const MAX_LISTED = 1_000;

/** Transfers that need an operator, oldest first, at most 1,000. */
export const listStuckTransfers = query.all<Record<string, never>, Transfer>('transfers.list_stuck', () =>
  sql('transfers').whereNotNull('stuck_at').orderBy('stuck_at').limit(MAX_LISTED).select('*'),
);

/**
 * The rails' reasons and two more. Transfers are on hold, or no process has claimed this one, because none can or all
 * are busy.
 */
type Delay = WaitReason | 'ON_HOLD' | 'NOT_TAKEN';

/** Long overdue, because a process that can send it would have claimed it. */
const OVERDUE = `due_at < service_now() - interval '1 minute'`;
const DELAY = `
  case when not ${OVERDUE} then waits_for
       -- These stay due.
       when waits_for = 'PAUSED' and exists (select from rail_pauses) then waits_for
       when waits_for in ('ACCOUNT_NOT_ACTIVE', 'REQUESTER_NOT_AUTHORIZED') then waits_for
       when exists (select from deployment where transfers_held_since is not null) then 'ON_HOLD'
       else 'NOT_TAKEN' end`;
const DELAYED_SINCE = `least(waits_since, case when ${OVERDUE} then due_at end)`;

export type WaitingTransfer = Transfer & { delay: Delay | null; delayedSince: Date | null };

/** Transfers by the time of their next attempt or poll, at most 1,000, with their reason for waiting. */
export const listDueTransfers = query.all<Record<string, never>, WaitingTransfer>('transfers.list_due', () =>
  sql('transfers')
    .whereNotNull('due_at')
    .orderBy('due_at')
    .limit(MAX_LISTED)
    .select('*', sql.raw(`${DELAY} as delay`), sql.raw(`${DELAYED_SINCE} as delayed_since`)),
);

/** The age of the oldest transfer that waits for one reason. */
interface OldestWaiting {
  provider: string;
  /** The chain it is sent on; empty for other rails. */
  network: string;
  kind: TransferKindName;
  reason: Delay;
  seconds: number;
}

/** By reason; transfers that do not wait are left out. */
export const listOldestWaiting = query.all<Record<string, never>, OldestWaiting>(
  'transfers.oldest_waiting',
  () =>
    sql.raw(
      `select provider, coalesce(destination ->> 'network', '') as network, kind, reason,
            extract(epoch from service_now() - min(since))::float8 as seconds
       from (select *, ${DELAY} as reason, ${DELAYED_SINCE} as since from transfers where due_at is not null) as due
      where reason is not null
      group by provider, destination ->> 'network', kind, reason
      order by provider, network, kind, reason`,
    ),
);

export const findTransfer = query.first<{ accountId: string; id: string }, Transfer>('transfers.find', (p) =>
  sql('transfers').where({ account_id: p.accountId, id: p.id }).select('*'),
);

/** The refund that a conversion pays for. */
export const lockRefundOf = command.first<{ accountId: string; conversionId: string }, Refund>(
  'transfers.lock_by_conversion',
  (p) =>
    sql('transfers')
      .where({ account_id: p.accountId, conversion_id: p.conversionId })
      .forUpdate()
      .select('*'),
);

/** The account's transfer of the same kind and provider that already has a reference. */
export const findTransferByReference = query.first<
  Pick<Transfer, 'accountId' | 'provider' | 'kind'> & { reference: string },
  { id: string }
>('transfers.find_by_reference', (p) =>
  sql('transfers')
    .where({
      ...columns(p, ['accountId', 'provider', 'kind']),
      provider_reference: p.reference,
    })
    .select('id'),
);

/**
 * The account's transfers that wait for a second person or a time, oldest first, at most 1,000. Those of a batch are left
 * out, because the batch is decided on as a whole.
 */
export const listUndecided = query.all<{ accountId: string }, Transfer>('transfer_requests.waiting', (p) =>
  sql('transfer_requests as r')
    .join('transfers as t', (on) => on.on('t.account_id', 'r.account_id').andOn('t.id', 'r.transfer_id'))
    .where({ 'r.account_id': p.accountId })
    .whereRaw('r.waits_for is not null and r.decision is null and r.batch_id is null')
    .whereRaw("t.status in ('requested', 'held')")
    .orderBy('r.created_at')
    .limit(MAX_LISTED)
    .select('t.*'),
);

/** One transfer that was not approved in time. */
// Both are locked, so that rows that another transaction still holds are skipped.
export const lockUnapproved = command.first<Record<string, never>, Transfer>(
  'transfer_requests.expired',
  () =>
    sql.raw(
      `select t.* from transfer_requests r
       join transfers t on t.account_id = r.account_id and t.id = r.transfer_id
      where r.expires_at <= service_now() and r.decision is null and t.status in ('requested', 'held')
        and ${mayChange('r.account_id')}
      order by r.expires_at limit 1
        for update of r, t skip locked`,
    ),
);

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

/** The amount of a transfer, or of several that send the same asset. */
type Sent = Pick<Transfer, 'asset' | 'amount'>;
/** The amounts of a conversion, or of several between the same assets. */
type Exchanged = Pick<AnyConversion, 'asset' | 'amount' | 'toAsset' | 'toAmount'>;

/** The transfers that the API lists under one name. */
export interface TransferRecords<T extends Transfer & A, A extends object = Sent> {
  find(on: Queryable, accountId: string, id: string): Promise<T | undefined>;
  list(on: Queryable, query: TransferQuery): Promise<T[]>;
  /** The sums of the newest transfers that match the filters, up to the limit. */
  sum: (on: Queryable, query: TransferQuery) => Promise<(A & { count: number })[]>;
}

export const withdrawals = recordsOf<Withdrawal>('withdrawals', ['withdrawal']);
export const conversions = recordsOf<AnyConversion, Exchanged>('conversions', [
  'conversion',
  'payment_conversion',
]);
export const refunds = recordsOf<Refund>('refunds', ['refund']);

/**
 * A deposit's transfers, oldest first. These are its conversion, its refunds, and the conversions that buy what they
 * send.
 */
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
  rebalancing: [],
  refund: ['refund.completed', 'refund.failed'],
};

/** A transfer's events, oldest first. */
export function findTransferEvents(
  on: Queryable,
  { accountId, id: subject, kind }: Transfer,
): Promise<StoredEvent[]> {
  return findEvents(on, { accountId, ids: eventIdsAbout({ accountId, subject }, EVENTS_OF[kind]) });
}

function recordsOf<T extends Transfer & A, A extends object = Sent>(
  name: string,
  kinds: readonly T['kind'][],
): TransferRecords<T, A> {
  // Literals, so that Postgres can use the partial index on these kinds, which has the list's order.
  const ofKinds = `p.kind in (${kinds.map((kind) => `'${kind}'`).join(', ')})`;
  const ofAccount = (accountId: Knex.Value) =>
    sql('transfers as p').whereRaw(ofKinds).where('p.account_id', accountId).select('p.*');

  const isExchanged = name === 'conversions';
  const findQuery = query.first<{ accountId: string; id: string }, T>(`transfers.find_in_${name}`, (p) =>
    ofAccount(p.accountId).where('p.id', p.id),
  );

  const listed = (p: Placeholders<TransferQuery>, given: ReadonlySet<keyof TransferQuery>): Knex.Raw => {
    const query = ofAccount(p.accountId);
    narrow(query, p, given, {
      statuses: named('p.status = any(:statuses::text[])', p),
    });
    if (given.has('asset')) {
      if (isExchanged) query.whereRaw(named(':asset in (p.asset, p.to_asset)', p));
      else query.where('p.asset', p.asset);
    }
    narrow(query, p, given, {
      method: 'p.method',
      paymentLinkCode: 'p.payment_link_code',
      amount: 'p.amount',
      createdAfter: ['p.created_at', '>='],
      createdBefore: ['p.created_at', '<='],
    });
    const after = given.has('afterId') ? ([p.afterTime, p.afterId] as const) : undefined;
    const order = { time: 'p.created_at', id: 'p.id', idType: 'uuid' } as const;
    return newestFirst(query, order, after, p.limit);
  };
  const listQuery = query.filtered<TransferQuery, T>(`transfers.list_${name}`, listed);

  const sumQuery = query.filtered<TransferQuery, A & { count: number }>(
    `transfers.sum_${name}`,
    (p, given) =>
      isExchanged
        ? summed(listed(p, given), ['asset', 'toAsset'], ['amount', 'toAmount'])
        : summed(listed(p, given), ['asset'], ['amount']),
  );

  return {
    find: (on, accountId, id) => findQuery(on, { accountId, id }),
    list: (on, query) => listQuery(on, query),
    sum: (on, query) => sumQuery(on, query),
  };
}
