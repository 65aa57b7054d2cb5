import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- The people who use the account panel (D29). A person may have a role in several accounts.
    create table users (
      id uuid primary key,
      email text not null unique check (email = lower(email) and length(email) between 3 and 320),
      name text not null check (length(name) between 1 and 200),
      -- Null: whatever the browser prefers.
      language text check (language in ('en', 'es')),
      -- Set by the operator: the user can do nothing in any account.
      disabled_at timestamptz,
      created_at timestamptz not null
    );

    create table memberships (
      account_id uuid not null references accounts (id),
      user_id uuid not null references users (id),
      role text not null check (role in ('owner', 'finance', 'developer', 'viewer')),
      -- Null while the invitation is open.
      accepted_at timestamptz,
      created_at timestamptz not null,
      primary key (account_id, user_id)
    );
    create index memberships_by_user on memberships (user_id);

    -- Invitations, first sign-ins and resets. Opening the link does nothing; its form uses it up.
    create table one_time_links (
      account_id uuid not null,
      id uuid not null,
      user_id uuid not null,
      purpose text not null check (purpose in ('invitation', 'reset')),
      token_hash bytea not null,
      expires_at timestamptz not null,
      used_at timestamptz,
      created_at timestamptz not null,
      primary key (account_id, id),
      foreign key (account_id, user_id) references memberships (account_id, user_id) on delete cascade
    );
    create index one_time_links_by_token on one_time_links (token_hash);
    create index one_time_links_by_user on one_time_links (account_id, user_id);
    create index one_time_links_by_expiry on one_time_links (expires_at);

    create table passkeys (
      user_id uuid not null references users (id),
      id uuid not null,
      credential_id text not null unique check (length(credential_id) <= 1400),
      public_key bytea not null,
      -- Of the signatures made; authenticators that do not count leave it at zero.
      sign_counter bigint not null check (sign_counter >= 0),
      transports text[] not null,
      name text not null check (length(name) between 1 and 100),
      created_at timestamptz not null,
      last_used_at timestamptz,
      primary key (user_id, id)
    );

    -- What a signature must be made for, once.
    create table passkey_challenges (
      challenge text primary key,
      -- Null: of somebody who signs in.
      user_id uuid,
      expires_at timestamptz not null
    );
    create index passkey_challenges_by_expiry on passkey_challenges (expires_at);

    -- A password is worth nothing without its second factor, so that both are stored together.
    create table passwords (
      user_id uuid primary key references users (id),
      hash text not null,
      sealed_totp_secret bytea not null,
      -- The time step of the last code: each counts once.
      last_totp_step bigint not null,
      changed_at timestamptz not null
    );

    create table recovery_codes (
      user_id uuid not null references passwords (user_id) on delete cascade,
      code_hmac bytea not null,
      used_at timestamptz,
      primary key (user_id, code_hmac)
    );

    create table user_sessions (
      user_id uuid not null references users (id),
      id uuid not null,
      token_hash bytea not null,
      address text not null,
      agent text not null check (length(agent) <= 300),
      created_at timestamptz not null,
      last_used_at timestamptz not null,
      -- When the user last proved who they are.
      proven_at timestamptz not null,
      primary key (user_id, id)
    );
    create unique index user_sessions_by_token on user_sessions (token_hash);
    create index user_sessions_by_age on user_sessions (created_at);

    -- Browsers in which a user has signed in before.
    create table known_devices (
      user_id uuid not null references users (id),
      token_hash bytea not null,
      last_used_at timestamptz not null,
      primary key (user_id, token_hash)
    );
    create index known_devices_by_use on known_devices (last_used_at);

    -- Tries to sign in by password, each in all scopes that limit it: its address, its device, its e-mail address.
    create table sign_in_attempts (
      scope_hash bytea not null,
      id uuid not null,
      created_at timestamptz not null,
      primary key (scope_hash, id)
    );
    create index sign_in_attempts_by_time on sign_in_attempts (created_at);

    -- What people did, in the panel or on the command line. Nobody can change it: the service may only add to it.
    create table audit_entries (
      account_id uuid not null references accounts (id),
      id uuid not null,
      action text not null check (length(action) <= 100),
      -- Null: the operator, on the command line.
      user_id uuid,
      -- As it was then.
      user_email text,
      session_id uuid,
      address text,
      request_id text,
      -- What it was done to, and what else is to be known of it.
      subject text not null check (length(subject) <= 400),
      details jsonb not null,
      created_at timestamptz not null,
      primary key (account_id, id)
    );
    create index audit_entries_by_time on audit_entries (account_id, created_at, id);

    -- Only companies have API keys (D29).
    alter table accounts add column kind text not null default 'company' check (kind in ('company', 'individual'));

    -- Contains a secret, so that the log must not tell it.
    alter table outbox_messages add column confidential boolean not null default false;

    grant select, insert, update on users, passwords to payments_app;
    grant delete on passwords to payments_app;
    grant select, insert, update, delete on memberships, one_time_links, passkeys, recovery_codes, user_sessions,
      known_devices to payments_app;
    grant select, insert, delete on passkey_challenges, sign_in_attempts to payments_app;
    grant select, insert on audit_entries to payments_app;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table outbox_messages drop column confidential;
    alter table accounts drop column kind;
    drop table audit_entries, sign_in_attempts, known_devices, user_sessions, recovery_codes, passwords,
      passkey_challenges, passkeys, one_time_links, memberships, users;
  `);
}
