import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- The same sums as movement_totals, by quarter of an hour, because that is where days begin in all time zones. Read at the
    -- edges of a period, whose whole days (in UTC) are read from movement_totals.
    create table movement_quarters (
      account_id uuid not null references accounts (id),
      starts_at timestamptz not null check (extract(epoch from starts_at) % 900 = 0),
      asset text not null,
      type text not null,
      method text not null,
      amount numeric(30, 8) not null,
      movements bigint not null check (movements > 0),
      primary key (account_id, starts_at, asset, type, method)
    ) with (fillfactor = 50);
    grant select, insert, update on movement_quarters to payments_app;

    insert into movement_quarters (account_id, starts_at, asset, type, method, amount, movements)
      select p.account_id, date_bin('15 minutes', p.created_at, 'epoch'), p.asset, p.type, coalesce(d.method, ''),
             sum(p.amount), count(*)
        from ledger_postings p
        join ledger_entries e on e.account_id = p.account_id and e.id = p.entry_id
        left join deposits d
          on e.source_object = 'deposit' and d.account_id = e.account_id and d.id::text = e.source_id
       where p.book = 'available'
       group by 1, 2, 3, 4, 5;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table movement_quarters');
}
