import type { Knex } from 'knex';
import { createIndex } from '../index.ts';

export const config = { transaction: false };

/** One return of a provider is the return of one transfer, whichever account's (D27). */
export async function up(knex: Knex): Promise<void> {
  await createIndex(
    knex,
    'transfers_by_return_reference',
    'on transfers (provider, return_reference) where return_reference is not null',
  );
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index transfers_by_return_reference');
}
