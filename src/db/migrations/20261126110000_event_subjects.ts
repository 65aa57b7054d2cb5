import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- The id of what the event happened to, by which people look for it; null for events recorded before this column.
    alter table events add column subject text;
    create index events_by_subject on events (account_id, subject, created_at desc, sequence desc);

    -- For people who look into an attempt: the signature as it was sent, and the beginning of the response's body. Both
    -- are null for attempts made before these columns.
    alter table webhook_delivery_attempts
      add column signature text check (length(signature) <= 200),
      add column response_body text check (length(response_body) <= 1024);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table webhook_delivery_attempts drop column response_body, drop column signature;
    drop index events_by_subject;
    alter table events drop column subject;
  `);
}
