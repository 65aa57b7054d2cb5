import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- How much of an asset a provider should hold for the deployment, free of what is promised (D39).
    create table liquidity_bands (
      provider text not null check (provider ~ '^[a-z][a-z0-9_]{0,31}$'),
      asset text not null references assets (asset),
      minimum numeric(30, 8) not null check (minimum >= 0),
      target numeric(30, 8) not null check (target >= minimum),
      maximum numeric(30, 8) not null check (maximum >= target and maximum < 1e20),
      primary key (provider, asset)
    );

    -- Where the deployment's own money may be sent to, from one provider to another.
    create table liquidity_routes (
      id uuid primary key,
      from_provider text not null,
      to_provider text not null check (to_provider <> from_provider),
      asset text not null references assets (asset),
      -- Of the provider that sends.
      method text not null references payment_methods (method),
      destination jsonb not null,
      -- Sent without a second operator within 24 hours.
      daily_limit numeric(30, 8) not null check (daily_limit >= 0),
      -- The most that may be missing on arrival as the rail's fee.
      max_fee numeric(30, 8) not null check (max_fee >= 0),
      created_at timestamptz not null,
      -- When a first small transfer had arrived.
      proven_at timestamptz,
      removed_at timestamptz
    );
    create unique index liquidity_routes_in_use on liquidity_routes (from_provider, to_provider, asset)
      where removed_at is null;

    alter table transfers
      drop constraint transfers_kind_check,
      drop constraint transfers_whole,
      drop constraint transfers_of_deposit,
      add constraint transfers_kind_check
        check (kind in ('withdrawal', 'conversion', 'payment_conversion', 'refund', 'rebalancing')) not valid,
      add constraint transfers_whole check (
        case kind
          when 'refund' then true
          when 'withdrawal' then num_nulls(method, destination, to_asset, to_amount) = 0
          when 'rebalancing' then num_nulls(method, destination) = 0
          when 'conversion' then num_nulls(to_asset, to_amount, exchange_rate, quote_reference) = 0
          else num_nulls(method, to_asset, to_amount, exchange_rate, payment_link_code) = 0
        end) not valid,
      add constraint transfers_of_deposit check (
        case when kind in ('withdrawal', 'rebalancing') then deposit_id is null
             when kind = 'conversion' then true
             else deposit_id is not null end) not valid;

    -- A transfer of the house between two providers, from where it leaves to where it arrives.
    create table rebalancings (
      account_id uuid not null,
      transfer_id uuid not null,
      route_id uuid not null references liquidity_routes,
      to_provider text not null,
      asset text not null,
      amount numeric(30, 8) not null check (amount > 0),
      -- The small one that proves the route.
      is_proof boolean not null,
      -- Null: the service itself.
      requested_by uuid references operators (id),
      status text not null check (status in ('sending', 'in_transit', 'arrived', 'short', 'written_off', 'failed')),
      created_at timestamptz not null,
      -- By the real time, by which providers list what arrives.
      sent_at timestamptz,
      -- When it is looked for next; null once there is nothing more to find.
      due_at timestamptz,
      arrived_at timestamptz,
      arrival_reference text check (length(arrival_reference) between 1 and 200),
      arrived_amount numeric(30, 8) check (arrived_amount > 0),
      last_error text check (length(last_error) <= 500),
      primary key (account_id, transfer_id),
      foreign key (account_id, transfer_id) references transfers (account_id, id),
      constraint rebalancings_sent check ((status in ('sending', 'failed')) or sent_at is not null),
      constraint rebalancings_arrived
        check (num_nulls(arrived_at, arrival_reference, arrived_amount) in (0, 3)
               and (status not in ('arrived', 'short') or arrived_at is not null))
    );
    -- What arrived once is one rebalancing's.
    create unique index rebalancings_by_arrival on rebalancings (account_id, to_provider, arrival_reference)
      where arrival_reference is not null;
    create index rebalancings_due on rebalancings (due_at) where due_at is not null;
    create index rebalancings_by_route on rebalancings (route_id, created_at);
    create index rebalancings_open on rebalancings (created_at) where status in ('sending', 'in_transit', 'short');

    grant select, insert, update, delete on liquidity_bands to payments_app;
    grant select, insert, update on liquidity_routes, rebalancings to payments_app;
  `);
}

/** Fails once something was sent between providers. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table rebalancings;
    drop table liquidity_routes;
    drop table liquidity_bands;
    alter table transfers
      drop constraint transfers_kind_check,
      drop constraint transfers_whole,
      drop constraint transfers_of_deposit,
      add constraint transfers_kind_check check (kind in ('withdrawal', 'conversion', 'payment_conversion', 'refund')),
      add constraint transfers_whole check (
        case kind
          when 'refund' then true
          when 'withdrawal' then num_nulls(method, destination, to_asset, to_amount) = 0
          when 'conversion' then num_nulls(to_asset, to_amount, exchange_rate, quote_reference) = 0
          else num_nulls(method, to_asset, to_amount, exchange_rate, payment_link_code) = 0
        end),
      add constraint transfers_of_deposit check (
        case kind when 'withdrawal' then deposit_id is null when 'conversion' then true else deposit_id is not null end);
  `);
}
