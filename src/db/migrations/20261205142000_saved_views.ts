import type { Knex } from 'knex';

/** Filters and columns of a list that a person keeps under a name, alone or for the whole team (D81). */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table saved_views (
      account_id uuid not null references accounts (id),
      id uuid not null,
      user_id uuid not null references users (id),
      -- The list, by its name in cursors.
      list text not null check (length(list) <= 64),
      name text not null check (length(name) between 1 and 60),
      -- The parameters of the list's address.
      query text not null check (length(query) <= 2000),
      is_shared boolean not null,
      created_at timestamptz not null,
      primary key (account_id, id)
    );
    create unique index saved_views_by_name on saved_views (account_id, list, user_id, name);
    grant select, insert, update, delete on saved_views to payments_app;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table saved_views');
}
