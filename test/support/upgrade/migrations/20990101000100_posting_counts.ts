import type { Knex } from 'knex';
import type { Backfill, Trx } from '../../../../src/db/index.ts';

/** A total that the version before does not know, and yet adds to, because the database keeps it. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table posting_counts (
      account_id uuid primary key,
      postings bigint not null,
      amount numeric(30, 8) not null
    );
    grant select, insert, update on posting_counts to payments_app;
    create function keep_posting_counts() returns trigger language plpgsql as $$
    begin
      insert into posting_counts (account_id, postings, amount)
        select account_id, count(*), sum(abs(amount)) from written group by 1 order by 1
      on conflict (account_id) do update set postings = posting_counts.postings + excluded.postings,
                                             amount = posting_counts.amount + excluded.amount;
      return null;
    end $$;
    create trigger ledger_postings_count after insert on ledger_postings
      referencing new table as written for each statement execute function keep_posting_counts();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger ledger_postings_count on ledger_postings;
    drop function keep_posting_counts();
    drop table posting_counts;
  `);
}

/** A step is an account, whose books are locked while its postings are counted. */
export const backfill: Backfill = {
  async step(trx: Trx, position: string | undefined) {
    const after = position ?? '00000000-0000-0000-0000-000000000000';
    const { rows } = await trx.query<{ id: string }>({
      text: 'select id from accounts where id > $1 order by id limit 1',
      values: [after],
    });
    const id = rows[0]?.id;
    if (id === undefined) return undefined;
    await trx.query({
      text: 'select from ledger_balances where account_id = $1 order by asset, book for update',
      values: [id],
    });
    await trx.query({
      text: `insert into posting_counts (account_id, postings, amount)
               select account_id, count(*), sum(abs(amount)) from ledger_postings where account_id = $1 group by 1
             on conflict (account_id) do update set postings = excluded.postings, amount = excluded.amount`,
      values: [id],
    });
    return id;
  },
};
