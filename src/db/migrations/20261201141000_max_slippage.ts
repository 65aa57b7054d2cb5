import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table payment_methods
      -- By which share less than promised a payment's conversion may bring: 0.02 is 2 %.
      add column max_slippage numeric(9, 8) not null default 0.02 check (max_slippage >= 0 and max_slippage < 1);
    -- What is promised for days moves further.
    update payment_methods set max_slippage = 0.05 where quote_life_ms > 24 * 3600000;

    alter table transfers
      -- The share that an operator has accepted for this conversion, in place of its method's.
      add column accepted_slippage numeric(9, 8) check (accepted_slippage >= 0 and accepted_slippage < 1);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table transfers drop column accepted_slippage;
    alter table payment_methods drop column max_slippage;
  `);
}
