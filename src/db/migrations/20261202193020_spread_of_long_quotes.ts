import type { Knex } from 'knex';

/** A price that is locked for days is an option, and its spread is what that is worth (D28). A spread that was chosen stays. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    update payment_methods set spread = 0.0055
     where method = 'WIRE' and quote_life_ms = 72 * 3600000 and spread = 0
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    update payment_methods set spread = 0
     where method = 'WIRE' and quote_life_ms = 72 * 3600000 and spread = 0.0055
  `);
}
