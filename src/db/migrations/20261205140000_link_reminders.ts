import type { Knex } from 'knex';

/** Mails that remind customers of payment links before and after their expiry (D81). */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- An account without a row reminds no one.
    create table link_reminder_settings (
      account_id uuid primary key references accounts (id),
      -- Null: no reminder before the expiry, or after it.
      hours_before integer check (hours_before between 1 and 720),
      hours_after integer check (hours_after between 1 and 720),
      -- Of mails to customers whose language is not known.
      language text not null check (language in ('en', 'es')),
      -- The reminders that were due until then are planned or were left out.
      planned_until timestamptz not null,
      constraint link_reminder_settings_some check (hours_before is not null or hours_after is not null)
    );
    create index link_reminder_settings_due on link_reminder_settings (planned_until);

    -- One row for each reminder of a link. A link that is prolonged has others for its new expiry.
    create table link_reminders (
      account_id uuid not null,
      link_code text not null,
      kind text not null check (kind in ('before', 'after')),
      expires_at timestamptz not null,
      planned_at timestamptz not null,
      -- When a worker next looks at it.
      next_at timestamptz not null,
      -- Null until it is decided.
      outcome text check (outcome in ('sent', 'late', 'off', 'moved', 'settled', 'no_address', 'stopped', 'in_parts',
                                      'account_inactive', 'limit')),
      decided_at timestamptz,
      -- Of the address that it was sent to, and of the token with which its reader stops all of them. Never either itself.
      address_digest bytea check (length(address_digest) = 32),
      stop_digest bytea check (length(stop_digest) = 32),
      -- Without a foreign key, which would lock many links at once and hold up their payments.
      primary key (account_id, link_code, kind, expires_at),
      constraint link_reminders_sent check (
        (outcome is null) = (decided_at is null)
        and num_nulls(address_digest, stop_digest) = case when outcome = 'sent' then 0 else 2 end)
    );
    create index link_reminders_due on link_reminders (next_at) where outcome is null;
    create index link_reminders_sent_by_time on link_reminders (account_id, decided_at) where outcome = 'sent';
    create unique index link_reminders_by_stop on link_reminders (stop_digest) where stop_digest is not null;

    -- A link or a customer for whom a person has stopped reminders, or an address whose reader has.
    create table link_reminder_stops (
      account_id uuid not null references accounts (id),
      kind text not null check (kind in ('link', 'customer', 'address')),
      -- The link's code, the customer's id, or the digest of the address in hexadecimal.
      subject text not null check (length(subject) <= 64),
      created_at timestamptz not null,
      primary key (account_id, kind, subject)
    );

    grant select, insert, update, delete on link_reminder_settings to payments_app;
    grant select, insert, update on link_reminders to payments_app;
    grant select, insert, delete on link_reminder_stops to payments_app;

    -- The page on which the reader of a mail stops others like it, for the headers of RFC 8058.
    alter table outbox_messages add column unsubscribe_url text check (length(unsubscribe_url) <= 2048);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table outbox_messages drop column unsubscribe_url;
    drop table link_reminder_stops;
    drop table link_reminders;
    drop table link_reminder_settings;
  `);
}
