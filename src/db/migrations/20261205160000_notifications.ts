import type { Knex } from 'knex';

/** What people and chats are told of an account's payments (D82). */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- What a member is told by e-mail. A member without a row is told nothing.
    create table notification_preferences (
      account_id uuid not null,
      user_id uuid not null,
      kinds text[] not null check (kinds <@ array['payment', 'review', 'refund', 'withdrawal', 'taken_back']),
      -- Payments below it in its currency are not told; both are null for all payments.
      minimum numeric(20, 8) check (minimum > 0),
      minimum_currency text check (char_length(minimum_currency) between 2 and 10),
      -- The hour of the account's day at which the daily digest is sent; the three are null without one.
      digest_hour smallint check (digest_hour between 0 and 23),
      -- Where the period of the next digest begins.
      digest_from timestamptz,
      digest_due_at timestamptz,
      primary key (account_id, user_id),
      foreign key (account_id, user_id) references memberships (account_id, user_id) on delete cascade,
      check ((minimum is null) = (minimum_currency is null)),
      check (num_nulls(digest_hour, digest_from, digest_due_at) in (0, 3))
    );
    create index notification_digests_due on notification_preferences (digest_due_at) where digest_due_at is not null;
    grant select, insert, update, delete on notification_preferences to payments_app;

    -- The chat that is told of an account's payments.
    create table chat_webhooks (
      account_id uuid primary key references accounts (id),
      service text not null check (service in ('slack', 'teams', 'google_chat', 'discord')),
      -- Whoever knows the URL can write to the chat.
      sealed_url bytea not null,
      -- Its host and its end, by which people recognize it.
      shown_url text not null check (char_length(shown_url) between 1 and 300),
      language text not null check (language in ('en', 'es')),
      kinds text[] not null check (kinds <@ array['payment', 'review', 'refund', 'withdrawal', 'taken_back']),
      minimum numeric(20, 8) check (minimum > 0),
      minimum_currency text check (char_length(minimum_currency) between 2 and 10),
      -- Since when nothing is sent, because a message could not be delivered; null while it works.
      paused_at timestamptz,
      created_at timestamptz not null,
      check ((minimum is null) = (minimum_currency is null))
    );
    grant select, insert, update, delete on chat_webhooks to payments_app;

    -- Messages that wait to be posted to a chat.
    create table chat_messages (
      account_id uuid not null references chat_webhooks (account_id) on delete cascade,
      id uuid not null,
      text text not null check (char_length(text) between 1 and 4000),
      -- The page of the panel that it leads to.
      url text not null check (char_length(url) between 1 and 500),
      attempts smallint not null default 0,
      next_attempt_at timestamptz not null,
      lease_token uuid,
      lease_expires_at timestamptz,
      created_at timestamptz not null,
      primary key (account_id, id)
    );
    create index chat_messages_due on chat_messages (next_attempt_at);
    grant select, insert, update, delete on chat_messages to payments_app;

    -- Up to where the events of an account have been told. Only accounts that tell someone have a row.
    create table notification_feeds (
      account_id uuid primary key references accounts (id),
      last_sequence bigint not null,
      -- Facts before it are gathered.
      due_at timestamptz not null
    );
    create index notification_feeds_due on notification_feeds (due_at);
    grant select, insert, update, delete on notification_feeds to payments_app;

    -- What is to be told although it has no event. It is deleted once it is told.
    create table notification_facts (
      account_id uuid not null references notification_feeds (account_id) on delete cascade,
      id uuid not null,
      kind text not null check (kind in ('withdrawal_waiting', 'refund_waiting', 'taken_back')),
      -- The transfer or the deposit.
      subject_id uuid not null,
      amount numeric(20, 8) not null,
      asset text not null,
      primary key (account_id, id)
    );
    grant select, insert, update, delete on notification_facts to payments_app;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table notification_facts;
    drop table notification_feeds;
    drop table chat_messages;
    drop table chat_webhooks;
    drop table notification_preferences;
  `);
}
