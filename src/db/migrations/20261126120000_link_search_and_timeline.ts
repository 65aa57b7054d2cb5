import type { Knex } from 'knex';

// What the service itself writes for a new link: see src/payment-links/search/terms.ts.
const BACKFILL = `
  insert into payment_link_terms (account_id, term, created_at, link_code)
  select distinct l.account_id, term, l.created_at, l.code
    from payment_links l
   cross join lateral (
     select substr(lower(l.code), 4) as term
     union all select trim_scale(l.amount)::text
     union all
       select left(case when word ~ '^\\d{1,12}\\.\\d{1,8}$' then trim_scale(word::numeric)::text else word end, 64)
         from (select case when bare ~ '^\\d{1,3}(,\\d{3})+(\\.\\d+)?$' then replace(bare, ',', '') else bare end as word
                 from (select l.description as text union all select coalesce(l.payer_name, '')
                       union all select value from json_each_text(l.metadata)
                       union all
                         select coalesce(d.payer ->> 'name', '') from deposits d
                          where d.account_id = l.account_id and d.payment_link_code = l.code) texts,
                      regexp_split_to_table(
                        regexp_replace(lower(normalize(texts.text, NFKD)), '[\\u0300-\\u036f]', '', 'g'),
                        '\\s+|,(?!\\d)') as split,
                      regexp_replace(split, '^[^[:alnum:]]+|[^[:alnum:]]+$', '', 'g') as bare) words
   ) terms
   where l.deleted_at is null and term <> ''
      on conflict do nothing`;

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- What links are found by: a row for each word. A link's changes of state do not touch it, as an index on the link
    -- itself would be. Its key is in the order of the search: one word's links by time.
    create table payment_link_terms (
      account_id uuid not null,
      term text collate "C" not null check (length(term) between 1 and 64),
      -- The link's.
      created_at timestamptz not null,
      link_code text not null,
      primary key (account_id, term, created_at, link_code)
    );
    grant select, insert, delete on payment_link_terms to payments_app;

    -- All that followed from one request.
    create index events_by_request on events (account_id, request_id) where request_id is not null;
    -- What people did to one thing.
    create index audit_entries_by_subject on audit_entries (account_id, subject, created_at);
  `);
  // Without knex's own parameters: it would take a question mark for one.
  await knex.raw(BACKFILL.replaceAll('?', '\\?'));
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index audit_entries_by_subject, events_by_request;
    drop table payment_link_terms;
  `);
}
