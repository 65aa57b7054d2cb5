import type { Knex } from 'knex';

/** Only a method whose payer sent too little has deposits to add up, so reading any other looks for none (D7). */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Set once a deposit of less than the amount due is held in this method's asset; null: none was.
    alter table payment_link_methods add column has_parts boolean;

    -- The database sets it, because it sees every deposit that is held, whichever program holds it.
    create function note_part() returns trigger language plpgsql as $$
    begin
      update payment_link_methods set has_parts = true
       where account_id = new.account_id and link_code = new.payment_link_code and asset = new.asset and has_parts is null;
      return null;
    end $$;
    create trigger deposits_part after insert or update of status on deposits
      for each row when (new.status = 'unmatched' and new.unmatched_reason = 'UNDERPAID') execute function note_part();

    update payment_link_methods m set has_parts = true
      from deposits d
     where d.status = 'unmatched' and d.unmatched_reason = 'UNDERPAID'
       and m.account_id = d.account_id and m.link_code = d.payment_link_code and m.asset = d.asset;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger deposits_part on deposits;
    drop function note_part();
    alter table payment_link_methods drop column has_parts;
  `);
}
