import type { Knex } from 'knex';

/** No program relies on the form of a provider's name. */
export const oldestProgram = '20261202140000_refund_notes.ts';

/** Other cells are providers, too, with names like cell-1 (D74): no hyphen was allowed. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table provider_notices drop constraint provider_notices_provider_check;
    alter table provider_statements drop constraint provider_statements_provider_check;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table provider_statements
      add constraint provider_statements_provider_check check (provider ~ '^[a-z][a-z0-9_]{0,31}$') not valid;
    alter table provider_notices
      add constraint provider_notices_provider_check check (provider ~ '^[a-z][a-z0-9_]{0,31}$') not valid;
  `);
}
