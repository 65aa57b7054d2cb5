import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- By which request two operators let a payout go above the sender's limits; it then counts towards none of them.
    alter table evm_orders add column release_id uuid unique references operator_requests (id);
    create index evm_orders_sent_by_time on evm_orders (asset, created_at)
      where kind in ('pay_out', 'refund') and release_id is null;
    create index evm_orders_by_recipient on evm_orders (network, recipient) where kind in ('pay_out', 'refund');
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index evm_orders_by_recipient, evm_orders_sent_by_time;
    alter table evm_orders drop column release_id;
  `);
}
