import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Collections that Mono was asked for: a Bre-B key each, for one exact amount. Written before Mono is asked.
    create table mono_collections (
      -- Our external_id.
      id text primary key check (id ~ '^col_[0-9a-f]{32}$'),
      -- Of the request that it is, or will be, given out for. One that its request did not wait for goes to the next request
      -- for the same amount and time: registering a key can take longer than an offer may.
      idempotency_key text not null unique check (length(idempotency_key) <= 200),
      method text not null,
      amount numeric(20, 2) not null check (amount > 0 and amount < 'infinity'),
      -- Until when it is to take money, on the deployment's clock, and by the real time, as Mono is told.
      wanted_until timestamptz not null,
      ends_at timestamptz not null,
      created_at timestamptz not null default clock_timestamp(),
      -- Until then, one call works on it.
      leased_until timestamptz,
      -- A QR was asked for: without an answer, none is asked for a second time.
      is_qr_requested boolean not null default false,
      -- Why it never takes money.
      fault text check (length(fault) <= 500),
      -- What Mono made of it, once it takes money.
      collection_id text unique,
      destination text unique check (length(destination) <= 92),
      qr text check (length(qr) <= 2000),
      -- When it surely stops taking money, on the deployment's clock.
      expires_at timestamptz,
      issued_at timestamptz,
      -- When Mono is asked next what became of it; null once that is known.
      due_at timestamptz,
      asked integer not null default 0 check (asked >= 0),
      -- When Mono was told that its link is over.
      closed_at timestamptz,
      check ((issued_at is null) = (destination is null)),
      check ((issued_at is null) = (collection_id is null)),
      check ((issued_at is null) = (expires_at is null))
    );
    create index mono_collections_due on mono_collections (due_at) where due_at is not null;
    create index mono_collections_spare on mono_collections (amount, wanted_until) where issued_at is null and fault is null;

    -- Attempts to pay that were seen before they were final: Mono shows an attempt only among its collection's.
    create table mono_attempts (
      id text primary key check (length(id) <= 40),
      collection_id text not null check (length(collection_id) <= 40)
    );
    grant select, insert on mono_collections, mono_attempts to payments_app;
    grant update (idempotency_key, leased_until, is_qr_requested, fault, collection_id, destination, qr, expires_at,
                  issued_at, due_at, asked, closed_at)
      on mono_collections to payments_app;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table mono_attempts, mono_collections');
}
