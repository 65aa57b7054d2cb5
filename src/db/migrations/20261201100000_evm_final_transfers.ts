import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table evm_transfers
      -- Where it was first seen to go, once that has changed: the former reference is that of another deposit.
      add column first_recipient text,
      -- Why it was set aside, or could not be taken in so far.
      add column last_error text check (length(last_error) <= 500),
      drop constraint evm_transfers_status_check,
      -- Set aside: final on chain, but nothing that can be a deposit.
      add constraint evm_transfers_status_check
        check (status in ('seen', 'gone', 'final', 'dropped', 'set_aside')) not valid;
    alter table evm_transfers validate constraint evm_transfers_status_check;
    create index evm_transfers_to_report_by_network
      on evm_transfers (network, report_at, block_number, position, transaction_hash) where report_at is not null;
    create index evm_transfers_with_error on evm_transfers (network, seen_at) where last_error is not null;

    -- Of simulated deposits of a version that kept only their network.
    update simulator_operations o
       set details = o.details || jsonb_build_object('method', d.method, 'destination', d.destination,
                                                     'reference', d.reference, 'payer', d.payer)
      from deposits d
     where o.operation = 'deposit' and o.details -> 'destination' is null
       and d.provider = 'simulator' and d.provider_reference = o.idempotency_key;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    delete from evm_transfers where status = 'set_aside';
    drop index evm_transfers_with_error, evm_transfers_to_report_by_network;
    alter table evm_transfers
      drop constraint evm_transfers_status_check,
      add constraint evm_transfers_status_check check (status in ('seen', 'gone', 'final', 'dropped')),
      drop column last_error,
      drop column first_recipient;
  `);
}
