import type { Knex } from 'knex';
import { createIndex } from '../index.ts';

export const config = { transaction: false };

/** The audit log by the record that an entry names beside its subject. */
export async function up(knex: Knex): Promise<void> {
  await createIndex(
    knex,
    'audit_entries_by_record',
    `on audit_entries (account_id, coalesce(details ->> 'withdrawal', details ->> 'refund', details ->> 'conversion',
       details ->> 'destination', details ->> 'id'), created_at)`,
  );
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index audit_entries_by_record');
}
