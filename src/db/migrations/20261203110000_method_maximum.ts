import type { Knex } from 'knex';

/**
 * The largest amount that a rail carries in one payment, in the asset that is sent; null for a rail without one. Bre-B
 * carries 1,000 UVB a payment, as Banco de la República has set it: 11,552,000 pesos in 2025. Payers' apps take whole
 * pesos only.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table payment_methods
      add column max_amount numeric(20, 8) check (max_amount > 0 and max_amount < 1e12);
    update payment_methods set max_amount = 11552000 where method = 'BREB';
    update payment_methods set decimals = 0 where method = 'BREB' and decimals = 2;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table payment_methods drop column max_amount;
    update payment_methods set decimals = 2 where method = 'BREB' and decimals = 0;
  `);
}
