import type { Knex } from 'knex';

/** The program of the last release works on with the old names, which have become views. */
export const oldestProgram = '20261202140000_refund_notes.ts';

/**
 * Orders of all providers in one table. The release after the one that brings it drops what is for the last release only:
 * the views, the trigger with its function, and the columns is_open, refused_at and amount.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- What a provider was asked to do with money, written before it is asked. All times are real ones, by which the
    -- providers' lists go.
    create table rail_orders (
      -- What the provider recognizes it by. It is made of the provider's name, so no two providers have the same one.
      id text primary key check (length(id) between 1 and 200),
      provider text not null check (provider ~ '^[a-z][a-z0-9_]{0,31}$'),
      purpose text not null check (purpose in ('pay_out', 'refund', 'mint', 'leg', 'convert', 'redeem')),
      -- Of the transfer that it is for; null for what the last release has asked Bridge for.
      idempotency_key text check (length(idempotency_key) <= 200),
      -- What was asked for, as a hash: the same order with anything else is a mistake. Null if it was only ruled out, and
      -- for what the last release has asked Bitso or Mono for.
      fingerprint text check (fingerprint ~ '^[0-9a-f]{64}$'),
      -- The first request, to the byte: every repetition is the same.
      body text check (length(body) <= 4000),
      -- All requests that were sent, or were about to be.
      requests integer not null default 0 check (requests >= 0),
      -- Requests that were not answered with a refusal: each may have been carried out, or may still be.
      open_requests integer not null default 0 check (open_requests >= 0),
      -- Since when look-ups have found nothing, all of them.
      absent_since timestamptz,
      -- The provider has said that it has the order: it is only looked up from then on.
      is_accepted boolean not null default false,
      -- The provider's own id of it.
      reference text check (length(reference) between 1 and 200),
      -- A refusal: nothing more is requested from then on.
      reason text,
      message text check (length(message) <= 500),
      -- The refusal is final: nothing was moved, or it is back, and nothing ever will be.
      is_refused boolean not null default false,
      requested_at timestamptz not null default clock_timestamp(),
      done_at timestamptz,
      -- When this service learned that the money came back after it was done, and in which words.
      returned_at timestamptz,
      returned_words text check (length(returned_words) <= 500),
      -- When the provider is asked next whether it still stands, how often it was, and until when.
      watch_at timestamptz,
      watched integer not null default 0 check (watched >= 0),
      watch_until timestamptz,
      -- Something else became of it than was told before: an operator was alerted.
      alerted_at timestamptz,
      -- Of the last release's program.
      is_open boolean not null default false,
      refused_at timestamptz,
      amount numeric(20, 2),
      check ((reason is null) = (message is null)),
      check (not (is_refused and (done_at is not null or reason is null))),
      check (done_at is null or reference is not null),
      check (returned_at is null or done_at is not null),
      check ((returned_at is null) = (returned_words is null))
    );
    create unique index rail_orders_by_reference on rail_orders (provider, reference) where reference is not null;
    create index rail_orders_by_key on rail_orders (provider, idempotency_key);
    create index rail_orders_watched on rail_orders (provider, watch_at) where watch_at is not null;
    create index rail_orders_returned on rail_orders (provider, returned_at) where returned_at is not null;
    grant select, insert on rail_orders to payments_app;
    grant update (idempotency_key, fingerprint, body, requests, open_requests, absent_since, is_accepted, reference, reason,
                  message, is_refused, done_at, returned_at, returned_words, watch_at, watched, watch_until, alerted_at)
      on rail_orders to payments_app;

    -- What one program writes, the other reads in its own columns.
    create function keep_order_of_last_release() returns trigger language plpgsql as $$
    begin
      new.purpose := coalesce(new.purpose, case when new.id like 'quote %' then 'convert'
                                                else substring(new.id from '^(pay_out|refund|mint|leg|redeem)') end);
      new.is_accepted := new.is_accepted or new.reference is not null;
      -- Bitso's and Bridge's orders are refused, Mono's since a time.
      new.is_refused := new.is_refused or new.refused_at is not null;
      new.refused_at := case when new.is_refused then coalesce(new.refused_at, clock_timestamp()) end;
      -- Mono's are open or not, and what is open after a refusal that is not final is not said.
      if new.is_open is distinct from (tg_op = 'UPDATE' and old.is_open) then
        new.open_requests := case when new.is_open or (new.reason is not null and not new.is_refused)
                                  then greatest(new.open_requests, 1) else 0 end;
      end if;
      new.open_requests := greatest(new.open_requests, 0);
      new.is_open := new.open_requests > 0;
      -- Bridge's orders have their amount, and are watched for a month.
      if new.provider = 'bridge' then
        new.amount := coalesce(new.amount, (new.body::json ->> 'amount')::numeric);
        if new.watch_at is not null then
          new.watch_until := coalesce(new.watch_until, new.done_at + interval '30 days');
        end if;
      end if;
      return new;
    end $$;
    create trigger kept_for_last_release before insert or update on rail_orders
      for each row execute function keep_order_of_last_release();

    lock table bitso_orders, bridge_orders, mono_transfers in access exclusive mode;
    insert into rail_orders (provider, id, idempotency_key, requests, open_requests, is_accepted, reference, reason, message,
                             is_refused, requested_at, absent_since)
      select 'bitso', id, idempotency_key, requests, open_requests, is_accepted, reference, reason, message, is_refused,
             requested_at, absent_since
        from bitso_orders;
    insert into rail_orders (provider, id, purpose, fingerprint, amount, body, requests, open_requests, reference, reason,
                             message, is_refused, requested_at, absent_since, done_at, watch_at, watched)
      select 'bridge', id, purpose, fingerprint, amount, body, requests, open_requests, reference, reason, message,
             is_refused, requested_at, absent_since, done_at, watch_at, watched
        from bridge_orders;
    -- When Mono was asked is not known, and nothing depends on it.
    insert into rail_orders (provider, id, idempotency_key, body, requests, open_requests, absent_since, is_accepted,
                             reference, reason, message, refused_at, done_at, returned_at, returned_words, watch_at,
                             watch_until, alerted_at)
      select 'mono', id, idempotency_key, body, requests,
             case when is_open or (reason is not null and refused_at is null) then 1 else 0 end, absent_since, is_accepted,
             reference, reason, message, refused_at, done_at, returned_at, returned_words, watch_due_at, watch_until,
             alerted_at
        from mono_transfers;
    drop table bitso_orders, bridge_orders, mono_transfers;

    create view bitso_orders as
      select id, idempotency_key, requests, open_requests, is_accepted, reference, reason, message, is_refused, requested_at,
             absent_since, provider
        from rail_orders where provider = 'bitso';
    alter view bitso_orders alter column provider set default 'bitso';
    alter view bitso_orders alter column requests set default 1;
    create view bridge_orders as
      select id, purpose, fingerprint, amount, body, requests, open_requests, reference, reason, message, is_refused,
             requested_at, absent_since, done_at, watch_at, watched, provider
        from rail_orders where provider = 'bridge';
    alter view bridge_orders alter column provider set default 'bridge';
    create view mono_transfers as
      select id, idempotency_key, body, requests, is_open, absent_since, is_accepted, reference, reason, message, refused_at,
             done_at, returned_at, returned_words, watch_at as watch_due_at, watch_until, alerted_at, provider
        from rail_orders where provider = 'mono';
    alter view mono_transfers alter column provider set default 'mono';
    grant select, insert, update on bitso_orders, bridge_orders, mono_transfers to payments_app;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter view bitso_orders rename to bitso;
    alter view bridge_orders rename to bridge;
    alter view mono_transfers rename to mono;
    create table bitso_orders as select * from bitso;
    create table bridge_orders as select * from bridge;
    create table mono_transfers as select * from mono;
    alter table bitso_orders drop column provider, add primary key (id);
    alter table bridge_orders drop column provider, add primary key (id);
    alter table mono_transfers drop column provider, add primary key (id);
    grant select, insert, update on bitso_orders, bridge_orders, mono_transfers to payments_app;
    drop view bitso, bridge, mono;
    drop table rail_orders;
    drop function keep_order_of_last_release();
  `);
}
