import type { Knex } from 'knex';
import { createIndex } from '../index.ts';

export const config = { transaction: false };

/** The links that expired within some hours, for reminders after the expiry. */
export async function up(knex: Knex): Promise<void> {
  await createIndex(
    knex,
    'payment_link_states_expired',
    `on payment_link_states (account_id, expires_at) where status = 'expired'`,
  );
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index payment_link_states_expired');
}
