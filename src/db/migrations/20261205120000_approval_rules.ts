import type { Knex } from 'knex';

/** No program before writes the columns of the first approval. */
export const oldestProgram = '20261202140000_refund_notes.ts';

/** An account's limit becomes the first of its approval rules (D80). */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Above which amount within 24 hours money leaves an account only with the approval of others. A rule never changes:
    -- one that is replaced or removed ends, and until then all of them hold.
    create table approval_rules (
      account_id uuid not null references accounts (id),
      id uuid not null,
      -- Null: withdrawals, refunds and conversions together.
      kind text check (kind in ('withdrawal', 'refund', 'conversion')),
      currency text not null references currency_rates (family),
      amount numeric(20, 8) not null check (amount >= 0 and amount < 1e12),
      approvals smallint not null check (approvals in (1, 2)),
      -- How many of them an owner must give.
      owners smallint not null check (owners between 0 and approvals),
      created_at timestamptz not null,
      -- Null: until it is removed.
      ends_at timestamptz,
      primary key (account_id, id)
    );
    grant select, insert, update, delete on approval_rules to payments_app;

    -- During an upgrade, a program that knows only the limit may still set it.
    create function keep_limit_rule() returns trigger language plpgsql as $$
    begin
      delete from approval_rules
       where account_id = new.account_id and kind is null and approvals = 1 and owners = 0;
      insert into approval_rules (account_id, id, currency, amount, approvals, owners, created_at, ends_at)
        select new.account_id, new_id(), l.currency, l.amount, 1, 0, service_now(), l.ends_at
          from (values (new.currency, new.amount, new.next_at),
                       (new.next_currency, new.next_amount, null)) as l (currency, amount, ends_at)
         where l.amount is not null and (l.ends_at is null or l.ends_at > service_now());
      return null;
    end $$;
    create trigger account_limits_rule after insert or update on account_limits
      for each row execute function keep_limit_rule();

    insert into approval_rules (account_id, id, currency, amount, approvals, owners, created_at, ends_at)
      select a.account_id, new_id(), l.currency, l.amount, 1, 0, service_now(), l.ends_at
        from account_limits a
       cross join lateral (values (a.currency, a.amount, a.next_at),
                                  (a.next_currency, a.next_amount, null)) as l (currency, amount, ends_at)
       where l.amount is not null and (l.ends_at is null or l.ends_at > service_now());

    alter table transfer_requests
      -- How many approvals it needs, and how many of them an owner must give.
      add column approvals_needed smallint not null default 1 check (approvals_needed in (1, 2)),
      add column owners_needed smallint not null default 0 check (owners_needed between 0 and 2),
      -- The first of two approvals; the second one decides.
      add column first_approved_at timestamptz,
      add column first_approved_by uuid check (first_approved_by <> requested_by)
        -- An older program, which knows of one approval only, cannot let such a transfer go.
        constraint transfer_requests_approved_twice check (
          decision is distinct from 'approved' or approvals_needed = 1
          or first_approved_by is not null and first_approved_by <> decided_by);
    alter table transfer_requests
      add constraint transfer_requests_first_approved_by_fkey foreign key (first_approved_by) references users (id) not valid;
    grant update (waits_for, expires_at, approvals_needed, owners_needed, first_approved_at, first_approved_by)
      on transfer_requests to payments_app;
  `);
}

/** Loses all rules but the limit as it was before. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table transfer_requests
      drop column first_approved_by,
      drop column first_approved_at,
      drop column owners_needed,
      drop column approvals_needed;
    drop trigger account_limits_rule on account_limits;
    drop function keep_limit_rule();
    drop table approval_rules;
  `);
}
