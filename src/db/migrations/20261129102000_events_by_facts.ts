import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- What happened to one thing is found by the ids of its events, which follow from their facts.
    drop index events_by_subject, events_by_request;
    -- A list without a type is merged from those of all types.
    drop index events_by_time;
    alter table events drop column subject;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table events add column subject text;
    create index events_by_time on events (account_id, created_at desc, sequence desc);
    create index events_by_subject on events (account_id, subject, created_at desc, sequence desc);
    create index events_by_request on events (account_id, request_id) where request_id is not null;
  `);
}
