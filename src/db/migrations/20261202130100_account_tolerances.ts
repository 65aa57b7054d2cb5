import type { Knex } from 'knex';

/** How far the amount of a payment may be from what was due, and still pay its link (D40). */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table account_tolerances (
      account_id uuid not null references accounts (id),
      method text not null references payment_methods (method),
      -- Of the amount due, as a fraction.
      share numeric(9, 8) not null check (share > 0 and share <= 0.1),
      -- In the asset that is sent.
      max numeric(20, 8) not null check (max > 0),
      primary key (account_id, method)
    );
    grant select, insert, update, delete on account_tolerances to payments_app;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table account_tolerances');
}
