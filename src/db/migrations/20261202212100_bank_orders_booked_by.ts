import type { Knex } from 'knex';

/** One debit can be for many payments (D42), and a bank tells why payments come back before their money does. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- The identity of the entry that is its debit, alone or with others of its file; null for those before.
    alter table bank_orders add column booked_by text;
    -- The code by which the bank told that it comes back, before its books have it: R02.
    alter table bank_orders add column return_code text check (length(return_code) <= 10);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table bank_orders drop column booked_by;
    alter table bank_orders drop column return_code;
  `);
}
