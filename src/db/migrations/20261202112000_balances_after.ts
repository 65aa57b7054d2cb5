import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Entries of one transaction move a book once, by their sum: no posting among them may overdraw it either. Not checked
    -- for earlier postings, each of which moved the balance, which a constraint kept from falling below zero.
    alter table ledger_postings
      add constraint ledger_postings_not_overdrawn
        check (book not in ('available', 'pending', 'unmatched') or balance_after >= 0) not valid;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table ledger_postings drop constraint ledger_postings_not_overdrawn');
}
