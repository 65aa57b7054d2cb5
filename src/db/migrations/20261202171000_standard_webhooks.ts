import type { Knex } from 'knex';

/** An endpoint may choose the headers of Standard Webhooks beside ours (D69); an attempt keeps what it sent. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table webhook_endpoints add column standard_webhooks boolean not null default false;

    -- The header webhook-signature as it was sent; null if it was not.
    alter table webhook_delivery_attempts
      add column standard_signature text check (length(standard_signature) <= 100);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table webhook_delivery_attempts drop column standard_signature;
    alter table webhook_endpoints drop column standard_webhooks;
  `);
}
