import type { Knex } from 'knex';

/** Withdrawals, conversions and refunds are transfers; what the table was called before meant only the first. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table payouts rename to transfers');
  await renameParts(knex, 'payouts', 'transfers');
  // What the code takes each kind to have.
  await knex.raw(`
    alter table transfers add constraint transfers_whole check (
      case kind
        when 'refund' then true
        when 'withdrawal' then num_nulls(method, destination, to_asset, to_amount) = 0
        when 'conversion' then num_nulls(to_asset, to_amount, exchange_rate, quote_reference) = 0
        else num_nulls(method, to_asset, to_amount, exchange_rate, quote_reference, payment_link_code) = 0
      end)`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table transfers drop constraint transfers_whole');
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
