import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- The limits of a network are counted for each account alone. Hashes are made of the account and of a phone's token or
    -- its network now: those that are there match nobody any more, and go within a day.
    create index qr_scans_by_account_and_network on qr_scans (account_id, network_hash, scanned_at);
    drop index qr_scans_by_network;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index qr_scans_by_account_and_network;
    create index qr_scans_by_network on qr_scans (network_hash, scanned_at);
  `);
}
