import type { Knex } from 'knex';

/** The customers of an account, whom its payment links can name (D78). */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table customers (
      account_id uuid not null references accounts (id),
      id uuid not null,
      name text not null check (length(name) <= 140),
      email text check (length(email) between 3 and 320),
      -- An RFC or a NIT, as it is written without separators.
      tax_id text check (length(tax_id) between 3 and 20),
      reference text check (length(reference) between 1 and 255),
      -- The language of what is written to them; null if it is not known.
      language text check (language in ('en', 'es')),
      metadata jsonb not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      -- Nothing about the person is left then; the row stays for the links that name it.
      deleted_at timestamptz,
      primary key (account_id, id),
      constraint customers_erased check (
        case when deleted_at is null then name <> ''
             else name = '' and email is null and tax_id is null and reference is null and language is null
                  and metadata = '{}' end)
    );
    create unique index customers_one_per_reference on customers (account_id, reference) where deleted_at is null;
    create index customers_by_time on customers (account_id, created_at desc, id desc) where deleted_at is null;
    create index customers_by_email on customers (account_id, lower(email), created_at desc, id desc)
      where deleted_at is null and email is not null;
    create index customers_by_tax_id on customers (account_id, tax_id, created_at desc, id desc)
      where deleted_at is null and tax_id is not null;

    -- The words by which customers are found, beginning with the account.
    create table customer_terms (
      account_id uuid not null,
      term text collate "C" not null check (length(term) between 1 and 64),
      customer_id uuid not null,
      primary key (account_id, term, customer_id),
      foreign key (account_id, customer_id) references customers (account_id, id)
    );
    create index customer_terms_by_customer on customer_terms (account_id, customer_id, term);

    -- The statements that people have mailed to customers, which are few a day. Never the address.
    create table customer_statement_mails (
      account_id uuid not null,
      id uuid not null,
      customer_id uuid not null,
      created_at timestamptz not null,
      primary key (account_id, id),
      foreign key (account_id, customer_id) references customers (account_id, id)
    );
    create index customer_statement_mails_by_time on customer_statement_mails (account_id, created_at);

    grant select, insert, update on customers to payments_app;
    grant select, insert, delete on customer_terms to payments_app;
    grant select, insert on customer_statement_mails to payments_app;

    alter table payment_links add column customer_id uuid;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table payment_links drop column customer_id;
    drop table customer_statement_mails;
    drop table customer_terms;
    drop table customers;
  `);
}
