import type { Knex } from 'knex';
import type { Book } from './books.ts';
import {
  inBatches,
  limited,
  named,
  newestFirst,
  positionAfter,
  query,
  type Queryable,
  sql,
  type Trx,
  columns,
  command,
  type Tables,
  narrow,
  type ColumnTypes,
} from '../db/index.ts';
import { money, type Money } from '../lib/money.ts';

/** A book of one account and asset. */
export interface BookKey {
  owner: string;
  asset: string;
  book: Book;
}

const BOOK_KEY: ColumnTypes<BookKey> = { owner: 'uuid', asset: 'text', book: 'text' };

/**
 * The books in the order in which they are locked, so that two transactions that lock the same ones cannot deadlock.
 */
const IN_ORDER = `select distinct owner, asset, book from ? order by owner, asset, book`;

const openBooks = command.rows<BookKey>('ledger.open_books', BOOK_KEY, (books) =>
  sql.raw(`insert into ledger_balances (account_id, asset, book) ${IN_ORDER} on conflict do nothing`, [
    books,
  ]),
);

export interface LockedBook extends BookKey {
  balance: string;
  /**
   * The earliest time that an entry of this book may have, which is the transaction's or a moment after its last entry.
   */
  earliest: Date;
}

/** Locks nothing unless all of the books are open, because the others would be opened, and locked, out of the order. */
const lockOpenBooks = command.all<{ books: readonly BookKey[]; now: Date }, LockedBook>(
  'ledger.lock_books',
  (p) =>
    sql.raw(
      `with wanted as (${IN_ORDER})
       select wanted.*, locked.*
         from wanted
        cross join lateral (
          select balance, greatest(?::timestamptz, moved_at + interval '1 millisecond') as earliest
            from ledger_balances b
           where b.account_id = wanted.owner and b.asset = wanted.asset and b.book = wanted.book
             for update) locked
        where (select count(*) from wanted) = (
          select count(*) from wanted
           cross join lateral (select from ledger_balances b
                                where b.account_id = wanted.owner and b.asset = wanted.asset and b.book = wanted.book
                               offset 0) open)`,
      [p.books, p.now],
    ),
  { books: BOOK_KEY },
);

/**
 * Locks books until the transaction ends, after opening any that their accounts lack. The same book may be given twice.
 */
export async function lockBooks(trx: Trx, books: readonly BookKey[]): Promise<LockedBook[]> {
  const params = { books, now: await trx.now };
  const locked = await lockOpenBooks(trx, params);
  if (locked.length > 0) return locked;
  trx.defer(openBooks(trx, books));
  return lockOpenBooks(trx, params);
}

export interface NewEntry {
  accountId: string;
  entryId: string;
  type: string;
  sourceObject: string;
  sourceId: string;
  paymentLinkCode: string | null;
  requestId: string | null;
  at: Date;
}

const NEW_ENTRY: ColumnTypes<NewEntry> = {
  accountId: 'uuid',
  entryId: 'uuid',
  type: 'text',
  sourceObject: 'text',
  sourceId: 'text',
  paymentLinkCode: 'text',
  requestId: 'text',
  at: 'timestamptz',
};

/** A posting, with the facts of its entry that it needs. */
export interface NewPosting extends BookKey {
  postingId: string;
  ofEntry: string;
  amount: string;
  /** The book's balance after it. */
  balanceAfter: string;
  movement: string;
  method: string;
  linkCode: string | null;
  at: Date;
}

const NEW_POSTING: ColumnTypes<NewPosting> = {
  ...BOOK_KEY,
  postingId: 'uuid',
  ofEntry: 'uuid',
  amount: 'numeric',
  balanceAfter: 'numeric',
  movement: 'text',
  method: 'text',
  linkCode: 'text',
  at: 'timestamptz',
};

/**
 * Writes entries with their postings, and moves the balances of their books, which must be locked. The database adds
 * the movements to its totals.
 */
