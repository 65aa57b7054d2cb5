import type { Knex } from 'knex';

/** What Bitso and Juno were asked to do with money, written down before they are asked. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table bitso_orders (
      -- What Bitso or Juno recognizes it by: an origin_id, a quote, or a key of ours.
      id text primary key check (length(id) between 1 and 200),
      -- Of the transfer that it is for.
      idempotency_key text not null check (length(idempotency_key) <= 200),
      -- All that were sent, or were about to be.
      requests integer not null default 1,
      -- Requests that were not answered with a refusal: each may have been carried out, or may still be.
      open_requests integer not null check (open_requests >= 0),
      -- Bitso has said that it has the order: it is only looked up from then on.
      is_accepted boolean not null default false,
      -- Bitso's own reference for it, once it was told.
      reference text check (length(reference) <= 200),
      -- A refusal: nothing more is requested from then on.
      reason text,
      message text check (length(message) <= 500),
      -- The refusal is final: no request was carried out, and none ever will be.
      is_refused boolean not null default false,
      -- When it was first requested, and since when look-ups have found nothing, all of them. By the real time, because
      -- Bitso's answers do not follow the deployment's clock.
      requested_at timestamptz not null,
      absent_since timestamptz,
      check ((reason is null) = (message is null)),
      check (not (is_refused and (is_accepted or reason is null)))
    );
    create index bitso_orders_by_key on bitso_orders (idempotency_key);
    create index bitso_orders_by_reference on bitso_orders (reference) where reference is not null;
    grant select, insert on bitso_orders to payments_app;
    grant update (requests, open_requests, is_accepted, reference, reason, message, is_refused, absent_since)
      on bitso_orders to payments_app;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table bitso_orders');
}
