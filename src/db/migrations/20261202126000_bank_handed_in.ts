import type { Knex } from 'knex';

/** Statement files that people handed in, between their summary and its confirmation (D42). */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table bank_handed_in (
      account_id uuid not null references accounts (id),
      id uuid not null,
      sha256 text not null,
      name text not null check (length(name) <= 255),
      -- The bank account that was chosen; null for whichever the file names.
      bank_account text,
      -- Sealed with the deployment's key; null once it was taken in, because bank_files keeps it.
      content bytea,
      -- What it says, and would do.
      summary jsonb not null,
      handed_in_by uuid not null references users (id),
      created_at timestamptz not null default service_now(),
      expires_at timestamptz not null default service_now() + interval '1 day',
      -- Who typed the closing balance first, where a second person must.
      confirmed_by uuid references users (id),
      confirmed_at timestamptz,
      done_by uuid references users (id),
      done_at timestamptz,
      -- What became of it.
      result jsonb,
      primary key (account_id, id),
      constraint bank_handed_in_confirmed check ((confirmed_by is null) = (confirmed_at is null)),
      constraint bank_handed_in_two_people check (done_by <> confirmed_by),
      constraint bank_handed_in_done check (
        (done_at is null) = (done_by is null) and (done_at is null) = (result is null)
        and (done_at is null) = (content is not null))
    );
    -- Handed in twice, a file is the same one.
    create unique index bank_handed_in_open on bank_handed_in (account_id, sha256) where done_at is null;
    create index bank_handed_in_expiring on bank_handed_in (expires_at);
    -- A file that nobody confirms is deleted; the audit log says what was done.
    grant select, insert, update, delete on bank_handed_in to payments_app;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table bank_handed_in');
}
