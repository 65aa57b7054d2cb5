import type { Knex } from 'knex';

/** One set of rules for all money that leaves an account (D44). */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- What one unit of each family of assets is worth in US dollars: good enough to compare amounts with a limit.
    create table currency_rates (
      family text primary key,
      usd numeric(20, 12) not null check (usd > 0),
      set_at timestamptz not null default now()
    );
    insert into currency_rates (family, usd) values ('MXN', 0.0545), ('USD', 1), ('COP', 0.000244);
    grant select, update on currency_rates to payments_app;

    -- What one person may move out of an account alone within 24 hours, valued in one currency; a null amount is no
    -- limit. A higher limit waits as the next one.
    create table account_limits (
      account_id uuid primary key references accounts (id),
      currency text not null references currency_rates (family),
      amount numeric(20, 8) check (amount >= 0 and amount < 1e12),
      next_currency text references currency_rates (family),
      next_amount numeric(20, 8) check (next_amount >= 0 and next_amount < 1e12),
      next_at timestamptz,
      check (num_nulls(next_currency, next_at) in (0, 2)),
      check (next_amount is null or next_at is not null)
    );
    grant select, insert, update on account_limits to payments_app;

    -- Limits were per asset. The one of the least value holds for everything from now on; higher limits that still
    -- waited are dropped, and can be set again.
    insert into account_limits (account_id, currency, amount)
      select distinct on (l.account_id) l.account_id, a.family,
             case when l.next_at <= service_now() then l.next_amount else l.amount end
        from withdrawal_limits l
        join assets a on a.asset = l.asset
        join currency_rates r on r.family = a.family
       where case when l.next_at <= service_now() then l.next_amount else l.amount end is not null
       order by l.account_id, case when l.next_at <= service_now() then l.next_amount else l.amount end * r.usd;
    drop table withdrawal_limits;

    -- Refunds to a destination that somebody named and conversions are asked for like withdrawals.
    alter table withdrawal_requests rename to transfer_requests;
    alter table transfer_requests rename column withdrawal_id to transfer_id;
    alter table transfer_requests rename constraint withdrawal_requests_pkey to transfer_requests_pkey;
    alter index withdrawal_requests_by_destination rename to transfer_requests_by_destination;
    alter index withdrawal_requests_waiting rename to transfer_requests_waiting;
    alter index withdrawal_requests_by_expiry rename to transfer_requests_by_expiry;
    drop index withdrawal_requests_by_time;
    alter table transfer_requests
      drop constraint withdrawal_requests_waits_for_check,
      add constraint transfer_requests_waits_for_check
        check (waits_for in ('second_person', 'new_destination', 'new_member')),
      -- Null for a destination that is not saved, and for a conversion, which has none.
      alter column destination_id drop not null,
      -- Null: the operator.
      alter column requested_by drop not null,
      -- From when it may be sent, which is when it counts for the limit; null while only a second person can let it go.
      add column goes_at timestamptz;
    update transfer_requests r
       set goes_at = case
             when r.decision = 'approved' then r.decided_at
             when r.waits_for = 'new_destination'
               then (select d.created_at + interval '24 hours' from withdrawal_destinations d
                      where d.account_id = r.account_id and d.id = r.destination_id)
             when r.waits_for is null then r.created_at
           end;
    create index transfer_requests_by_release on transfer_requests (account_id, goes_at);
    grant update (goes_at) on transfer_requests to payments_app;

    alter table transfers
      -- Of a refund: why the account sends the money back.
      add column refund_reason text
        check (refund_reason in ('requested_by_customer', 'duplicate', 'fraudulent', 'other')),
      -- Of a refund of a converted payment: the conversion that buys what is sent back.
      add column conversion_id uuid,
      add constraint transfers_conversion foreign key (account_id, conversion_id) references transfers (account_id, id),
      add constraint transfers_of_refund check (num_nulls(refund_reason, conversion_id) = 2 or kind = 'refund'),
      drop constraint transfers_of_deposit,
      -- A conversion is for a deposit when it buys what a refund of it sends.
      add constraint transfers_of_deposit check (
        case kind when 'withdrawal' then deposit_id is null when 'conversion' then true else deposit_id is not null end);
    create unique index transfers_by_conversion on transfers (account_id, conversion_id) where conversion_id is not null;

    alter table memberships
      -- From when somebody may move money out alone, and approve what others ask for: 24 hours after they joined, were
      -- promoted, or had their sign-in reset. Null while the invitation is open.
      add column trusted_at timestamptz,
      -- The owner who vouches for them until then.
      add column vouched_by uuid references users (id),
      add constraint memberships_vouched check (vouched_by <> user_id);
    update memberships set trusted_at = accepted_at + interval '24 hours';
  `);
}

/** Fails once a refund or a conversion was asked for by these rules; limits are lost. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table memberships drop constraint memberships_vouched, drop column vouched_by, drop column trusted_at;

    alter table transfers
      drop constraint transfers_of_deposit,
      drop constraint transfers_of_refund,
      drop column conversion_id,
      drop column refund_reason,
      add constraint transfers_of_deposit check ((kind in ('payment_conversion', 'refund')) = (deposit_id is not null));

    drop index transfer_requests_by_release;
    alter table transfer_requests
      drop column goes_at,
      alter column requested_by set not null,
      alter column destination_id set not null,
      drop constraint transfer_requests_waits_for_check,
      add constraint withdrawal_requests_waits_for_check check (waits_for in ('second_person', 'new_destination'));
    alter table transfer_requests rename column transfer_id to withdrawal_id;
    alter table transfer_requests rename to withdrawal_requests;
    alter table withdrawal_requests rename constraint transfer_requests_pkey to withdrawal_requests_pkey;
    alter index transfer_requests_by_destination rename to withdrawal_requests_by_destination;
    alter index transfer_requests_waiting rename to withdrawal_requests_waiting;
    alter index transfer_requests_by_expiry rename to withdrawal_requests_by_expiry;
    create index withdrawal_requests_by_time on withdrawal_requests (account_id, created_at);

    create table withdrawal_limits (
      account_id uuid not null references accounts (id),
      asset text not null references assets (asset),
      amount numeric(20, 8) check (amount >= 0 and amount < 1e12),
      next_amount numeric(20, 8) check (next_amount >= 0 and next_amount < 1e12),
      next_at timestamptz,
      primary key (account_id, asset),
      check (next_amount is null or next_at is not null)
    );
    grant select, insert on withdrawal_limits to payments_app;
    grant update (amount, next_amount, next_at) on withdrawal_limits to payments_app;
    drop table account_limits, currency_rates;
  `);
}
