import type { Knex } from 'knex';

/** A function, so that reading a link opens the tables of deposits only for an account that asks payers for the rest. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- The deposits of a link in an asset that are held, and that nothing speaks against crediting: their bank has not taken
    -- them back, and they are not in review. With offset 0, that is looked up for each of the few deposits rather than
    -- joined, which could read the tables whole.
    create function held_deposits(account uuid, link text, of_asset text)
      returns table (id uuid, amount numeric, unmatched_reason text) language plpgsql stable as $$
    begin
      return query
        select d.id, d.amount, d.unmatched_reason
          from deposits d
         where d.account_id = account and d.payment_link_code = link and d.asset = of_asset and d.status = 'unmatched'
           and not exists (select from deposits_taken_back t where t.account_id = account and t.deposit_id = d.id
                            offset 0)
           and not exists (select from screenings s
                            where s.account_id = account and s.subject = 'deposit' and s.subject_id = d.id
                              and s.decision <> 'allow' offset 0);
    end $$;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop function held_deposits(uuid, text, text)');
}
