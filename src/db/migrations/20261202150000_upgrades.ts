import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- The migration that a program must know to work with this schema. Programs that know it work with all that came since,
    -- because that only expands: db/compatibility.ts.
    create table schema_floor (
      only_row boolean primary key default true check (only_row),
      migration text not null
    );
    insert into schema_floor (migration) values ('20261202150000_upgrades.ts');
    grant select on schema_floor to payments_app;

    -- What migrations left to be filled in while the service runs: db/backfills.ts.
    create table backfills (
      migration text primary key,
      -- How far it got; null before its first step.
      position text,
      steps bigint not null default 0,
      created_at timestamptz not null default now(),
      finished_at timestamptz
    );
    grant select, update on backfills to payments_app;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table backfills, schema_floor');
}
