import type { Knex } from 'knex';

/** What tells, without revealing them, with which versions of SECRETS_KEY the database was worked on: by version. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table deployment add column secrets_keys jsonb not null default '{}'
      constraint deployment_secrets_keys_check check (jsonb_typeof(secrets_keys) = 'object');
    grant update (secrets_keys) on deployment to payments_app;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table deployment drop column secrets_keys');
}
