import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- What checks found, so that operators can name it; which of it is acknowledged, approved requests say (D45).
    create table differences (
      -- A hash of all that was found, so that a changed amount is another difference.
      id text primary key check (id ~ '^dif_[0-9a-f]{32}$'),
      found_by text not null check (length(found_by) <= 100),
      description jsonb not null check (length(description::text) <= 4000),
      last_found_at timestamptz not null
    );
    create index differences_by_time on differences (last_found_at desc, id);
    create index operator_requests_by_difference on operator_requests ((details ->> 'difference'))
      where details ->> 'difference' is not null;

    -- A failed notice that an operator settled, with why.
    alter table provider_notices
      add column settled_because text check (length(settled_because) between 1 and 500),
      drop constraint provider_notices_status_check,
      add constraint provider_notices_status_check
        check (status in ('waiting', 'processed', 'failed', 'dismissed', 'settled')),
      drop constraint provider_notices_finished,
      add constraint provider_notices_finished
        check ((status in ('processed', 'dismissed', 'settled')) = (finished_at is not null)),
      add constraint provider_notices_settled check ((status = 'settled') = (settled_because is not null));

    grant select, insert, delete, update (last_found_at) on differences to payments_app;
    grant update (settled_because) on provider_notices to payments_app;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table provider_notices
      drop constraint provider_notices_settled,
      drop constraint provider_notices_status_check,
      drop constraint provider_notices_finished;
    update provider_notices set status = 'dismissed' where status = 'settled';
    alter table provider_notices
      drop column settled_because,
      add constraint provider_notices_status_check
        check (status in ('waiting', 'processed', 'failed', 'dismissed')),
      add constraint provider_notices_finished
        check ((status in ('processed', 'dismissed')) = (finished_at is not null));
    drop index operator_requests_by_difference;
    drop table differences;
  `);
}
