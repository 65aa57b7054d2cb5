import type { Knex } from 'knex';
import {
  named,
  newestFirst,
  query,
  type Queryable,
  sql,
  statement,
  statementByShape,
  statementOfRows,
  type Trx,
  columns,
  command,
  type Tables,
  narrow,
  type ColumnTypes,
} from '../db/index.ts';

export type Book = 'available' | 'pending' | 'unmatched' | 'rail' | 'conversion' | 'fee' | 'fx';

/** A double entry to be written. */
export interface NewEntry {
  accountId: string;
  entryId: string;
  type: string;
  sourceObject: string;
  sourceId: string;
  paymentLinkCode: string | null;
  requestId: string | null;
}

const ENTRY_TYPES: ColumnTypes<NewEntry> = {
  accountId: 'uuid',
  entryId: 'uuid',
  type: 'text',
  sourceObject: 'text',
  sourceId: 'text',
  paymentLinkCode: 'text',
  requestId: 'text',
};

/** One of an entry's postings, with what it needs to know of the entry. */
export interface NewPosting {
  postingId: string;
  owner: string;
  ofEntry: string;
  asset: string;
  book: Book;
  amount: string;
  movement: string;
  method: string;
  linkCode: string | null;
}

const POSTING_TYPES: ColumnTypes<NewPosting> = {
  postingId: 'uuid',
  owner: 'uuid',
  ofEntry: 'uuid',
  asset: 'text',
  book: 'text',
  amount: 'numeric',
  movement: 'text',
  method: 'text',
  linkCode: 'text',
};

export interface PostedRow extends Pick<Tables['ledger_postings'], 'id' | 'balanceAfter'> {
  asset: string;
  book: Book;
  amount: string;
}

/** In the order in which books are locked: two transactions that lock the same ones cannot deadlock. */
const BOOKS_IN_ORDER = 'owner, asset, book';

const BOOK_TYPES = { owner: 'uuid', asset: 'text', book: 'text' } as const;
type BookOf = Pick<NewPosting, keyof typeof BOOK_TYPES>;

/** The books that postings change. */
const BOOKS = `select distinct owner, asset, book from ? order by ${BOOKS_IN_ORDER}`;

const openBooks = statementOfRows<{ postings: BookOf }, never>(
  'ledger.open_books',
  { postings: BOOK_TYPES },
  ({ postings }) =>
    sql.raw(`insert into ledger_balances (account_id, asset, book) ${BOOKS} on conflict do nothing`, [
      postings,
    ]),
);

/**
 * Locks the books in `changed`; none unless all of them are open: the others would be opened, and locked, out of the
 * order.
 */
const lockChanged = (columns: string): string =>
  `select changed.*, locked.* from changed
    cross join lateral (select ${columns} from ledger_balances
                         where account_id = changed.owner and asset = changed.asset and book = changed.book
                           for update) locked
    where (select count(*) from changed) = (
      select count(*) from changed
       cross join lateral (select from ledger_balances
                            where account_id = changed.owner and asset = changed.asset and book = changed.book
                           offset 0) open)`;

const lockBooks = statementOfRows<{ postings: BookOf }, never>(
  'ledger.lock_books',
  { postings: BOOK_TYPES },
  ({ postings }) => sql.raw(`with changed as (${BOOKS}) ${lockChanged('moved_at')}`, [postings]),
);

/** Does nothing unless all of the entries' books are open. */
const post = statementOfRows<{ entries: NewEntry; postings: NewPosting }, PostedRow, { createdAt: Date }>(
  'ledger.post',
  { entries: ENTRY_TYPES, postings: POSTING_TYPES },
  ({ entries, postings }, p) =>
    sql.raw(
      `with posting as (
         select * from ?
       ), summed as (
         select *, sum(amount) over (partition by owner, asset, book order by place) as sum,
                lead(place) over (partition by owner, asset, book order by place) is null as is_last
           from posting
       ), changed as (
         select owner, asset, book, sum as change from summed where is_last order by ${BOOKS_IN_ORDER}
       ), locked as (
         ${lockChanged('balance, moved_at')}
       ), books as (
         -- Later than every earlier entry of the account's books: transactions may get the locks in a different order.
         select *, greatest(?::timestamptz, max(moved_at) over (partition by owner) + interval '1 millisecond') as at
           from locked
       ), moved as (
         update ledger_balances b set balance = b.balance + books.change, moved_at = books.at
           from books where b.account_id = books.owner and b.asset = books.asset and b.book = books.book
       ), entered as (
         insert into ledger_entries
           (account_id, id, type, source_object, source_id, payment_link_code, request_id, created_at)
         select account_id, entry_id, type, source_object, source_id, payment_link_code, request_id, at
           from (select *, (select at from books where owner = account_id limit 1) as at from ?) entry
          where at is not null
       ), totalled as (
         insert into movement_totals (account_id, day, asset, type, method, amount, movements)
         select owner, (at at time zone 'UTC')::date, asset, movement, method, sum(amount), count(*)
           from posting join books using (owner, asset, book)
          where book = 'available'
          group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
         on conflict (account_id, day, asset, type, method)
         do update set amount = movement_totals.amount + excluded.amount,
                       movements = movement_totals.movements + excluded.movements
       )
       insert into ledger_postings
         (account_id, id, entry_id, asset, book, amount, balance_after, type, payment_link_code, created_at)
       select owner, posting_id, of_entry, asset, book, amount, balance + sum, movement, link_code, at
         from summed join books using (owner, asset, book)
        order by place
       returning id, asset, book, amount, balance_after`,
      [postings, p.createdAt, entries],
    ),
);

/**
 * Writes entries in their order, and moves the balances of their books, after opening any books that an account lacks.
 * Returns the postings, each with its book's balance after it.
 */
export async function insertEntries(
  trx: Trx,
  entries: readonly NewEntry[],
  postings: readonly NewPosting[],
): Promise<PostedRow[]> {
  const params = { entries, postings, createdAt: await trx.now };
  // `post` locks them too, but a statement that waited has most of itself set up again for each row that changed meanwhile.
  trx.defer(lockBooks.run(trx, { postings }));
  const posted = await post.all(trx, params);
  if (posted.length > 0) return posted;
  trx.defer(openBooks.run(trx, { postings }));
  trx.defer(lockBooks.run(trx, { postings }));
  return post.all(trx, params);
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

/** Of what has been written; '0' for an asset never held. */
export async function lockAvailableBook(trx: Trx, accountId: string, asset: string): Promise<string> {
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
