import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- What an account's movements of a day (in UTC) sum to. Written with each movement, while its balance is locked, so
    -- that two transactions wait for each other here only if they do so there as well.
    create table movement_totals (
      account_id uuid not null references accounts (id),
      day date not null,
      asset text not null,
      type text not null,
      -- How the payer paid; empty for a movement that comes from no deposit.
      method text not null,
      amount numeric(30, 8) not null,
      movements bigint not null check (movements > 0),
      primary key (account_id, day, asset, type, method)
    ) with (fillfactor = 50);
    grant select, insert, update on movement_totals to payments_app;

    insert into movement_totals (account_id, day, asset, type, method, amount, movements)
      select p.account_id, (p.created_at at time zone 'UTC')::date, p.asset, p.type, coalesce(d.method, ''), sum(p.amount),
             count(*)
        from ledger_postings p
        join ledger_entries e on e.account_id = p.account_id and e.id = p.entry_id
        left join deposits d
          on e.source_object = 'deposit' and d.account_id = e.account_id and d.id::text = e.source_id
       where p.book = 'available'
       group by 1, 2, 3, 4, 5;

    -- Per account: it is over for everybody once one of its people says so.
    alter table accounts add column first_steps_dismissed_at timestamptz;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table accounts drop column first_steps_dismissed_at;
    drop table movement_totals;
  `);
}
