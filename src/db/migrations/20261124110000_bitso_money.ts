import type { Knex } from 'knex';

/** What must be known of money that Bitso was asked to move, whatever happens to the process that asked. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- What was refused stays refused: an answer that was given for a key is never taken back.
    create table bitso_refusals (
      idempotency_key text primary key check (length(idempotency_key) <= 200),
      reason text not null,
      message text not null check (length(message) <= 500),
      refused_at timestamptz not null
    );

    -- The quotes that were given out, by the key that asked for them: Bitso takes no key of ours.
    create table bitso_quotes (
      idempotency_key text primary key check (length(idempotency_key) <= 200),
      reference text not null check (length(reference) <= 200),
      from_asset text not null,
      from_amount numeric(30, 8) not null check (from_amount > 0),
      to_asset text not null,
      to_amount numeric(30, 8) not null check (to_amount > 0),
      -- On the deployment's clock.
      expires_at timestamptz not null
    );

    -- Which quote a conversion is made at, written before Bitso is asked to make it.
    create table bitso_conversions (
      idempotency_key text primary key check (length(idempotency_key) <= 200),
      quote_id text not null check (length(quote_id) <= 200),
      -- By the real time, because Bitso's quotes end by that.
      taken_at timestamptz not null
    );

    -- Pesos on their way to Juno, and the issuance of MXNB that they became.
    create table bitso_mints (
      idempotency_key text primary key check (length(idempotency_key) <= 200),
      amount numeric(30, 8) not null check (amount > 0),
      -- By the real time, as Juno's transactions have it.
      started_at timestamptz not null,
      -- Juno names no transfer in an issuance: each is claimed once, by a mint of the same amount.
      issuance_id text unique check (length(issuance_id) <= 200)
    );

    grant select, insert on bitso_refusals, bitso_quotes to payments_app;
    grant select, insert, update (quote_id, taken_at) on bitso_conversions to payments_app;
    grant select, insert, update (issuance_id) on bitso_mints to payments_app;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table bitso_mints, bitso_conversions, bitso_quotes, bitso_refusals');
}
