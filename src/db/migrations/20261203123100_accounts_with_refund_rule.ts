import type { Knex } from 'knex';
import { createIndex } from '../index.ts';

export const config = { transaction: false };

/** The few accounts whose unmatched deposits are refunded after some days. */
export async function up(knex: Knex): Promise<void> {
  await createIndex(
    knex,
    'accounts_with_refund_rule',
    'on accounts (id) where refund_after_days is not null',
  );
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index accounts_with_refund_rule');
}
