import type { Knex } from 'knex';

/** No program before writes the column. */
export const oldestProgram = '20261202140000_refund_notes.ts';

/** A link names a customer of its own account. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table payment_links add constraint payment_links_of_customer
      foreign key (account_id, customer_id) references customers (account_id, id) not valid;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table payment_links drop constraint payment_links_of_customer');
}
