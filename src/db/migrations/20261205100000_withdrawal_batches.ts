import type { Knex } from 'knex';

/** Many withdrawals that are checked, requested and decided on as one (D79). */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table withdrawal_batches (
      account_id uuid not null references accounts (id),
      id uuid not null,
      title text not null check (length(title) between 1 and 100),
      asset text not null references assets (asset),
      -- A digest of everything that was reviewed, by which the same batch is recognized.
      digest text not null check (digest ~ '^[0-9a-f]{64}$'),
      status text not null check (status in ('scheduled', 'started', 'cancelled', 'failed')),
      -- A day in the account's time zone.
      execute_on date not null,
      -- The time of the next attempt to start it; null once it is not scheduled any more.
      due_at timestamptz,
      -- Why it was not started; while it is scheduled, why the last attempt did not start it.
      failure_reason text check (length(failure_reason) between 1 and 100),
      repeats text check (repeats in ('weekly', 'monthly')),
      -- Of a monthly one; in shorter months it is the last day.
      month_day smallint check (month_day between 1 and 31),
      repeats_until date,
      -- How many more runs follow this one; null if only a day ends them, or nothing does.
      runs_left smallint check (runs_left >= 0),
      -- The first run of those that repeat; its own id otherwise.
      series_id uuid not null,
      -- Null: the operator.
      requested_by uuid references users (id),
      created_at timestamptz not null,
      started_at timestamptz,
      ended_by uuid references users (id),
      ended_at timestamptz,
      primary key (account_id, id),
      constraint withdrawal_batches_due check ((due_at is not null) = (status = 'scheduled')),
      constraint withdrawal_batches_monthly check ((month_day is not null) = (repeats is not distinct from 'monthly'))
    );
    create index withdrawal_batches_by_time on withdrawal_batches (account_id, created_at desc, id desc);
    create index withdrawal_batches_by_digest on withdrawal_batches (account_id, digest);
    create index withdrawal_batches_due_first on withdrawal_batches (due_at) where due_at is not null;
    create unique index withdrawal_batches_one_run_a_day on withdrawal_batches (account_id, series_id, execute_on);

    create table withdrawal_batch_lines (
      account_id uuid not null,
      batch_id uuid not null,
      -- The line of the file; the header is the first.
      line smallint not null check (line between 2 and 2000),
      amount numeric(20, 8) not null check (amount > 0),
      method text not null references payment_methods (method),
      destination jsonb not null,
      -- Null if it is not saved.
      destination_id uuid,
      reference text check (length(reference) between 1 and 100),
      note text check (length(note) between 1 and 200),
      -- Null until the batch is started.
      withdrawal_id uuid,
      primary key (account_id, batch_id, line),
      foreign key (account_id, batch_id) references withdrawal_batches (account_id, id),
      foreign key (account_id, destination_id) references withdrawal_destinations (account_id, id),
      foreign key (account_id, withdrawal_id) references transfers (account_id, id)
    );
    create unique index withdrawal_batch_lines_of_withdrawals
      on withdrawal_batch_lines (account_id, withdrawal_id) where withdrawal_id is not null;

    grant select, insert, update on withdrawal_batches, withdrawal_batch_lines to payments_app;

    -- The batch that a request belongs to, and with which it is decided on.
    alter table transfer_requests add column batch_id uuid;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table transfer_requests drop column batch_id;
    drop table withdrawal_batch_lines;
    drop table withdrawal_batches;
  `);
}
