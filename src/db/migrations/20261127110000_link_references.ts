import type { Knex } from 'knex';

// What the service itself writes for a new link: see exactTermsOf in src/payment-links/search/terms.ts.
const BACKFILL = `
  insert into payment_link_terms (account_id, term, created_at, link_code)
  select l.account_id, '=' || left(encode(sha256(convert_to('[' || parts || ']', 'UTF8')), 'hex'), 32), l.created_at, l.code
    from payment_links l
   cross join lateral (
     select '"amount",' || to_json(trim_scale(l.amount)::text) as parts
     union all
     select '"metadata",' || to_json(key) || ',' || to_json(value) from json_each_text(l.metadata)
   ) exact
   where l.deleted_at is null
      on conflict do nothing`;

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table payment_links add column reference text check (length(reference) between 1 and 255);
    create index deposits_by_amount on deposits (account_id, amount, created_at desc, id desc);
    create index transfers_by_amount on transfers (account_id, kind, amount, created_at desc, id desc);
  `);
  await knex.raw(BACKFILL);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    delete from payment_link_terms where term like '=%';
    drop index transfers_by_amount, deposits_by_amount;
    alter table payment_links drop column reference;
  `);
}
