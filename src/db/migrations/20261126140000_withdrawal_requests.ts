import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Where an account's people may withdraw to. What was saved never changes; it can only be removed.
    create table withdrawal_destinations (
      account_id uuid not null references accounts (id),
      id uuid not null,
      label text not null check (length(label) between 1 and 100),
      method text not null references payment_methods (method),
      destination jsonb not null,
      created_by uuid not null references users (id),
      created_at timestamptz not null,
      removed_at timestamptz,
      primary key (account_id, id)
    );

    -- How much of an asset one person may withdraw alone within 24 hours; null is as much as there is. A higher limit
    -- waits as the next one.
    create table withdrawal_limits (
      account_id uuid not null references accounts (id),
      asset text not null references assets (asset),
      amount numeric(20, 8) check (amount >= 0 and amount < 1e12),
      next_amount numeric(20, 8) check (next_amount >= 0 and next_amount < 1e12),
      next_at timestamptz,
      primary key (account_id, asset),
      check (next_amount is null or next_at is not null)
    );

    -- Who asked for a withdrawal in the panel, what it waited for, and who decided.
    create table withdrawal_requests (
      account_id uuid not null,
      withdrawal_id uuid not null,
      destination_id uuid not null,
      requested_by uuid not null references users (id),
      -- Null: it went at once. A withdrawal to a new destination goes by itself in the end.
      waits_for text check (waits_for in ('second_person', 'new_destination')),
      expires_at timestamptz,
      decision text check (decision in ('approved', 'declined', 'taken_back', 'expired')),
      -- Null when it expired.
      decided_by uuid references users (id),
      decided_at timestamptz,
      created_at timestamptz not null,
      primary key (account_id, withdrawal_id),
      foreign key (account_id, withdrawal_id) references transfers (account_id, id),
      foreign key (account_id, destination_id) references withdrawal_destinations (account_id, id),
      check ((waits_for is not distinct from 'second_person') = (expires_at is not null)),
      check (num_nulls(decision, decided_at) in (0, 2)),
      check ((decision is null or decision = 'expired') = (decided_by is null)),
      check (decision is null or waits_for is not null),
      -- D29: the second person is another one.
      check (decision is distinct from 'approved' or decided_by <> requested_by)
    );
    create index withdrawal_requests_by_time on withdrawal_requests (account_id, created_at);
    create index withdrawal_requests_by_destination on withdrawal_requests (account_id, destination_id);
    create index withdrawal_requests_waiting on withdrawal_requests (account_id, created_at)
      where waits_for is not null and decision is null;
    create index withdrawal_requests_by_expiry on withdrawal_requests (expires_at)
      where expires_at is not null and decision is null;

    alter table transfers
      drop constraint transfers_failure_reason_check,
      add constraint transfers_failure_reason_check check (failure_reason in
        ('PROVIDER_REFUSED', 'INVALID_DESTINATION', 'DESTINATION_REJECTED', 'ACCOUNT_CLOSED', 'LIMIT_EXCEEDED',
         'INSUFFICIENT_PROVIDER_FUNDS', 'QUOTE_EXPIRED', 'OPERATOR_DECIDED', 'RETURNED', 'NOT_APPROVED'));

    grant select, insert on withdrawal_destinations, withdrawal_limits, withdrawal_requests to payments_app;
    grant update (removed_at) on withdrawal_destinations to payments_app;
    grant update (amount, next_amount, next_at) on withdrawal_limits to payments_app;
    grant update (decision, decided_by, decided_at) on withdrawal_requests to payments_app;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table transfers drop constraint transfers_failure_reason_check;
    update transfers set failure_reason = 'OPERATOR_DECIDED' where failure_reason = 'NOT_APPROVED';
    alter table transfers add constraint transfers_failure_reason_check check (failure_reason in
      ('PROVIDER_REFUSED', 'INVALID_DESTINATION', 'DESTINATION_REJECTED', 'ACCOUNT_CLOSED', 'LIMIT_EXCEEDED',
       'INSUFFICIENT_PROVIDER_FUNDS', 'QUOTE_EXPIRED', 'OPERATOR_DECIDED', 'RETURNED'));
    drop table withdrawal_requests, withdrawal_limits, withdrawal_destinations;
  `);
}
