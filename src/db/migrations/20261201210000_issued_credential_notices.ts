import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Tells the processes of a secret as soon as it is issued. Its HMAC authenticates nothing: whoever may listen could not
    -- call with it, nor find the secret of 190 random bits.
    create function tell_of_issued_credential() returns trigger language plpgsql as $$
    begin
      perform pg_notify('credentials_changed',
                        'issued ' || new.pepper_version || ':' || encode(new.secret_hmac, 'hex'));
      return null;
    end $$;
    create trigger credentials_tell_issued after insert or update of secret_hmac on credentials
      for each row execute function tell_of_issued_credential();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger credentials_tell_issued on credentials;
    drop function tell_of_issued_credential();
  `);
}
