import { named, query } from '../../../../db/index.ts';

interface Unagreed {
  creditCount: number;
  creditSum: string;
  debitCount: number;
  debitSum: string;
}

/**
 * The books' totals of statements that nothing agrees with yet, in the bank's own entries; undefined without an
 * account.
 */
export const sumUnagreed = query.first<{ account: string }, Unagreed>('bank_entries.sum_unagreed', (p) =>
  named(
    `select count(*) filter (where e.told > 0)::integer as credit_count,
            coalesce(sum(e.told) filter (where e.told > 0), 0)::text as credit_sum,
            count(*) filter (where e.told < 0)::integer as debit_count,
            coalesce(-sum(e.told) filter (where e.told < 0), 0)::text as debit_sum
       from bank_accounts a
       left join lateral (
         select coalesce((entry ->> 'collective')::numeric, amount) as told from bank_entries
          where account = a.account and statement > a.agreed) e on true
      where a.account = :account
      group by a.account`,
    p,
  ),
);
