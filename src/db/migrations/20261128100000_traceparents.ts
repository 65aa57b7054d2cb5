import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- The span in which a row was written (W3C Trace Context), with which whoever works on the row goes on; null while
    -- nothing is traced.
    alter table events add column traceparent text check (length(traceparent) <= 55);
    alter table transfers add column traceparent text check (length(traceparent) <= 55);
    alter table provider_notices add column traceparent text check (length(traceparent) <= 55);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table provider_notices drop column traceparent;
    alter table transfers drop column traceparent;
    alter table events drop column traceparent;
  `);
}
