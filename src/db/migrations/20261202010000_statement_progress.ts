import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table provider_statements
      -- Where new lines are read from next: a little before read_to, or at a line that could not be taken in.
      add column next_from timestamptz,
      -- Earlier lines were read when the provider could add none of them any more.
      add column complete_to timestamptz;
    -- Until now, the last hour was read each time.
    update provider_statements
       set next_from = greatest(since, read_to - interval '65 minutes'),
           complete_to = greatest(since, read_to - interval '65 minutes');
    -- The defaults serve processes of the previous version, which do not know the columns.
    alter table provider_statements
      alter column next_from set default service_now(), alter column next_from set not null,
      alter column complete_to set default service_now(), alter column complete_to set not null;
    comment on column provider_statements.retries is
      'How often the earliest period that is not complete was read again because of lines that could not be taken in.';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table provider_statements drop column next_from, drop column complete_to');
}
