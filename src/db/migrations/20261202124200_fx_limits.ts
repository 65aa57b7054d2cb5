import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- What the operator allows for payments of one asset for another. Without a row, the defaults hold.
    create table fx_limits (
      from_asset text not null references assets (asset),
      to_asset text not null references assets (asset),
      -- In US dollars: what may be paid at a locked price and not be converted yet. Null: no limit.
      max_exposure numeric(30, 8) check (max_exposure >= 0),
      -- As a fraction: how far a provider's price may be from the last conversion's.
      max_deviation numeric(10, 8) not null check (max_deviation > 0 and max_deviation < 10),
      primary key (from_asset, to_asset)
    );
    grant select, insert, update on fx_limits to payments_app;
    -- The last conversion of a pair.
    create index transfers_converted on transfers (asset, to_asset, finished_at)
      where status = 'settled' and kind in ('conversion', 'payment_conversion');
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index transfers_converted;
    drop table fx_limits;
  `);
}
