import type { Knex } from 'knex';
import {
  named,
  newestFirst,
  query,
  type Queryable,
  sql,
  statement,
  statementByShape,
  type Trx,
  columns,
  command,
  type Tables,
  narrow,
} from '../db/index.ts';

export type Book = 'available' | 'pending' | 'unmatched' | 'rail' | 'conversion' | 'fee' | 'fx';

interface PostParams {
  accountId: string;
  entryId: string;
  type: string;
  movement: string;
  method: string;
  sourceObject: string;
  sourceId: string;
  paymentLinkCode: string | null;
  requestId: string | null;
  createdAt: Date;
  postingIds: string[];
  assets: string[];
  books: Book[];
  amounts: string[];
}

export interface PostedRow extends Pick<
  Tables['ledger_postings'],
  'id' | 'asset' | 'amount' | 'balanceAfter'
> {
  book: Book;
}

const openBooksStatement = statement<Pick<PostParams, 'accountId' | 'assets' | 'books'>>(
  'ledger.open_books',
  (p) =>
    named(
      `insert into ledger_balances (account_id, asset, book)
     select :accountId::uuid, asset, book from unnest(:assets::text[], :books::text[]) as wanted (asset, book)
     order by book = 'fee', asset, book
     on conflict do nothing`,
      p,
    ),
);

/** Does nothing unless all of the entry's books are open. */
const postStatement = statement<PostParams, PostedRow>('ledger.post', (p) =>
  named(
    `with input as (
       select * from unnest(:postingIds::uuid[], :assets::text[], :books::text[], :amounts::numeric[]) as input (id, asset, book, amount)
     ), locked as (
       -- Sorted, so that two entries that touch the same books cannot deadlock. The fee book comes last, because a
       -- payment's fee is a second entry of the same transaction. Nothing is locked unless all books are open: the
       -- others would be opened, and locked, out of this order.
       select input.*, b.moved_at
         from ledger_balances b join input on input.asset = b.asset and input.book = b.book
        where b.account_id = :accountId::uuid
          and cardinality(:postingIds::uuid[]) = (
            select count(*) from ledger_balances open join input on input.asset = open.asset and input.book = open.book
             where open.account_id = :accountId::uuid)
        order by b.book = 'fee', b.asset, b.book
        for update of b
     ), moment as (
       -- Later than every earlier entry of these books: transactions may get the locks in a different order.
       select greatest(:createdAt::timestamptz, max(moved_at) + interval '1 millisecond') as at from locked
       having count(*) > 0
     ), moved as (
       update ledger_balances b set balance = b.balance + locked.amount, moved_at = moment.at
         from locked, moment
        where b.account_id = :accountId::uuid and b.asset = locked.asset and b.book = locked.book
       returning locked.id, b.asset, b.book, locked.amount, b.balance
     ), entry as (
       insert into ledger_entries
         (account_id, id, type, source_object, source_id, payment_link_code, request_id, created_at)
       select :accountId, :entryId::uuid, :type, :sourceObject, :sourceId, :paymentLinkCode, :requestId, at from moment
       returning account_id, id, payment_link_code, created_at
     ), totalled as (
       insert into movement_totals (account_id, day, asset, type, method, amount, movements)
       select :accountId, (moment.at at time zone 'UTC')::date, moved.asset, :movement, :method, moved.amount, 1
         from moved, moment where moved.book = 'available'
       on conflict (account_id, day, asset, type, method)
       do update set amount = movement_totals.amount + excluded.amount, movements = movement_totals.movements + 1
     )
     insert into ledger_postings
       (account_id, id, entry_id, asset, book, amount, balance_after, type, payment_link_code, created_at)
     select e.account_id, m.id, e.id, m.asset, m.book, m.amount, m.balance, :movement, e.payment_link_code, e.created_at
       from moved m, entry e
     returning id, asset, book, amount, balance_after`,
    p,
  ),
);

/** Updates the balances and writes the entry with its postings, after opening any books that the account lacks. */
export async function insertEntry(trx: Trx, entry: PostParams): Promise<PostedRow[]> {
  const posted = await postStatement.all(trx, entry);
  if (posted.length > 0) return posted;
  const { accountId, assets, books } = entry;
  trx.defer(openBooksStatement.run(trx, { accountId, assets, books }));
  return postStatement.all(trx, entry);
}

