import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- The people who operate the deployment on its command line, each with a key of their own (D45).
    create table operators (
      id uuid primary key,
      name text not null check (name ~ '^[a-z][a-z0-9._-]{0,39}$'),
      -- Part of the key, by which its operator is found.
      public_id text not null unique check (length(public_id) <= 40),
      key_stamp bytea not null,
      -- Null: the first one, whom nobody could add.
      added_by uuid references operators (id),
      works_from timestamptz not null,
      revoked_at timestamptz,
      revoked_by uuid references operators (id),
      created_at timestamptz not null,
      check ((revoked_at is null) = (revoked_by is null)),
      check (revoked_by <> id and added_by <> id)
    );
    create unique index operators_one_per_name on operators (name) where revoked_at is null;
    create unique index operators_one_first on operators ((true)) where added_by is null;

    -- What one operator asks for and another must approve. What was asked for never changes.
    create table operator_requests (
      id uuid primary key,
      kind text not null check (kind ~ '^[a-z][a-z_.]{2,59}$'),
      details jsonb not null check (jsonb_typeof(details) = 'object' and length(details::text) <= 8000),
      reason text not null check (length(reason) between 1 and 500),
      evidence text check (length(evidence) between 1 and 500),
      requested_by uuid not null references operators (id),
      created_at timestamptz not null,
      expires_at timestamptz not null,
      request_stamp bytea not null,
      decision text check (decision in ('approved', 'declined')),
      decided_by uuid references operators (id),
      decided_at timestamptz,
      approval_stamp bytea,
      check (expires_at > created_at),
      check (num_nulls(decision, decided_by, decided_at) in (0, 3)),
      check ((decision is not distinct from 'approved') = (approval_stamp is not null)),
      constraint operator_requests_two_persons
        check (decision is distinct from 'approved' or decided_by <> requested_by),
      constraint operator_requests_in_time
        check (decision is distinct from 'approved' or decided_at < expires_at)
    );
    create index operator_requests_by_time on operator_requests (created_at desc, id desc);
    create index operator_requests_by_kind on operator_requests (kind, created_at desc, id desc);
    create index operator_requests_waiting on operator_requests (created_at desc, id desc) where decision is null;

    -- What operators did; append-only.
    create table operator_log (
      id uuid primary key,
      -- Null: before there were operators.
      operator_id uuid references operators (id),
      action text not null check (length(action) <= 60),
      subject text not null check (length(subject) <= 200),
      details jsonb not null check (length(details::text) <= 8000),
      created_at timestamptz not null
    );
    create index operator_log_by_time on operator_log (created_at desc, id desc);

    grant select, insert on operators, operator_requests, operator_log to payments_app;
    grant update (public_id, key_stamp, revoked_at, revoked_by) on operators to payments_app;
    grant update (decision, decided_by, decided_at, approval_stamp) on operator_requests to payments_app;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table operator_log, operator_requests, operators');
}
