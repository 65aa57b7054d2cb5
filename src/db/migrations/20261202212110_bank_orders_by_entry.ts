import type { Knex } from 'knex';
import { createIndex } from '../index.ts';

export const config = { transaction: false };

export async function up(knex: Knex): Promise<void> {
  await createIndex(knex, 'bank_orders_by_entry', 'on bank_orders (booked_by) where booked_by is not null');
  await createIndex(
    knex,
    'bank_orders_remarked',
    'on bank_orders (account, created_at) where remark is not null',
  );
  await createIndex(
    knex,
    'bank_orders_exported',
    `on bank_orders (account, batch_id) where state = 'exported'`,
  );
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index bank_orders_by_entry');
  await knex.raw('drop index bank_orders_remarked');
  await knex.raw('drop index bank_orders_exported');
}
