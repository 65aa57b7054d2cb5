import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table qr_codes (
      account_id uuid not null references accounts (id),
      id uuid not null,
      name text not null check (length(name) between 1 and 100),
      store_label text check (length(store_label) between 1 and 100),
      external_reference text check (length(external_reference) between 1 and 100),
      currency text not null references link_currencies (currency),
      -- Null: the payer types it.
      fixed_amount numeric(20, 8) check (fixed_amount > 0 and fixed_amount < 1e12),
      status text not null check (status in ('active', 'disabled')),
      -- As it was printed, and drawn once.
      url text not null,
      svg text not null,
      created_at timestamptz not null,
      -- Gone from the API; the row stays for the payment links that it made.
      deleted_at timestamptz,
      primary key (account_id, id)
    );
    create unique index qr_codes_one_per_reference on qr_codes (account_id, external_reference)
      where deleted_at is null;
    create index qr_codes_by_time on qr_codes (account_id, created_at desc, id desc) where deleted_at is null;
    -- For payers, who name a code without its account.
    create index qr_codes_by_id on qr_codes (id);

    alter table payment_links
      -- The counter code whose scan made it.
      add column qr_code_id uuid,
      add constraint payment_links_of_qr_code foreign key (account_id, qr_code_id)
        references qr_codes (account_id, id);
    create index payment_links_collected on payment_links (account_id, qr_code_id, paid_at desc, code desc)
      where qr_code_id is not null and paid_at is not null;
    create index payment_links_unpaid_by_qr_code on payment_links (account_id, qr_code_id)
      where qr_code_id is not null and status in ('active', 'processing');

    -- Who made a counter code's link, in hashes that tell nothing without the service's key.
    create table qr_scans (
      account_id uuid not null,
      link_code text not null,
      qr_code_id uuid not null,
      payer_hash bytea not null,
      network_hash bytea not null,
      -- Real time, which the clock of the test environment does not move: limits go by it.
      scanned_at timestamptz not null default clock_timestamp(),
      primary key (account_id, link_code),
      foreign key (account_id, link_code) references payment_links (account_id, code)
    );
    create index qr_scans_by_payer on qr_scans (account_id, qr_code_id, payer_hash, scanned_at desc);
    create index qr_scans_by_network on qr_scans (network_hash, scanned_at);
    create index qr_scans_by_time on qr_scans (scanned_at);

    grant select, insert, update on qr_codes to payments_app;
    grant select, insert, update, delete on qr_scans to payments_app;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table qr_scans;
    alter table payment_links drop column qr_code_id;
    drop table qr_codes;
  `);
}
