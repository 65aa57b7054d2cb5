import type { Knex } from 'knex';
import type { Queryable, Trx } from '../db/connect.ts';
import { newestFirst, sql, statement, statementByShape } from '../db/statement.ts';
import type { FailureReason } from '../lib/reasons.ts';
import type { Destination } from '../methods/providers/provider.ts';
import type { PayoutStatus } from './transitions.ts';

/** `payment_conversion`: what was paid for a link in another family's money becomes the link's currency. */
export type PayoutKindName = 'withdrawal' | 'conversion' | 'payment_conversion' | 'refund';

export interface PayoutRow {
  account_id: string;
  id: string;
  kind: PayoutKindName;
  status: PayoutStatus;
  asset: string;
  /** What leaves the account, in `asset`; the fee is a part of it. */
  amount: string;
  fee: string;
  method: string | null;
  destination: Destination | null;
  to_asset: string | null;
  to_amount: string | null;
  exchange_rate: string | null;
  quote_reference: string | null;
  quote_expires_at: Date | null;
  deposit_id: string | null;
  payment_link_code: string | null;
  provider: string;
  provider_reference: string | null;
  failure_reason: FailureReason | null;
  /** What the provider, or the operator, said of it; may name accounts, so it is never in events. */
  failure_message: string | null;
  /** Each claim counts one up, and only the claim that made the number may record what came of it. */
  attempts: number;
  /** When it is to be sent, or the claim counts as lost. */
  due_at: Date | null;
  stuck_at: Date | null;
  last_error: string | null;
  request_id: string | null;
  created_at: Date;
  finished_at: Date | null;
}

/** What some kinds have and others do not. */
const NO_FACTS = {
  fee: '0',
  method: null,
  destination: null,
  to_asset: null,
  to_amount: null,
  exchange_rate: null,
  quote_reference: null,
  quote_expires_at: null,
  deposit_id: null,
  payment_link_code: null,
  due_at: null,
};
type Facts = keyof typeof NO_FACTS;
/** What only happens to a payout once it is there. */
type Course =
  | 'provider_reference'
  | 'failure_reason'
  | 'failure_message'
  | 'attempts'
  | 'stuck_at'
  | 'last_error'
  | 'finished_at';

export type NewPayout = Omit<PayoutRow, Facts | Course> & Partial<Pick<PayoutRow, Facts>>;

type InsertParams = Omit<PayoutRow, Course | 'destination'> & { destination: string | null };

const insertStatement = statement<InsertParams>('payouts.insert', (p) =>
  sql('payouts').insert({
    account_id: p.account_id,
    id: p.id,
    kind: p.kind,
    status: p.status,
    asset: p.asset,
    amount: p.amount,
    fee: p.fee,
    method: p.method,
    destination: p.destination,
    to_asset: p.to_asset,
    to_amount: p.to_amount,
    exchange_rate: p.exchange_rate,
    quote_reference: p.quote_reference,
    quote_expires_at: p.quote_expires_at,
    deposit_id: p.deposit_id,
    payment_link_code: p.payment_link_code,
    provider: p.provider,
    due_at: p.due_at,
    request_id: p.request_id,
    created_at: p.created_at,
  }),
);

/** Writes a payout with the commit, and answers it as it will stand. */
export function insertPayout(trx: Trx, given: NewPayout): PayoutRow {
  const payout = { ...NO_FACTS, ...given };
  const destination = payout.destination && JSON.stringify(payout.destination);
  trx.settleAtCommit(insertStatement.run(trx, { ...payout, destination }));
  return {
    ...payout,
    provider_reference: null,
    failure_reason: null,
    failure_message: null,
    attempts: 0,
    stuck_at: null,
    last_error: null,
    finished_at: null,
  };
}

// One statement finds what is due, locks it past others who look at the same moment, and marks it as being sent.
const claimStatement = statement<{ limit: number; leaseMs: number }, PayoutRow>('payouts.claim', (p) =>
  sql.raw(
    `with due as (
       select account_id, id from payouts
        where due_at <= service_now()
        order by due_at limit ?
        for update skip locked
     )
     update payouts p
        set status = 'sent', attempts = p.attempts + 1, due_at = service_now() + ? * interval '1 millisecond'
       from due where p.account_id = due.account_id and p.id = due.id
     returning p.*`,
    [p.limit, p.leaseMs],
  ),
);

