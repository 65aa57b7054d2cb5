import type { Knex } from 'knex';

/** Each database is that of one cell (D73); one that was there before cells is cell 0's. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table deployment add column cell smallint check (cell between 0 and 1295);
    update deployment set cell = 0;
    grant update (cell) on deployment to payments_app;

    -- As newId() makes them: a UUIDv7, or in cells other than 0 a UUIDv8 with the cell after the version. It takes the place of
    -- time_ordered_uuid(), which programs of the version before still use.
    create function new_id() returns uuid language sql volatile parallel safe as $$
      select encode(
        overlay(
          overlay(uuid_send(gen_random_uuid())
                  placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3)
                  from 1 for 6)
          placing case when coalesce(nullif(current_setting('payments.cell', true), ''), '0') = '0'
                       then set_bit(set_bit(substring(uuid_send(gen_random_uuid()) from 7 for 2), 4, 1), 5, 1)
                       else substring(int4send(32768 + current_setting('payments.cell')::integer) from 3) end
          from 7 for 2),
        'hex')::uuid
    $$;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop function new_id();
    alter table deployment drop column cell;
  `);
}
