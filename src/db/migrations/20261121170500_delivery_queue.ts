import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Deliveries of one burst are due at the same moment. Postgres would keep their entries as one list, which scans pass
    -- by only when all of it is gone: each claim would look once more at what those before it have sent.
    alter index webhook_deliveries_pending set (deduplicate_items = off);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter index webhook_deliveries_pending reset (deduplicate_items)');
}