export function claimPayouts(trx: Trx, limit: number, leaseMs: number): Promise<PayoutRow[]> {
  return claimStatement.all(trx, { limit, leaseMs });
}

const holdStatement = statement<{ accountId: string; id: string; now: Date }>('payouts.hold', (p) =>
  sql('payouts')
    .where({ account_id: p.accountId, id: p.id, status: sql.raw("'requested'") })
    .update({ status: sql.raw("'held'"), due_at: p.now }),
);

/** Its money is set aside: it may be sent. */
export async function markHeld(trx: Trx, { account_id, id }: PayoutRow): Promise<void> {
  await holdStatement.run(trx, { accountId: account_id, id, now: await trx.now });
}

interface Claim {
  accountId: string;
  id: string;
  attempts: number;
}

const ownClaim = (p: { [K in keyof Claim]-?: unknown }) =>
  sql('payouts').where({
    account_id: p.accountId as never,
    id: p.id as never,
    attempts: p.attempts as never,
    status: sql.raw("'sent'") as never,
  });

const settleStatement = statement<Claim & { providerReference: string; toAmount: string | null; at: Date }>(
  'payouts.settle',
  (p) =>
    ownClaim(p).update({
      status: sql.raw("'settled'"),
      provider_reference: p.providerReference,
      to_amount: sql.raw('coalesce(?::numeric, to_amount)', [p.toAmount]),
      finished_at: p.at,
      due_at: null,
      stuck_at: null,
      last_error: null,
    }),
);

/** False when another claim was made since: then what that one hears is what counts. */
export async function markSettled(
  trx: Trx,
  payout: PayoutRow,
  done: { providerReference: string; toAmount: string | null },
): Promise<boolean> {
  return (await settleStatement.run(trx, { ...claimOf(payout), ...done, at: await trx.now })) === 1;
}

/** Why it was not done: as events and answers tell it, and in the words of who said so. */
export interface Failure {
  reason: FailureReason;
  words: string;
}

const failStatement = statement<Claim & Failure & { at: Date }>('payouts.fail', (p) =>
  ownClaim(p).update({
    status: sql.raw("'failed'"),
    failure_reason: p.reason,
    failure_message: p.words,
    finished_at: p.at,
    due_at: null,
    stuck_at: null,
  }),
);

/** False when another claim was made since. */
export async function markFailed(trx: Trx, payout: PayoutRow, failure: Failure): Promise<boolean> {
  return (await failStatement.run(trx, { ...claimOf(payout), ...failure, at: await trx.now })) === 1;
}

const postponeStatement = statement<Claim & { waitMs: number; error: string }>('payouts.postpone', (p) =>
  ownClaim(p).update({
    due_at: sql.raw("service_now() + ? * interval '1 millisecond'", [p.waitMs]),
    last_error: p.error,
  }),
);

/** Asks again after a pause, unless somebody else has claimed it since. */
export async function postponePayout(
  trx: Trx,
  payout: PayoutRow,
  waitMs: number,
  error: string,
): Promise<void> {
  await postponeStatement.run(trx, { ...claimOf(payout), waitMs, error });
}

const stickStatement = statement<Claim & { error: string }>('payouts.stick', (p) =>
  ownClaim(p).update({ due_at: null, stuck_at: sql.raw('service_now()'), last_error: p.error }),
);

/** Gives up asking: the money stays where it is held until an operator decides. */
export async function markStuck(trx: Trx, payout: PayoutRow, error: string): Promise<boolean> {
  return (await stickStatement.run(trx, { ...claimOf(payout), error })) === 1;
}

function claimOf({ account_id, id, attempts }: PayoutRow): Claim {
  return { accountId: account_id, id, attempts };
}

const lockByIdStatement = statement<{ id: string }, PayoutRow>('payouts.lock_by_id', (p) =>
  sql('payouts').where({ id: p.id }).forUpdate().select('*'),
);

/** By the id alone, for the operator, who works for no account. */
export function lockPayoutById(trx: Trx, id: string): Promise<PayoutRow | undefined> {
  return lockByIdStatement.first(trx, { id });
}

