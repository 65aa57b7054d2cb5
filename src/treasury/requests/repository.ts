import type { Queryable, Trx } from '../../db/connect.ts';
import { columns, named, sql, statement } from '../../db/statement.ts';
import type { Withdrawal } from '../../transfers/transfer.ts';

export type WaitsFor = 'second_person' | 'new_destination';
export type Decision = 'approved' | 'declined' | 'taken_back' | 'expired';

export interface NewRequest {
  account_id: string;
  withdrawal_id: string;
  destination_id: string;
  requested_by: string;
  /** Null: it went at once. */
  waits_for: WaitsFor | null;
  expires_at: Date | null;
  created_at: Date;
}

export interface RequestRow extends NewRequest {
  decision: Decision | null;
  decided_by: string | null;
  decided_at: Date | null;
  destination_label: string;
  requested_by_email: string;
  decided_by_email: string | null;
}

const insertRequestStatement = statement<NewRequest>('withdrawal_requests.insert', (p) =>
  sql('withdrawal_requests').insert(
    columns(p, [
      'account_id',
      'withdrawal_id',
      'destination_id',
      'requested_by',
      'waits_for',
      'expires_at',
      'created_at',
    ]),
  ),
);

export async function insertRequest(trx: Trx, request: NewRequest): Promise<void> {
  await insertRequestStatement.run(trx, request);
}

const requestsOf = (accountId: unknown) =>
  sql('withdrawal_requests as r')
    .join('withdrawal_destinations as d', (on) =>
      on.on('d.account_id', 'r.account_id').andOn('d.id', 'r.destination_id'),
    )
    .join('users as asked', 'asked.id', 'r.requested_by')
    .leftJoin('users as decided', 'decided.id', 'r.decided_by')
    .where({ 'r.account_id': accountId as string })
    .select(
      'r.*',
      'd.label as destination_label',
      'asked.email as requested_by_email',
      'decided.email as decided_by_email',
    );

const findRequestStatement = statement<{ accountId: string; withdrawalId: string }, RequestRow>(
  'withdrawal_requests.find',
  (p) => requestsOf(p.accountId).where('r.withdrawal_id', p.withdrawalId),
);

/** Undefined for a withdrawal that nobody asked for in the panel. */
export function findRequest(
  on: Queryable,
  accountId: string,
  withdrawalId: string,
): Promise<RequestRow | undefined> {
  return findRequestStatement.first(on, { accountId, withdrawalId });
}

const listRequestsStatement = statement<{ accountId: string; withdrawalIds: string[] }, RequestRow>(
  'withdrawal_requests.list',
  (p) => requestsOf(p.accountId).whereRaw(named('r.withdrawal_id = any(:withdrawalIds::uuid[])', p)),
);

/** Of these withdrawals. */
export function listRequests(
  on: Queryable,
  accountId: string,
  withdrawalIds: string[],
): Promise<RequestRow[]> {
  return listRequestsStatement.all(on, { accountId, withdrawalIds });
}

const IS_OPEN = 'r.waits_for is not null and r.decision is null';
const MAX_WAITING = 1_000;

const listWaitingStatement = statement<{ accountId: string }, Withdrawal>(
  'withdrawal_requests.waiting',
  (p) =>
    sql('withdrawal_requests as r')
      .join('transfers as t', (on) => on.on('t.account_id', 'r.account_id').andOn('t.id', 'r.withdrawal_id'))
      .where({ 'r.account_id': p.accountId })
      .whereRaw(IS_OPEN)
      .whereRaw("t.status = 'held'")
      .orderBy('r.created_at')
      .limit(MAX_WAITING)
      .select('t.*'),
);

/** The account's withdrawals that wait for a person or a time, oldest first, at most 1,000. */
export function listWaiting(on: Queryable, accountId: string): Promise<Withdrawal[]> {
  return listWaitingStatement.all(on, { accountId });
}

const listOpenToStatement = statement<
  { accountId: string; destinationId: string },
  { withdrawal_id: string }
>('withdrawal_requests.open_to', (p) =>
  sql('withdrawal_requests as r')
    .where({ 'r.account_id': p.accountId, 'r.destination_id': p.destinationId })
    .whereRaw(IS_OPEN)
    .orderBy('r.withdrawal_id')
    .select('r.withdrawal_id'),
);

/** The undecided withdrawals to a destination, in one order, so that two transactions cannot deadlock. */
export async function listOpenTo(trx: Trx, accountId: string, destinationId: string): Promise<string[]> {
  const rows = await listOpenToStatement.all(trx, { accountId, destinationId });
  return rows.map(({ withdrawal_id }) => withdrawal_id);
}

interface DecideParams {
  accountId: string;
  withdrawalId: string;
  decision: Decision;
  decidedBy: string | null;
  now: Date;
}

const decideStatement = statement<DecideParams>('withdrawal_requests.decide', (p) =>
  sql('withdrawal_requests')
    .where({ account_id: p.accountId, withdrawal_id: p.withdrawalId })
    .update({ decision: p.decision, decided_by: p.decidedBy, decided_at: p.now }),
);

export async function decideRequest(
  trx: Trx,
  { account_id, id }: Withdrawal,
  decision: Decision,
  decidedBy: string | null,
): Promise<void> {
  const now = await trx.now;
  await decideStatement.run(trx, { accountId: account_id, withdrawalId: id, decision, decidedBy, now });
}

const withdrawnAloneStatement = statement<{ accountId: string; asset: string }, { amount: string }>(
  'withdrawal_requests.alone',
  (p) =>
    named(
      `select coalesce(sum(t.amount), 0)::text as amount
       from withdrawal_requests r join transfers t on t.account_id = r.account_id and t.id = r.withdrawal_id
      where r.account_id = :accountId and r.created_at > service_now() - interval '24 hours'
        and r.waits_for is distinct from 'second_person' and r.decision is null
        and t.asset = :asset and t.status <> 'failed'`,
      p,
    ),
);

/** How much of an asset was withdrawn within 24 hours without a second person, by everybody together. */
export async function sumWithdrawnAlone(on: Queryable, accountId: string, asset: string): Promise<string> {
  return (await withdrawnAloneStatement.first(on, { accountId, asset }))?.amount ?? '0';
}

// Both are locked, so that what is found is what another transaction left, and what it still holds is skipped.
const lockExpiredStatement = statement<Record<string, never>, Withdrawal>('withdrawal_requests.expired', () =>
  sql.raw(
    `select t.* from withdrawal_requests r
       join transfers t on t.account_id = r.account_id and t.id = r.withdrawal_id
      where r.expires_at <= service_now() and r.decision is null and t.status = 'held'
      order by r.expires_at limit 1
        for update of r, t skip locked`,
  ),
);

/** One withdrawal that nobody approved in time. */
export function lockExpired(trx: Trx): Promise<Withdrawal | undefined> {
  return lockExpiredStatement.first(trx, {});
}
