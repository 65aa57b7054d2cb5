import type { Knex } from 'knex';

/** A payment of another amount than was due is converted at the account's own price (D28). */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table transfers
      -- Nothing was promised for it: the account gets what it brings, at most the rate of the link.
      add column account_bears_price boolean not null default false;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table transfers drop column account_bears_price');
}
