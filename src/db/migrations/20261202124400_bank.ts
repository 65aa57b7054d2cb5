import type { Knex } from 'knex';

/** Accounts at banks that are kept by files (D42): what was handed in, what the books prove, what is paid out. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- What is known of an account of the configuration.
    create table bank_accounts (
      account text primary key,
      -- The last closing balance that the statements prove; null before the first.
      closing numeric(30, 8),
      -- Of how many statements, in a row.
      statements bigint not null default 0,
      -- Up to which of them a later statement, or a person who read the balance at the bank, agrees.
      agreed bigint not null default 0,
      -- The day of the last closing balance, as the bank writes it.
      closed_on text,
      proven_at timestamptz
    );

    -- Every file that was handed in, as it was.
    create table bank_files (
      id uuid primary key,
      sha256 text not null,
      name text not null check (length(name) <= 255),
      source text not null check (source in ('folder', 'command', 'panel')),
      handed_in_by text,
      format text,
      -- Sealed with the deployment's key.
      content bytea not null,
      -- Why it was refused; null if it was taken.
      refused text check (length(refused) <= 500),
      received_at timestamptz not null default service_now()
    );
    create unique index bank_files_by_content on bank_files (sha256) where refused is null;
    create index bank_files_refused on bank_files (sha256) where refused is not null;
    create index bank_files_by_time on bank_files (received_at);

    create table bank_statements (
      id uuid primary key,
      account text not null,
      file_id uuid not null references bank_files,
      -- A hash of all that it says.
      identity text not null,
      bank_id text,
      role text not null check (role in ('books', 'early')),
      opening numeric(30, 8),
      closing numeric(30, 8),
      -- Its place among the account's proven statements.
      number bigint,
      -- Why it waits; null once it is booked.
      waits text check (length(waits) <= 500),
      -- What it says, while it waits.
      content jsonb,
      received_at timestamptz not null default service_now(),
      unique (account, identity),
      constraint bank_statements_waiting check ((waits is null) = (content is null))
    );
    create unique index bank_statements_by_number on bank_statements (account, number);
    create index bank_statements_by_bank_id on bank_statements (account, bank_id);
    create index bank_statements_waiting_by_account on bank_statements (account) where waits is not null;

    create table bank_entries (
      id bigint generated always as identity primary key,
      account text not null,
      -- By which repeated reports are recognized: the fingerprint and its place among equal ones of the day.
      identity text not null unique check (length(identity) between 1 and 200),
      fingerprint text not null,
      -- Where it was seen first, and whether it was seen in the other kind of file, too.
      role text not null check (role in ('books', 'early')),
      is_paired boolean not null default false,
      -- The fingerprints by which early files told of it, while it was pending and when it was booked.
      told_pending text,
      told_booked text,
      -- Of the statement that proves it; null while it was only told early.
      statement bigint,
      amount numeric(30, 8) not null check (amount <> 0),
      currency text not null,
      booking_date text,
      value_date text,
      is_booked boolean not null,
      kind text not null check (kind in ('deposit', 'pay_out', 'return', 'taken_back', 'cost', 'other', 'unknown')),
      -- The order of a payout or its return, or the identity of the deposit that is taken back.
      subject text,
      -- Our own reference, if exactly one was found.
      reference text,
      -- Everything that the bank says of it.
      entry jsonb not null,
      -- It counts: the books have it, or the operator trusts what this bank tells early; and nobody has to look first.
      is_final boolean not null,
      -- It was told early and is not in the books of its day.
      is_dropped boolean not null default false,
      -- An operator has said what it is.
      decided_by uuid references operators (id),
      learned_at timestamptz not null default service_now(),
      -- When its report is due; null once it was taken in.
      report_due_at timestamptz,
      report_attempts integer not null default 0
    );
    create index bank_entries_by_fingerprint on bank_entries (account, fingerprint);
    create index bank_entries_by_amount on bank_entries (account, amount);
    create index bank_entries_told_pending on bank_entries (account, told_pending) where told_pending is not null;
    create index bank_entries_told_booked on bank_entries (account, told_booked) where told_booked is not null;
    create index bank_entries_unpaired on bank_entries (account, amount) where not is_paired;
    create index bank_entries_by_time on bank_entries (learned_at, id);
    create index bank_entries_due on bank_entries (report_due_at) where report_due_at is not null;
    create index bank_entries_credits on bank_entries (account, id) where kind = 'deposit';
    create index bank_entries_early on bank_entries (account)
      where is_final and statement is null and not is_dropped;
    create index bank_entries_unknown on bank_entries (learned_at) where kind = 'unknown';
    create index bank_entries_not_final on bank_entries (account, id) where not is_final;
    create index bank_entries_by_subject on bank_entries (subject) where subject is not null;

    -- The references that payers were told.
    create table bank_places (
      reference text primary key,
      idempotency_key text not null unique,
      account text not null,
      -- SPEI's seven digits, where payers are told them; far from unique.
      numeric_reference text,
      created_at timestamptz not null default service_now()
    );
    create index bank_places_numeric_reference_index on bank_places (account, numeric_reference)
      where numeric_reference is not null;

    create table bank_batches (
      -- The file's message id.
      id text primary key,
      account text not null,
      name text not null,
      content bytea not null,
      sha256 text not null,
      payments integer not null check (payments > 0),
      total numeric(30, 8) not null check (total > 0),
      -- How the file groups its payments.
      groups jsonb not null,
      released_by text,
      created_at timestamptz not null default service_now(),
      -- When the file was in its folder.
      written_at timestamptz
    );
    create index bank_batches_by_account on bank_batches (account, created_at);
    create index bank_batches_unwritten on bank_batches (created_at) where written_at is null;

    create table bank_orders (
      -- Our own, which the bank repeats.
      id text primary key,
      idempotency_key text not null unique,
      account text not null,
      is_refund boolean not null,
      amount numeric(30, 8) not null check (amount > 0),
      destination jsonb not null,
      state text not null check (state in ('waiting', 'exported', 'done', 'refused')),
      batch_id text references bank_batches,
      reason text,
      words text check (length(words) <= 500),
      -- What the bank says of it, which needs an operator.
      remark text check (length(remark) <= 500),
      created_at timestamptz not null default service_now(),
      -- When the debit was in the books.
      done_at timestamptz,
      constraint bank_orders_exported check ((state in ('exported', 'done')) <= (batch_id is not null)),
      constraint bank_orders_refused check ((state = 'refused') = (reason is not null))
    );
    create index bank_orders_waiting on bank_orders (account, created_at) where state = 'waiting';
    create index bank_orders_by_batch on bank_orders (batch_id) where batch_id is not null;

    grant select, insert, update on bank_accounts, bank_statements, bank_entries, bank_batches, bank_orders to payments_app;
    grant select, insert on bank_files, bank_places to payments_app;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table bank_orders;
    drop table bank_batches;
    drop table bank_places;
    drop table bank_entries;
    drop table bank_statements;
    drop table bank_files;
    drop table bank_accounts;
  `);
}
