import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Unlogged: after a crash of the database, everybody simply starts a new minute.
    create unlogged table rate_limit_windows (
      -- "credential:<id>" or "address:<ip>".
      key text primary key,
      used integer not null,
      ends_at timestamptz not null
    );
    create index rate_limit_windows_by_end on rate_limit_windows (ends_at);

    grant select, insert, update, delete on rate_limit_windows to payments_app;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table rate_limit_windows');
}
