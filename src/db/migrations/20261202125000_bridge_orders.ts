import type { Knex } from 'knex';

/** What Bridge was asked to do with money, written down before it is asked. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table bridge_orders (
      -- The client_reference_id, made of the purpose and the idempotency key.
      id text primary key check (id ~ '^(pay_out|refund)_[0-9a-f]{32}$'),
      purpose text not null check (purpose in ('pay_out', 'refund')),
      -- What was asked for, as a hash: the same key with anything else is a mistake. Null if the key was only ruled out.
      fingerprint text check (fingerprint ~ '^[0-9a-f]{64}$'),
      amount numeric(20, 2) check (amount > 0 and amount < 'infinity'),
      -- The exact body: Bridge takes a key only with the same one.
      body text check (length(body) <= 4000),
      -- All requests that were sent, or were about to be.
      requests integer not null check (requests >= 0),
      -- Requests that were not answered with a refusal: each may have been carried out, or may still be.
      open_requests integer not null check (open_requests >= 0),
      -- Bridge's transfer, once it was told: it is only looked up from then on.
      reference text check (length(reference) between 1 and 200),
      -- A refusal: nothing more is requested from then on.
      reason text,
      message text check (length(message) <= 500),
      -- The refusal is final: nothing was moved, or it is back, and nothing ever will be.
      is_refused boolean not null default false,
      -- By the real time, by which Bridge's lists go: when it was first requested, since when look-ups have found nothing,
      -- all of them, and when the money was first seen to be at the payee's bank.
      requested_at timestamptz not null,
      absent_since timestamptz,
      done_at timestamptz,
      -- When it is asked next whether the money came back; null when that is not asked any more.
      watch_at timestamptz,
      watched integer not null default 0 check (watched >= 0),
      check ((reason is null) = (message is null)),
      check (not (is_refused and (done_at is not null or reason is null))),
      check (requests = 0 or (fingerprint is not null and amount is not null and body is not null)),
      check (done_at is null or reference is not null)
    );
    create unique index bridge_orders_by_reference on bridge_orders (reference) where reference is not null;
    create index bridge_orders_watched on bridge_orders (watch_at) where watch_at is not null;
    grant select, insert on bridge_orders to payments_app;
    grant update (requests, open_requests, reference, reason, message, is_refused, absent_since, done_at, watch_at, watched)
      on bridge_orders to payments_app;

    -- The bank accounts that Bridge knows. Their numbers are not kept here.
    create table bridge_payees (
      -- A hash of everything that Bridge is told about the account.
      fingerprint text primary key check (fingerprint ~ '^[0-9a-f]{64}$'),
      -- Bridge's own id; null until it was told.
      reference text check (length(reference) between 1 and 200),
      requested_at timestamptz not null
    );
    grant select, insert, update on bridge_payees to payments_app;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table bridge_payees, bridge_orders');
}
