import type { Knex } from 'knex';

/** For comparing what providers charged with their statements, period by period; a chain's statement has all gas. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create index provider_costs_by_time on provider_costs (account_id, provider, created_at);
    drop index evm_orders_by_end;
    create index evm_orders_by_end on evm_orders (final_at) where status in ('done', 'reverted');
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index provider_costs_by_time, evm_orders_by_end;
    create index evm_orders_by_end on evm_orders (final_at) where status = 'done' and kind in ('pay_out', 'refund');
  `);
}
