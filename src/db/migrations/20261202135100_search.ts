import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- For the panel's search (panel/search/repository.ts). Hashes, because they take less than a third of the texts.

    -- What payers have as proof of a payment: SPEI's tracking key, or a transaction's hash.
    create index deposits_by_proof
      on deposits (account_id, hashtext(lower(coalesce(payer ->> 'tracking_key', payer ->> 'transaction_hash'))))
      where coalesce(payer ->> 'tracking_key', payer ->> 'transaction_hash') is not null;

    -- Where a payment came from.
    create index deposits_by_sender
      on deposits (account_id, hashtext(lower(coalesce(payer ->> 'account', payer ->> 'source_address'))),
                   created_at desc, id desc)
      where coalesce(payer ->> 'account', payer ->> 'source_address') is not null;

    -- Where a withdrawal or refund goes.
    create index transfers_by_destination
      on transfers (account_id, hashtext(lower(coalesce(destination ->> 'clabe', destination ->> 'address',
                      destination ->> 'key', destination #>> '{bank,iban}', destination #>> '{bank,account_number}'))),
                    created_at desc, id desc)
      where kind in ('withdrawal', 'refund');

    -- What payers quote; methods on a chain have none.
    create index payment_link_methods_by_reference on payment_link_methods (account_id, reference)
      where reference is not null;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index payment_link_methods_by_reference, transfers_by_destination, deposits_by_sender, deposits_by_proof;
  `);
}
