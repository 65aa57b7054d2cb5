import type { Knex } from 'knex';
import { createIndex } from '../index.ts';

export const config = { transaction: false };

/** Automatic refunds that wait are found by their time. */
export async function up(knex: Knex): Promise<void> {
  await createIndex(
    knex,
    'deposits_to_refund',
    'on deposits (auto_refund_due_at) where auto_refund_due_at is not null',
  );
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index deposits_to_refund');
}