export const insertEntries = command.run<{ entries: readonly NewEntry[]; postings: readonly NewPosting[] }>(
  'ledger.post',
  (p) =>
    sql.raw(
      `with posting as (
         select * from ?
       ), moved as (
         update ledger_balances b set balance = b.balance + change.amount, moved_at = change.at
           from (select owner, asset, book, sum(amount) as amount, max(at) as at
                   from posting group by owner, asset, book) change
          where b.account_id = change.owner and b.asset = change.asset and b.book = change.book
       ), entered as (
         insert into ledger_entries
           (account_id, id, type, source_object, source_id, payment_link_code, request_id, created_at)
         select account_id, entry_id, type, source_object, source_id, payment_link_code, request_id, at from ?
       )
       insert into ledger_postings
         (account_id, id, entry_id, asset, book, amount, balance_after, type, method, payment_link_code, created_at)
       select owner, posting_id, of_entry, asset, book, amount, balance_after, movement,
              case when book = 'available' then method end, link_code, at from posting
        order by place`,
      [p.postings, p.entries],
    ),
  { entries: NEW_ENTRY, postings: NEW_POSTING },
);

export interface Balance {
  asset: string;
  available: string;
  pending: string;
}

const lockAvailable = command.first<{ accountId: string; asset: string }, { balance: string }>(
  'ledger.lock_available',
  (p) =>
    sql('ledger_balances')
      .where({ account_id: p.accountId, asset: p.asset, book: sql.raw("'available'") })
      .forUpdate()
      .select('balance'),
);

/** The stored balance; '0' for an asset never held. */
export async function lockAvailableBook(trx: Trx, accountId: string, asset: string): Promise<string> {
  return (await lockAvailable(trx, { accountId, asset }))?.balance ?? '0';
}

const hasBooksQuery = query.first<{ accountId: string; asset: string }, { found: boolean }>(
  'ledger.has_books',
  (p) =>
    named(
      `select exists (select from ledger_balances where account_id = :accountId and asset = :asset) as found`,
      p,
    ),
);

/** All books of an account that are not empty. */
export const listBooks = query.all<{ accountId: string }, { asset: string; book: Book; balance: string }>(
  'ledger.books',
  (p) =>
    sql('ledger_balances')
      .where({ account_id: p.accountId })
      .whereRaw('balance <> 0')
      .orderBy(['asset', 'book'])
      .select('asset', 'book', sql.raw('balance::text as balance')),
);

/** The amount of an asset that an account's unmatched deposits hold outside its balance (D7). */
export interface HeldMoney {
  asset: string;
  amount: string;
}

/** By asset; those being refunded count until they are sent. */
export const listHeldMoney = query.all<{ accountId: string }, HeldMoney>('ledger.held_money', (p) =>
  sql('ledger_balances')
    .where({ account_id: p.accountId })
    .whereRaw(`book = 'unmatched' and balance > 0`)
    .orderBy('asset')
    .select('asset', sql.raw('balance::text as amount')),
);

/** The postings of one source to an account's books. */
export const listPostingsOf = query.all<
  { accountId: string; sourceObject: string; sourceId: string },
  { asset: string; book: Book; amount: string }
>('ledger.postings_of', (p) =>
  named(
    `select p.asset, p.book, p.amount::text as amount
       from ledger_entries e join ledger_postings p on p.account_id = e.account_id and p.entry_id = e.id
      where e.account_id = :accountId and e.source_object = :sourceObject and e.source_id = :sourceId
      order by p.asset, p.book`,
    p,
  ),
);

/** Whether the account has, or ever had, this asset. */
export async function hasBooks(on: Queryable, accountId: string, asset: string): Promise<boolean> {
  return (await hasBooksQuery(on, { accountId, asset }))?.found === true;
}

