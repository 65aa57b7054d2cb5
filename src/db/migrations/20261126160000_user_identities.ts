import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Users at an OpenID provider with which a user of the panel signs in.
    create table user_identities (
      user_id uuid not null references users (id),
      issuer text not null check (length(issuer) <= 2048),
      subject text not null check (length(subject) <= 255),
      created_at timestamptz not null,
      primary key (user_id, issuer),
      unique (issuer, subject)
    );
    grant select, insert, delete on user_identities to payments_app;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table user_identities');
}
