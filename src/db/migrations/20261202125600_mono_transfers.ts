import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Outgoing transfers that Mono was asked for, written before it is asked. All times are real ones.
    create table mono_transfers (
      -- Our external_id; its beginning says what the transfer is for.
      id text primary key check (id ~ '^(pay_out|refund)_[0-9a-f]{32}$'),
      idempotency_key text not null check (length(idempotency_key) <= 200),
      -- The request, to the byte: every repetition is the same. Null when the key was ruled out before any request.
      body text check (length(body) <= 2000),
      requests integer not null default 0 check (requests >= 0),
      -- The last request was not answered: it may have been carried out, or may still be.
      is_open boolean not null default false,
      -- Since when look-ups have found nothing, all of them.
      absent_since timestamptz,
      -- Mono has said that it has the transfer: it is only looked up from then on.
      is_accepted boolean not null default false,
      -- Mono's own id of it.
      reference text unique check (length(reference) <= 40),
      -- Why it was refused; final from refused_at on.
      reason text,
      message text check (length(message) <= 500),
      refused_at timestamptz,
      done_at timestamptz,
      -- When this service learned that Mono has taken a transfer back that was done, and in which words.
      returned_at timestamptz,
      returned_words text check (length(returned_words) <= 500),
      -- When Mono is asked next whether it still stands, and until when.
      watch_due_at timestamptz,
      watch_until timestamptz,
      -- Something else became of it than was told before: an operator was alerted.
      alerted_at timestamptz,
      check ((reason is null) = (message is null)),
      check (refused_at is null or reason is not null),
      check (refused_at is null or done_at is null),
      check (returned_at is null or done_at is not null),
      check ((returned_at is null) = (returned_words is null)),
      check (done_at is null or reference is not null)
    );
    create index mono_transfers_by_key on mono_transfers (idempotency_key);
    create index mono_transfers_watched on mono_transfers (watch_due_at) where watch_due_at is not null;
    create index mono_transfers_returned on mono_transfers (returned_at) where returned_at is not null;
    grant select, insert on mono_transfers to payments_app;
    grant update (body, requests, is_open, absent_since, is_accepted, reference, reason, message, refused_at, done_at,
                  returned_at, returned_words, watch_due_at, watch_until, alerted_at)
      on mono_transfers to payments_app;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table mono_transfers');
}