export interface Balance {
  asset: string;
  available: string;
  pending: string;
}

const lockAvailableStatement = statement<{ accountId: string; asset: string }, { balance: string }>(
  'ledger.lock_available',
  (p) =>
    sql('ledger_balances')
      .where({ account_id: p.accountId, asset: p.asset, book: sql.raw("'available'") })
      .forUpdate()
      .select('balance'),
);

/** The available balance, locked until the transaction ends; '0' for an asset never held. */
export async function lockAvailable(trx: Trx, accountId: string, asset: string): Promise<string> {
  return (await lockAvailableStatement.first(trx, { accountId, asset }))?.balance ?? '0';
}

const hasBooksStatement = statement<{ accountId: string; asset: string }, { found: boolean }>(
  'ledger.has_books',
  (p) =>
    named(
      `select exists (select from ledger_balances where account_id = :accountId and asset = :asset) as found`,
      p,
    ),
);

/** Whether the account has, or had, anything in this asset. */
export async function hasBooks(on: Queryable, accountId: string, asset: string): Promise<boolean> {
  return (await hasBooksStatement.first(on, { accountId, asset }))?.found === true;
}

const balancesStatement = statement<{ accountId: string }, { asOf: Date; balances: Balance[] }>(
  'ledger.balances',
  (p) => {
    const balances = sql('ledger_balances')
      .where({ account_id: p.accountId })
      .whereIn('book', ['available', 'pending'])
      .groupBy('asset')
      .havingRaw('bool_or(balance <> 0)')
      .select(
        'asset',
        // As text, because a JSON number cannot hold every amount exactly.
        sql.raw("coalesce(sum(balance) filter (where book = 'available'), 0)::text as available"),
        sql.raw("coalesce(sum(balance) filter (where book = 'pending'), 0)::text as pending"),
      )
      .as('b');
    return sql
      .from(balances)
      .select(
        sql.raw('service_now() as as_of'),
        sql.raw("coalesce(json_agg(b order by asset), '[]') as balances"),
      );
  },
);

/** Only assets with funds; one statement, so that all balances and the time are from the same moment. */
export async function findBalances(
  on: Queryable,
  accountId: string,
): Promise<{ asOf: Date; balances: Balance[] }> {
  const row = await balancesStatement.first(on, { accountId });
  if (!row) throw new Error('an aggregate without a row');
  return { asOf: row.asOf, balances: row.balances };
}

/** A posting to the available book, as the account sees it (D11). */
export interface Movement extends Pick<
  Tables['ledger_entries'],
  'id' | 'type' | 'sourceObject' | 'sourceId' | 'paymentLinkCode' | 'requestId' | 'createdAt'
> {
  asset: string;
  amount: string;
  balanceAfter: string;
}

const MOVEMENT_COLUMNS = [
  'p.id',
  'p.type',
  'p.asset',
  'p.amount',
  'p.balance_after',
  'e.source_object',
  'e.source_id',
  'p.payment_link_code',
  'e.request_id',
  'p.created_at',
];

/** The account's movements; the caller names the account as `p.account_id`. */
export const movements = (): Knex.QueryBuilder =>
  sql('ledger_postings as p')
    // Once for each movement shown: Postgres does not know how few these are, and would otherwise join all entries.
    .joinRaw(
      `cross join lateral (select source_object, source_id, request_id from ledger_entries
                            where account_id = p.account_id and id = p.entry_id offset 0) e`,
    )
    // A literal, so that Postgres can use the partial indexes on this book.
    .whereRaw(`p.book = 'available'`)
    .select(MOVEMENT_COLUMNS);

export interface MovementFilters {
  type: string | undefined;
  asset: string | undefined;
  createdAfter: Date | undefined;
  createdBefore: Date | undefined;
  paymentLinkCode: string | undefined;
}

export interface MovementQuery extends MovementFilters {
  accountId: string;
  afterTime: Date | undefined;
  afterId: string | undefined;
  limit: number;
}

