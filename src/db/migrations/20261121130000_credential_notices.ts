import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Tells the processes that remember who a key belongs to that they no longer may: with the commit of the change.
    create function tell_of_credential() returns trigger language plpgsql as $$
    begin
      perform pg_notify('credentials_changed', old.account_id::text);
      return null;
    end $$;
    create trigger credentials_tell after update or delete on credentials
      for each row execute function tell_of_credential();

    create function tell_of_account() returns trigger language plpgsql as $$
    begin
      perform pg_notify('credentials_changed', old.id::text);
      return null;
    end $$;
    create trigger accounts_tell after update or delete on accounts
      for each row execute function tell_of_account();

    -- Any key may have expired when the test environment's clock moves.
    create function tell_of_clock() returns trigger language plpgsql as $$
    begin
      perform pg_notify('credentials_changed', '*');
      return null;
    end $$;
    create trigger service_clock_tell after update on service_clock
      for each statement execute function tell_of_clock();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger service_clock_tell on service_clock;
    drop function tell_of_clock();
    drop trigger accounts_tell on accounts;
    drop function tell_of_account();
    drop trigger credentials_tell on credentials;
    drop function tell_of_credential();
  `);
}
