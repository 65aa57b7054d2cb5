import type { Knex } from 'knex';

/** When a debt for a deposit that was taken back is next tried, and the conversion that buys what is owed (D58). */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table deposits_taken_back
      -- What buys, or bought, what is owed; null where nothing had to be bought.
      add column conversion_id uuid,
      -- When it is next tried to pay it; null: at once.
      add column due_at timestamptz;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table deposits_taken_back drop column conversion_id, drop column due_at');
}