const listMovementsStatement = statementByShape<MovementQuery, Movement>(
  'ledger.list_movements',
  (p, given) => {
    const query = movements().where('p.account_id', p.accountId);
    narrow(query, p, given, {
      type: 'p.type',
      asset: 'p.asset',
      paymentLinkCode: 'p.payment_link_code',
      createdAfter: ['p.created_at', '>='],
      createdBefore: ['p.created_at', '<='],
    });
    const after = given.has('afterId') ? ([p.afterTime, p.afterId] as const) : undefined;
    const order = { time: 'p.created_at', id: 'p.id', idType: 'uuid' } as const;
    return newestFirst(query, order, after, p.limit);
  },
);

export function listMovements(on: Queryable, query: MovementQuery): Promise<Movement[]> {
  return listMovementsStatement(query).all(on, query);
}

/**
 * All movements that pass the filters, newest first, a batch at a time. Movements never change, and new ones come
 * before the first, so each batch has a transaction of its own, and a slow reader keeps none open.
 */
export async function* readMovements(
  read: <T>(work: (on: Queryable) => Promise<T>) => Promise<T>,
  filters: MovementFilters & { accountId: string },
  batchSize: number,
): AsyncGenerator<Movement[]> {
  let last: Movement | undefined;
  do {
    const query = { ...filters, afterTime: last?.createdAt, afterId: last?.id, limit: batchSize };
    const rows = await read((on) => listMovements(on, query));
    if (rows.length > 0) yield rows;
    last = rows[batchSize - 1];
  } while (last);
}

const findMovementsStatement = statement<
  { accountId: string; sourceObject: string; sourceId: string },
  Movement
>('ledger.find_movements_of', (p) =>
  sql('ledger_entries as e')
    .join('ledger_postings as p', (on) => {
      on.on('p.account_id', 'e.account_id').andOn('p.entry_id', 'e.id');
    })
    .where({ 'e.account_id': p.accountId, 'e.source_object': p.sourceObject, 'e.source_id': p.sourceId })
    .whereRaw(`p.book = 'available'`)
    .orderBy(['p.created_at', 'p.id'])
    .select(MOVEMENT_COLUMNS),
);

/** The movements that one deposit, withdrawal, conversion or refund has caused, oldest first; a few at most. */
export function findMovementsOf(
  on: Queryable,
  accountId: string,
  source: { object: string; id: string },
): Promise<Movement[]> {
  return findMovementsStatement.all(on, { accountId, sourceObject: source.object, sourceId: source.id });
}

export const findMovement = query.first<{ accountId: string; id: string }, Movement>(
  'ledger.find_movement',
  (p) => movements().where('p.account_id', p.accountId).where('p.id', p.id),
);

interface CostRow {
  accountId: string;
  provider: string;
  reference: string;
  id: string;
  asset: string;
  amount: string;
  booked: string;
}

const insertStatement = statement<CostRow & { at: Date }>('provider_costs.insert', (p) =>
  sql('provider_costs')
    .insert({
      ...columns(p, ['provider', 'reference', 'id', 'asset', 'amount', 'booked']),
      account_id: p.accountId,
      created_at: p.at,
    })
    .onConflict(['account_id', 'provider', 'reference'])
    .ignore(),
);

/** False for a cost that is already recorded. */
export async function insertCost(trx: Trx, cost: CostRow): Promise<boolean> {
  return (await insertStatement.run(trx, { ...cost, at: await trx.now })) === 1;
}

interface ExcessKey {
  accountId: string;
  asset: string;
}

const openStatement = statement<ExcessKey>('provider_cost_roundings.open', (p) =>
  sql('provider_cost_roundings')
    .insert({ account_id: p.accountId, asset: p.asset })
    .onConflict(['account_id', 'asset'])
    .ignore(),
);

const lockStatement = statement<ExcessKey, { excess: string }>('provider_cost_roundings.lock', (p) =>
  sql('provider_cost_roundings')
    .where({ account_id: p.accountId, asset: p.asset })
    .forUpdate()
    .select('excess'),
);

/** How much more than the exact costs was booked of an asset; locked until the transaction ends. */
export async function lockExcess(trx: Trx, accountId: string, asset: string): Promise<string> {
  trx.defer(openStatement.run(trx, { accountId, asset }));
  return (await lockStatement.first(trx, { accountId, asset }))?.excess ?? '0';
}

export const writeExcess = command.run<ExcessKey & { excess: string }>('provider_cost_roundings.write', (p) =>
  sql('provider_cost_roundings')
    .where({ account_id: p.accountId, asset: p.asset })
    .update({ excess: p.excess }),
);
