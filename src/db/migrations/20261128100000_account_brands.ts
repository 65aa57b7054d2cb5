import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- What a company's payers see of it on its pages, besides its name.
    create table account_brands (
      account_id uuid primary key references accounts (id),
      color text check (color ~ '^#[0-9a-f]{6}$'),
      -- Of the file, hexadecimal; part of its address.
      logo_digest text check (length(logo_digest) = 32),
      logo_type text check (logo_type in ('image/png', 'image/jpeg', 'image/webp')),
      logo_width integer,
      logo_height integer,
      logo bytea check (octet_length(logo) between 1 and 24576),
      check (num_nulls(logo_digest, logo_type, logo_width, logo_height, logo) in (0, 5))
    );
    -- Images are compressed already.
    alter table account_brands alter column logo set storage external;
    grant select, insert, update on account_brands to payments_app;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table account_brands');
}
