import { columns, command, query, sql, type Tables } from '../db/index.ts';

/** A deposit that its rail took back, or a part of it (D58). */
export interface TakenBackDeposit extends Pick<
  Tables['deposits_taken_back'],
  | 'accountId'
  | 'provider'
  | 'reference'
  | 'asset'
  | 'amount'
  | 'owed'
  | 'message'
  | 'createdAt'
  | 'settledAt'
  | 'writtenOff'
> {
  /** Of the deposit. */
  id: string;
}

interface Key {
  accountId: string;
  id: string;
}

const selectTakenBack = () => sql('deposits_taken_back').select('deposit_id as id', ...TAKEN_BACK_COLUMNS);

const TAKEN_BACK_COLUMNS = [
  'account_id',
  'provider',
  'reference',
  'asset',
  'amount',
  'owed',
  'message',
  'created_at',
  'settled_at',
  'written_off',
];

export const findTakenBack = query.first<Key, TakenBackDeposit>('deposits_taken_back.find', (p) =>
  selectTakenBack().where({ account_id: p.accountId, deposit_id: p.id }),
);

export const lockTakenBack = command.first<Key, TakenBackDeposit>('deposits_taken_back.lock', (p) =>
  selectTakenBack().where({ account_id: p.accountId, deposit_id: p.id }).forUpdate(),
);

/** What was taken back of an account, the newest 1,000 first. */
export const listTakenBack = query.all<{ accountId: string }, TakenBackDeposit>(
  'deposits_taken_back.list',
  (p) => selectTakenBack().where({ account_id: p.accountId }).orderBy('created_at', 'desc').limit(1_000),
);

/** What an account still owes for, the oldest first. */
export const listOwed = query.all<{ accountId: string }, TakenBackDeposit>(
  'deposits_taken_back.list_owed',
  (p) =>
    selectTakenBack()
      .where({ account_id: p.accountId })
      .whereNull('settled_at')
      .orderBy('created_at')
      .limit(100),
);

export const insertTakenBack = command.run<Omit<TakenBackDeposit, 'writtenOff'>>(
  'deposits_taken_back.insert',
  (p) =>
    sql('deposits_taken_back').insert({
      deposit_id: p.id,
      ...columns(p, [
        'accountId',
        'provider',
        'reference',
        'asset',
        'amount',
        'owed',
        'message',
        'createdAt',
        'settledAt',
      ]),
    }),
);

export const settleTakenBack = command.run<
  Pick<TakenBackDeposit, 'accountId' | 'id' | 'settledAt' | 'writtenOff'>
>('deposits_taken_back.settle', (p) =>
  sql('deposits_taken_back')
    .where({ account_id: p.accountId, deposit_id: p.id })
    .update(columns(p, ['settledAt', 'writtenOff'])),
);