const balancesQuery = query.first<{ accountId: string }, { asOf: Date; balances: Balance[] }>(
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

/** Only assets with funds. A single statement, so that all balances and the time are from the same moment. */
export async function findBalances(
  on: Queryable,
  accountId: string,
): Promise<{ asOf: Date; balances: Balance[] }> {
  const row = await balancesQuery(on, { accountId });
  if (!row) throw new Error('an aggregate without a row');
  return { asOf: row.asOf, balances: row.balances };
}

/** The available amount of an asset among these balances; zero for one that the account never held. */
export function availableOf(balances: readonly Balance[], asset: string): Money {
  return money(balances.find((balance) => balance.asset === asset)?.available ?? '0');
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
    // Looked up once per movement shown, because Postgres does not know how few these are and would otherwise join all
    // entries.
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

const MOVEMENT_FILTERS = {
  type: 'p.type',
  asset: 'p.asset',
  paymentLinkCode: 'p.payment_link_code',
  createdAfter: ['p.created_at', '>='],
  createdBefore: ['p.created_at', '<='],
} as const;

export const listMovements = query.filtered<MovementQuery, Movement>('ledger.list_movements', (p, given) => {
  const query = movements().where('p.account_id', p.accountId);
  narrow(query, p, given, MOVEMENT_FILTERS);
  const after = given.has('afterId') ? ([p.afterTime, p.afterId] as const) : undefined;
  const order = { time: 'p.created_at', id: 'p.id', idType: 'uuid' } as const;
  return newestFirst(query, order, after, p.limit);
});

/** The sums of the movements of one asset. */
export interface MovementSum {
  asset: string;
  /** Zero or more. */
  moneyIn: string;
  /** Zero or less. */
  moneyOut: string;
  net: string;
  count: number;
}

/** The sums per asset of the movements that match the filters; only the newest ones count, up to the limit. */
export const sumMovements = query.filtered<Omit<MovementQuery, 'afterTime' | 'afterId'>, MovementSum>(
  'ledger.sum_movements',
  (p, given) => {
    const query = sql('ledger_postings as p')
      .where('p.account_id', p.accountId)
      .whereRaw(`p.book = 'available'`)
      .select('p.asset', 'p.amount');
    narrow(query, p, given, MOVEMENT_FILTERS);
    const order = { time: 'p.created_at', id: 'p.id', idType: 'uuid' } as const;
    return sql
      .from(sql.raw('(?) as m', [newestFirst(query, order, undefined, p.limit)]))
      .groupBy('asset')
      .orderBy('asset')
      .select(
        'asset',
        sql.raw('coalesce(sum(amount) filter (where amount > 0), 0)::text as money_in'),
        sql.raw('coalesce(sum(amount) filter (where amount < 0), 0)::text as money_out'),
        sql.raw('sum(amount)::text as net'),
        sql.raw('count(*)::integer as count'),
      );
  },
);

/**
 * All movements that match the filters, newest first, in batches with a transaction each. Movements never change, and
 * new ones would come before the first, so the batches are consistent.
 */
export function readMovements(
  read: <T>(work: (on: Queryable) => Promise<T>) => Promise<T>,
  filters: MovementFilters & { accountId: string },
  batchSize: number,
): AsyncGenerator<Movement[]> {
  return inBatches(read, batchSize, (on, after: Movement | undefined, limit) =>
    listMovements(on, { ...filters, ...positionAfter(after), limit }),
  );
}

/**
 * Recent movements of an amount, in or out, newest first. Only the newest `most` are read, because an index on amounts
 * would slow down every movement.
 */
export const findMovementsByAmount = query.all<
  { accountId: string; amount: string; most: number; limit: number },
  Movement
>('ledger.movements_by_amount', (p) => {
  const newest = sql('ledger_postings as n')
    .where('n.account_id', p.accountId)
    .whereRaw(`n.book = 'available'`)
    .orderBy([
      { column: 'n.created_at', order: 'desc' },
      { column: 'n.id', order: 'desc' },
    ]);
  return limited(
    sql
      .from(sql.raw('(?) as p', [limited(newest, p.most)]))
      .join('ledger_entries as e', (on) => {
        on.on('e.account_id', 'p.account_id').andOn('e.id', 'p.entry_id');
      })
      .whereRaw(named('abs(p.amount) = :amount::numeric', p))
      .orderBy([
        { column: 'p.created_at', order: 'desc' },
        { column: 'p.id', order: 'desc' },
      ])
      .select(MOVEMENT_COLUMNS),
    p.limit,
  );
});

/** The movements of one deposit, withdrawal, conversion or refund, oldest first; a few at most. */
export const findMovementsOf = query.all<
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

export const findMovement = query.first<{ accountId: string; id: string }, Movement>(
  'ledger.find_movement',
  (p) => movements().where('p.account_id', p.accountId).where('p.id', p.id),
);

type CostRow = Pick<
  Tables['provider_costs'],
  'accountId' | 'provider' | 'reference' | 'id' | 'asset' | 'amount' | 'booked'
>;

const insert = command.run<CostRow & { at: Date }>('provider_costs.insert', (p) =>
  sql('provider_costs')
    .insert({
      ...columns(p, ['provider', 'reference', 'id', 'asset', 'amount', 'booked']),
      account_id: p.accountId,
      created_at: p.at,
    })
    .onConflict(['account_id', 'provider', 'reference'])
    .ignore(),
);

/** False if the cost is already recorded. */
export async function insertCost(trx: Trx, cost: CostRow): Promise<boolean> {
  return (await insert(trx, { ...cost, at: await trx.now })) === 1;
}

type ReferenceKey = Pick<CostRow, 'accountId' | 'provider' | 'reference'>;

export const findCost = query.first<ReferenceKey, Pick<CostRow, 'asset' | 'amount'>>(
  'provider_costs.find',
  (p) =>
    sql('provider_costs')
      .where({ account_id: p.accountId, provider: p.provider, reference: p.reference })
      .select('asset', 'amount'),
);

type OwnMovementRow = Pick<
  Tables['own_movements'],
  'accountId' | 'id' | 'provider' | 'reference' | 'asset' | 'amount'
>;

const insertOwnMovementCommand = command.run<OwnMovementRow>('own_movements.insert', (p) =>
  sql('own_movements')
    .insert(columns(p, ['accountId', 'id', 'provider', 'reference', 'asset', 'amount']))
    .onConflict(['account_id', 'provider', 'reference'])
    .ignore(),
);

/** False if the movement is already recorded. */
export async function insertOwnMovement(trx: Trx, movement: OwnMovementRow): Promise<boolean> {
  return (await insertOwnMovementCommand(trx, movement)) === 1;
}

export const findOwnMovement = query.first<ReferenceKey, Pick<OwnMovementRow, 'asset' | 'amount'>>(
  'own_movements.find',
  (p) =>
    sql('own_movements')
      .where({ account_id: p.accountId, provider: p.provider, reference: p.reference })
      .select('asset', 'amount'),
);

interface ExcessKey {
  accountId: string;
  asset: string;
}

const open = command.run<ExcessKey>('provider_cost_roundings.open', (p) =>
  sql('provider_cost_roundings')
    .insert({ account_id: p.accountId, asset: p.asset })
    .onConflict(['account_id', 'asset'])
    .ignore(),
);

const lock = command.first<ExcessKey, { excess: string }>('provider_cost_roundings.lock', (p) =>
  sql('provider_cost_roundings')
    .where({ account_id: p.accountId, asset: p.asset })
    .forUpdate()
    .select('excess'),
);

/** The excess of booked over exact costs of an asset; locked until the transaction ends. */
export async function lockExcess(trx: Trx, accountId: string, asset: string): Promise<string> {
  trx.defer(open(trx, { accountId, asset }));
  return (await lock(trx, { accountId, asset }))?.excess ?? '0';
}

export const writeExcess = command.run<ExcessKey & { excess: string }>('provider_cost_roundings.write', (p) =>
  sql('provider_cost_roundings')
    .where({ account_id: p.accountId, asset: p.asset })
    .update({ excess: p.excess }),
);
