import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table evm_wallets
      -- From this nonce on, transactions are signed that were given up but stay valid: the wallet never gets there.
      add column nonce_limit bigint check (nonce_limit >= 0);

    alter table evm_orders
      add column cancel_wanted_at timestamptz,
      drop constraint evm_orders_kind_check,
      add constraint evm_orders_kind_check check (kind in ('pay_out', 'refund', 'top_up', 'sweep', 'cancel')),
      drop constraint evm_orders_amount_check,
      add constraint evm_orders_amount_check check (amount > 0 or kind = 'cancel' and amount = 0),
      -- Cancelled: a transaction that moves nothing has used up its nonce. Abandoned: its nonce is never reached.
      drop constraint evm_orders_status_check,
      add constraint evm_orders_status_check check (status in ('open', 'done', 'reverted', 'cancelled', 'abandoned')),
      drop constraint evm_orders_final,
      add constraint evm_orders_final check (
        (status = 'open') = (final_at is null)
        and (status in ('open', 'abandoned') or transaction_hash is not null and gas_paid is not null)),
      -- What was abandoned is ordered again under the same key.
      drop constraint evm_orders_idempotency_key_key,
      drop constraint evm_orders_release_id_key;
    create unique index evm_orders_by_release on evm_orders (release_id) where status <> 'abandoned';
    create unique index evm_orders_by_key on evm_orders (idempotency_key) where status <> 'abandoned';
    drop index evm_orders_by_end;
    create index evm_orders_by_end on evm_orders (final_at) where status in ('done', 'reverted', 'cancelled');
    grant update (cancel_wanted_at) on evm_orders to payments_app;
    grant delete on evm_decisions to payments_app;

    alter table evm_transactions
      -- Null: that of its order.
      add column gas_limit bigint,
      -- The newest block when it was signed.
      add column signed_at_block bigint,
      -- It moves nothing from the wallet to itself, instead of what was ordered.
      add column cancels boolean not null default false;

    drop index evm_sweeps_open;
    create index evm_sweeps_open on evm_sweeps (network, due_at) where outcome is null;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index evm_sweeps_open;
    create index evm_sweeps_open on evm_sweeps (network, created_at, address) where outcome is null;
    alter table evm_transactions drop column gas_limit, drop column signed_at_block, drop column cancels;
    revoke delete on evm_decisions from payments_app;
    drop index evm_orders_by_end, evm_orders_by_key, evm_orders_by_release;
    create index evm_orders_by_end on evm_orders (final_at) where status in ('done', 'reverted');
    alter table evm_orders
      drop column cancel_wanted_at,
      drop constraint evm_orders_kind_check,
      add constraint evm_orders_kind_check check (kind in ('pay_out', 'refund', 'top_up', 'sweep')),
      drop constraint evm_orders_amount_check,
      add constraint evm_orders_amount_check check (amount > 0),
      drop constraint evm_orders_status_check,
      add constraint evm_orders_status_check check (status in ('open', 'done', 'reverted')),
      drop constraint evm_orders_final,
      add constraint evm_orders_final check (
        (status = 'open') = (final_at is null) and (status = 'open' or transaction_hash is not null and gas_paid is not null)),
      add constraint evm_orders_idempotency_key_key unique (idempotency_key),
      add constraint evm_orders_release_id_key unique (release_id);
    alter table evm_wallets drop column nonce_limit;
  `);
}
