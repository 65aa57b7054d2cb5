import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table transfers
      -- What a person wrote about the reason of a refund, for the people of the account.
      add column refund_note text check (char_length(refund_note) between 1 and 200),
      drop constraint transfers_of_refund,
      add constraint transfers_of_refund
        check (num_nulls(refund_reason, refund_note, conversion_id) = 3 or kind = 'refund');
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table transfers
      drop constraint transfers_of_refund,
      add constraint transfers_of_refund check (num_nulls(refund_reason, conversion_id) = 2 or kind = 'refund'),
      drop column refund_note;
  `);
}
