import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table transfer_requests validate constraint transfer_requests_of_batch');
}

export function down(): Promise<void> {
  return Promise.resolve();
}
