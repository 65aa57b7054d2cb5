import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Roles belong to the whole cluster, so another database of it may have made this one already.
    do $$ begin
      create role payments_app nologin;
    exception when duplicate_object or unique_violation then null;
    end $$;

    do $$ begin
      execute format('grant payments_app to %I', current_user);
    exception when invalid_grant_operation then null; -- the service logs in as this role itself
    end $$;

    grant usage on schema public to payments_app;

    -- The deployment's clock can be moved on in the test environment; all that falls due reads it.
    create table service_clock (
      only_row boolean primary key default true check (only_row),
      advanced_by interval not null default '0' check (advanced_by >= '0')
    );
    insert into service_clock default values;

    create function service_now() returns timestamptz language sql stable as $$
      select date_trunc('milliseconds', now() + (select advanced_by from service_clock))
    $$;

    grant select on service_clock to payments_app;
  `);
}

export async function down(knex: Knex): Promise<void> {
  // The role stays: other databases of the cluster may use it.
  await knex.raw(`
    drop function service_now();
    drop table service_clock;
  `);
}