const retryStatement = statement<{ accountId: string; id: string; now: Date }>('payouts.retry', (p) =>
  sql('payouts').where({ account_id: p.accountId, id: p.id }).update({ due_at: p.now, stuck_at: null }),
);

/** Once more; should that fail too, it is stuck again. */
export async function retryPayout(trx: Trx, { account_id, id }: PayoutRow): Promise<void> {
  await retryStatement.run(trx, { accountId: account_id, id, now: await trx.now });
}

const STUCK_LISTED = 1_000;

const listStuckStatement = statement<Record<string, never>, PayoutRow>('payouts.list_stuck', () =>
  sql('payouts').whereNotNull('stuck_at').orderBy('stuck_at').limit(STUCK_LISTED).select('*'),
);

/** What waits for an operator, the oldest first, at most 1,000. */
export function listStuckPayouts(on: Queryable): Promise<PayoutRow[]> {
  return listStuckStatement.all(on, {});
}

const findStatement = statement<{ accountId: string; id: string }, PayoutRow>('payouts.find', (p) =>
  sql('payouts').where({ account_id: p.accountId, id: p.id }).select('*'),
);

export function findPayout(on: Queryable, accountId: string, id: string): Promise<PayoutRow | undefined> {
  return findStatement.first(on, { accountId, id });
}

const findByReferenceStatement = statement<
  Pick<PayoutRow, 'account_id' | 'provider' | 'kind'> & { reference: string },
  { id: string }
>('payouts.find_by_reference', (p) =>
  sql('payouts')
    .where({
      account_id: p.account_id,
      provider: p.provider,
      provider_reference: p.reference,
      kind: p.kind,
    })
    .select('id'),
);

/** The account's payout of the same kind and provider that bears a reference already. */
export function findPayoutByReference(
  on: Queryable,
  { account_id, provider, kind }: PayoutRow,
  reference: string,
): Promise<{ id: string } | undefined> {
  return findByReferenceStatement.first(on, { account_id, provider, kind, reference });
}

export interface PayoutFilters {
  statuses: PayoutStatus[] | undefined;
  /** What is given or, of a conversion, what comes out of it. */
  asset: string | undefined;
  method: string | undefined;
  paymentLinkCode: string | undefined;
  createdAfter: Date | undefined;
  createdBefore: Date | undefined;
}

interface PayoutQuery extends PayoutFilters {
  accountId: string;
  afterTime: Date | undefined;
  afterId: string | undefined;
  limit: number;
}

/** The payouts that an account knows by one name. */
export interface PayoutRecords {
  find(on: Queryable, accountId: string, id: string): Promise<PayoutRow | undefined>;
  list(on: Queryable, query: PayoutQuery): Promise<PayoutRow[]>;
}

export const withdrawals = recordsOf('withdrawals', ['withdrawal']);
export const conversions = recordsOf('conversions', ['conversion', 'payment_conversion']);
export const refunds = recordsOf('refunds', ['refund']);

function recordsOf(name: string, kinds: readonly PayoutKindName[]): PayoutRecords {
  // Written out, so that the index on these kinds, in the list's order, is seen to fit.
  const ofKinds = `p.kind in (${kinds.map((kind) => `'${kind}'`).join(', ')})`;
  const ofAccount = (accountId: Knex.Value) =>
    sql('payouts as p').whereRaw(ofKinds).where('p.account_id', accountId).select('p.*');

  const findStatement = statement<{ accountId: string; id: string }, PayoutRow>(
    `payouts.find_in_${name}`,
    (p) => ofAccount(p.accountId).where('p.id', p.id),
  );

  const listStatement = statementByShape<PayoutQuery, PayoutRow>(`payouts.list_${name}`, (p, given) => {
    const query = ofAccount(p.accountId);
    if (given.has('statuses')) query.whereRaw('p.status = any(?::text[])', [p.statuses]);
    if (given.has('asset')) {
      if (kinds.includes('conversion')) query.whereRaw('? in (p.asset, p.to_asset)', [p.asset]);
      else query.where('p.asset', p.asset);
    }
    if (given.has('method')) query.where('p.method', p.method);
    if (given.has('paymentLinkCode')) query.where('p.payment_link_code', p.paymentLinkCode);
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
