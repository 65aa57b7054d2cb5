import { columns, command, mayChange, named, query, sql, type Tables } from '../db/index.ts';

const WRITTEN = [
  'accountId',
  'provider',
  'reference',
  'asset',
  'amount',
  'owed',
  'message',
  'createdAt',
  'settledAt',
] as const;
const COLUMNS = [...WRITTEN, 'writtenOff', 'conversionId'] as const;

/** A deposit that its rail took back, or a part of it (D58). */
export interface TakenBackDeposit extends Pick<Tables['deposits_taken_back'], (typeof COLUMNS)[number]> {
  /** The deposit's id. */
  id: string;
}

interface Key {
  accountId: string;
  id: string;
}

const selectTakenBack = () => sql('deposits_taken_back').select('deposit_id as id', ...COLUMNS);

export const findTakenBack = query.first<Key, TakenBackDeposit>('deposits_taken_back.find', (p) =>
  selectTakenBack().where({ account_id: p.accountId, deposit_id: p.id }),
);

export const lockTakenBack = command.first<Key, TakenBackDeposit>('deposits_taken_back.lock', (p) =>
  selectTakenBack().where({ account_id: p.accountId, deposit_id: p.id }).forUpdate(),
);

/** By the provider's reference of the debit, which takes back a single deposit of any account. */
export const findDebit = command.first<{ provider: string; reference: string }, TakenBackDeposit>(
  'deposits_taken_back.find_debit',
  (p) =>
    selectTakenBack().where({ provider: p.provider, reference: p.reference }).orderBy('created_at').limit(1),
);

/** The account's deposits that were taken back, the newest 1,000 first. */
export const listTakenBack = query.all<{ accountId: string }, TakenBackDeposit>(
  'deposits_taken_back.list',
  (p) => selectTakenBack().where({ account_id: p.accountId }).orderBy('created_at', 'desc').limit(1_000),
);

/** The deposits for which the account still owes, oldest first. */
export const listOwed = query.all<{ accountId: string }, TakenBackDeposit>(
  'deposits_taken_back.list_owed',
  (p) =>
    selectTakenBack()
      .where({ account_id: p.accountId })
      .whereNull('settled_at')
      .orderBy('created_at')
      .limit(100),
);

export const insertTakenBack = command.run<Omit<TakenBackDeposit, 'writtenOff' | 'conversionId'>>(
  'deposits_taken_back.insert',
  (p) =>
    sql('deposits_taken_back').insert({
      deposit_id: p.id,
      ...columns(p, WRITTEN),
    }),
);

export const settleTakenBack = command.run<
  Pick<TakenBackDeposit, 'accountId' | 'id' | 'settledAt' | 'writtenOff'>
>('deposits_taken_back.settle', (p) =>
  sql('deposits_taken_back')
    .where({ account_id: p.accountId, deposit_id: p.id })
    .update(columns(p, ['settledAt', 'writtenOff'])),
);

// One statement finds what is due, locks it (skipping what other workers hold), and postpones the next attempt.
export const claimDebts = command.all<{ limit: number; waitMs: number }, Key>(
  'deposits_taken_back.claim_debts',
  (p) =>
    named(
      `with due as (
         select account_id, deposit_id from deposits_taken_back
          where settled_at is null and coalesce(due_at, created_at) <= service_now() and ${mayChange('account_id')}
          order by coalesce(due_at, created_at) limit :limit
          for update skip locked
       )
       update deposits_taken_back t set due_at = service_now() + :waitMs * interval '1 millisecond'
         from due where t.account_id = due.account_id and t.deposit_id = due.deposit_id
       returning t.account_id, t.deposit_id as id`,
      p,
    ),
);

/** Records the conversion that buys the owed asset. */
export const setPurchase = command.run<Key & { conversionId: string }>('deposits_taken_back.purchase', (p) =>
  sql('deposits_taken_back')
    .where({ account_id: p.accountId, deposit_id: p.id })
    .update({ conversion_id: p.conversionId }),
);
