import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Some providers want to know who will pay; for them only.
    alter table payment_links add column payer_name text check (length(payer_name) between 1 and 140);

    alter table payment_link_methods
      add column instructions_issued_at timestamptz,
      -- When the place to pay to closes; null when it is open as long as the link.
      add column instructions_expire_at timestamptz;

    -- Places to pay to that were replaced: money can still arrive there.
    create table payment_link_former_places (
      account_id uuid not null,
      id uuid not null,
      link_code text not null,
      method text not null,
      destination text not null,
      reference text,
      instructions_issued_at timestamptz,
      instructions_expire_at timestamptz,
      primary key (account_id, id),
      foreign key (account_id, link_code, method)
        references payment_link_methods (account_id, link_code, method)
    );
    create index payment_link_former_places_by_destination
      on payment_link_former_places (destination, instructions_issued_at desc nulls last);
    -- Providers give a destination out again once a place has closed, so the newest ones count.
    drop index payment_link_methods_by_destination;
    create index payment_link_methods_by_destination
      on payment_link_methods (destination, instructions_issued_at desc nulls last);

    grant select, insert on payment_link_former_places to payments_app;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index payment_link_methods_by_destination;
    create index payment_link_methods_by_destination on payment_link_methods (destination, reference);
    drop table payment_link_former_places;
    alter table payment_link_methods drop column instructions_issued_at, drop column instructions_expire_at;
    alter table payment_links drop column payer_name;
  `);
}
