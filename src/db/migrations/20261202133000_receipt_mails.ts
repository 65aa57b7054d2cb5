import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- The receipts that were e-mailed at a payer's request. Never the address itself: only whether it had one already.
    create table receipt_mails (
      account_id uuid not null,
      link_code text not null,
      address_hmac bytea not null check (length(address_hmac) = 32),
      created_at timestamptz not null,
      primary key (account_id, link_code, address_hmac),
      foreign key (account_id, link_code) references payment_links (account_id, code)
    );
    create index receipt_mails_by_time on receipt_mails (account_id, created_at);
    grant select, insert on receipt_mails to payments_app;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table receipt_mails');
}
