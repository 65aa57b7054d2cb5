import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table accounts (
      id uuid primary key,
      name text not null check (length(name) between 1 and 200),
      email text check (length(email) <= 320),
      status text not null default 'active' check (status in ('active', 'suspended', 'blocked')),
      kyb text not null default 'not_started'
        check (kyb in ('not_started', 'incomplete', 'pending_review', 'approved', 'rejected')),
      -- Set at the first approval and never cleared: credentials work from then on (D14).
      kyb_first_approved_at timestamptz,
      kyc text not null default 'not_started' check (kyc in ('not_started', 'incomplete', 'approved')),
      email_verified boolean not null default false,
      phone_verified boolean not null default false,
      owner_exists boolean not null default true,
      auto_refund boolean not null default false,
      disabled_methods text[] not null default '{}',
      created_at timestamptz not null,
      constraint accounts_approval_recorded check (kyb <> 'approved' or kyb_first_approved_at is not null)
    );

    create table credentials (
      account_id uuid not null references accounts (id),
      id uuid not null,
      public_id text not null,
      name text not null check (length(name) between 1 and 200),
      environment text not null,
      scopes text[] not null,
      secret_hmac bytea not null,
      pepper_version smallint not null,
      last_four text not null check (length(last_four) = 4),
      allowed_cidrs text[] not null default '{}',
      api_version text not null,
      requests_per_minute integer not null check (requests_per_minute between 1 and 1000000),
      money_operations_per_day integer not null check (money_operations_per_day between 0 and 100000000),
      expires_at timestamptz,
      revoked_at timestamptz,
      created_at timestamptz not null,
      primary key (account_id, id)
    );
    create index credentials_by_public_id on credentials (public_id);

    -- One row per credential and day (UTC); the check is what refuses the operation over the quota.
    create table money_quotas (
      account_id uuid not null,
      credential_id uuid not null,
      day date not null,
      used integer not null,
      quota integer not null,
      primary key (account_id, credential_id, day),
      foreign key (account_id, credential_id) references credentials (account_id, id),
      constraint money_quotas_within_limit check (used <= quota)
    );
    create index money_quotas_by_day on money_quotas (day);

    create table idempotency_records (
      account_id uuid not null references accounts (id),
      key text not null,
      request_hash bytea not null,
      status smallint not null,
      headers jsonb not null,
      -- The answer to the byte; sealed instead when it shows a secret.
      body text,
      sealed_body bytea,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      primary key (account_id, key),
      constraint idempotency_records_one_body check (body is null or sealed_body is null)
    );
    create index idempotency_records_by_expiry on idempotency_records (expires_at);

    grant select, insert, update on accounts, credentials to payments_app;
    grant select, insert, update, delete on money_quotas, idempotency_records to payments_app;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table idempotency_records, money_quotas, credentials, accounts');
}
