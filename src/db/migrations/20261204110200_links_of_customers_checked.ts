import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table payment_links validate constraint payment_links_of_customer');
}

export function down(): Promise<void> {
  return Promise.resolve();
}
