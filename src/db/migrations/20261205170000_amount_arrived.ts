import type { Knex } from 'knex';

/** A function of one value, because a function of rows is prepared in every read of a link, whether it is called or not. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- What has arrived of a link's amount in parts, where payers may pay the rest; null where they may not, and while the
    -- account is not active, for which nothing happens automatically.
    create function amount_arrived(account uuid, link text, of_asset text) returns numeric language plpgsql stable as $$
    begin
      if exists (select from accounts a where a.id = account and a.pay_the_rest and a.status = 'active') then
        return (select sum(amount) from held_deposits(account, link, of_asset) where unmatched_reason = 'UNDERPAID');
      end if;
      return null;
    end $$;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop function amount_arrived(uuid, text, text)');
}
