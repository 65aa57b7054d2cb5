import type { Knex } from 'knex';

/** Pesos that were sent to be exchanged, and came back instead: the conversion is returned, and was never settled. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table transfers
      drop constraint transfers_returned,
      add constraint transfers_returned check (
        (status = 'returned') = (returned_at is not null) and (returned_at is null) = (return_reference is null)
        and (status <> 'returned' or provider_reference is not null));
  `);
}

/** Fails once a conversion was returned. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table transfers
      drop constraint transfers_returned,
      add constraint transfers_returned check (
        (status = 'returned') = (returned_at is not null) and (returned_at is null) = (return_reference is null)
        and (status <> 'returned' or kind in ('withdrawal', 'refund') and provider_reference is not null));
  `);
}
