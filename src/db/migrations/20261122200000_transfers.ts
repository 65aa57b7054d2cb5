import type { Knex } from 'knex';

/** Withdrawals, conversions and refunds are transfers; what the table was called before meant only the first. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table payouts rename to transfers');
  await renameParts(knex, 'payouts', 'transfers');
}

export async function down(knex: Knex): Promise<void> {
  await renameParts(knex, 'transfers', 'payouts');
  await knex.raw('alter table transfers rename to payouts');
}

/** Constraints, with the indexes that are theirs, and then the other indexes. */
function renameParts(knex: Knex, from: string, to: string): Promise<unknown> {
  return knex.raw(`
    do $$
    declare part record;
    begin
      for part in select conname as name from pg_constraint
                   where conrelid = 'transfers'::regclass and conname like '${from}\\_%' loop
        execute format('alter table transfers rename constraint %I to %I',
                       part.name, '${to}' || substr(part.name, ${from.length + 1}));
      end loop;
      for part in select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
                   where i.indrelid = 'transfers'::regclass and c.relname like '${from}\\_%' loop
        execute format('alter index %I rename to %I', part.name, '${to}' || substr(part.name, ${from.length + 1}));
      end loop;
    end $$`);
}
