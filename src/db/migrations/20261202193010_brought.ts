import type { Knex } from 'knex';

/** A conversion's proceeds as its provider reports them, which may differ from what was credited (D28). */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table transfers
      -- In to_asset; null until it is done, where nobody has told, and before this was kept.
      add column brought numeric(20, 8) check (brought > 0);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table transfers drop column brought');
}
