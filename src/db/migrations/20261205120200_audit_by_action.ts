import type { Knex } from 'knex';
import { createIndex } from '../index.ts';

export const config = { transaction: false };

/** The audit log by action. */
export async function up(knex: Knex): Promise<void> {
  await createIndex(knex, 'audit_entries_by_action', 'on audit_entries (account_id, action, created_at, id)');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index audit_entries_by_action');
}
