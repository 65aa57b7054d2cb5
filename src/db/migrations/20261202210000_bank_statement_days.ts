import type { Knex } from 'knex';

/** The days that a bank statement is about, and who decided on one that waited (D42). */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- From its first entry to its closing balance; null for those of older programs, and for what names no day.
    alter table bank_statements add column first_day text;
    alter table bank_statements add column last_day text;
    -- The second of two operators; its number is null if they discarded it.
    alter table bank_statements add column decided_by uuid;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table bank_statements drop column decided_by;
    alter table bank_statements drop column last_day;
    alter table bank_statements drop column first_day;
  `);
}
