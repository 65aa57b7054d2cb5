import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table webhook_leases
      -- Which process claimed it: that one knows which of its leases are being sent, while others must assume that all
      -- are. Claims of an older version name no process, so each counts as one of another's.
      add column process uuid not null default gen_random_uuid();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table webhook_leases drop column process');
}
