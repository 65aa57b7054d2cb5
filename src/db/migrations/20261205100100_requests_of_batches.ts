import type { Knex } from 'knex';

/** No program before writes the column. */
export const oldestProgram = '20261202140000_refund_notes.ts';

/** A request belongs to a batch of its own account. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table transfer_requests add constraint transfer_requests_of_batch
      foreign key (account_id, batch_id) references withdrawal_batches (account_id, id) not valid;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table transfer_requests drop constraint transfer_requests_of_batch');
}
