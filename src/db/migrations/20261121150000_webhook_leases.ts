import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- What is being sent right now, by whom, and until when nobody else may. A table of its own, as small as what is in
    -- flight: to write that into the delivery itself would be one more version of it in each of its indexes.
    create table webhook_leases (
      account_id uuid not null,
      delivery_id uuid not null,
      endpoint_id uuid not null,
      -- Of the claim.
      token uuid not null,
      -- Real time, even in a deployment whose clock was moved.
      expires_at timestamptz not null,
      -- No reference to the delivery, whose look-up would cost more than the row: one that is left behind runs out.
      primary key (account_id, delivery_id)
    );
    insert into webhook_leases (account_id, delivery_id, endpoint_id, token, expires_at)
      select account_id, id, endpoint_id, lease_token, lease_expires_at
        from webhook_deliveries where lease_token is not null and lease_expires_at is not null;
    drop index webhook_deliveries_in_flight;
    alter table webhook_deliveries drop column lease_token, drop column lease_expires_at;

    grant select, insert, update, delete on webhook_leases to payments_app;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table webhook_deliveries add column lease_token uuid, add column lease_expires_at timestamptz;
    create index webhook_deliveries_in_flight on webhook_deliveries (account_id, endpoint_id)
      where lease_token is not null;
    update webhook_deliveries d set lease_token = l.token, lease_expires_at = l.expires_at
      from webhook_leases l where l.account_id = d.account_id and l.delivery_id = d.id;
    drop table webhook_leases;
  `);
}
