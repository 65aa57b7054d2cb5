import type { Knex } from 'knex';

const UNMATCHED = `'UNDERPAID', 'OVERPAID', 'QUOTE_EXPIRED', 'LINK_EXPIRED', 'LINK_CANCELLED', 'LINK_ALREADY_PAID',
  'WRONG_ASSET', 'WRONG_NETWORK', 'WRONG_PRECISION', 'UNKNOWN_DESTINATION', 'PAYER_MISMATCH', 'CONVERSION_FAILED',
  'NOT_CONFIRMED'`;
const FAILED = `'PROVIDER_REFUSED', 'INVALID_DESTINATION', 'DESTINATION_REJECTED', 'ACCOUNT_CLOSED', 'LIMIT_EXCEEDED',
  'INSUFFICIENT_PROVIDER_FUNDS', 'QUOTE_EXPIRED', 'OPERATOR_DECIDED', 'RETURNED', 'NOT_APPROVED'`;

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Since when payments are screened; null: they are not.
    alter table deployment add column screening_since timestamptz;
    grant update (screening_since) on deployment to payments_app;

    -- What whoever screens payments was asked about, from before the first question, and the answer (D53).
    create table screenings (
      account_id uuid not null references accounts (id),
      subject text not null check (subject in ('transfer', 'deposit')),
      subject_id uuid not null,
      -- Nothing is done while it is held. Once allowed, it stays allowed.
      decision text not null default 'hold' check (decision in ('hold', 'allow', 'refuse')),
      code text check (code ~ '^[A-Z0-9_]{1,64}$'),
      attempts integer not null default 0,
      -- When a deposit is asked about next, or the decision on it carried out; transfers have a time of their own.
      due_at timestamptz check (due_at is null or subject = 'deposit'),
      -- By which request two operators decided it; null: whoever was asked did.
      request_id uuid references operator_requests (id),
      created_at timestamptz not null,
      decided_at timestamptz,
      primary key (account_id, subject, subject_id),
      check ((decision = 'hold') = (decided_at is null)),
      check (request_id is null or decision <> 'hold')
    );
    create index screenings_due on screenings (due_at) where due_at is not null;
    create index screenings_held on screenings (account_id, created_at desc, subject_id) where decision = 'hold';
    create index screenings_by_subject on screenings (subject_id);
    grant select, insert, update on screenings to payments_app;
    create function lock_screenings() returns void language plpgsql as $$
    begin
      lock table screenings in share row exclusive mode;
    end $$;

    alter table deposits
      drop constraint deposits_unmatched_reason_check,
      add constraint deposits_unmatched_reason_check
        check (unmatched_reason in (${UNMATCHED}, 'SCREENING_REFUSED'));
    alter table transfers
      drop constraint transfers_failure_reason_check,
      add constraint transfers_failure_reason_check check (failure_reason in (${FAILED}, 'SCREENING_REFUSED'));

    -- The last wall: whichever process tries, money that came in is neither credited nor converted unless it was allowed.
    -- What arrived before screening was switched on needs no answer, unless one was asked for.
    create function require_screened() returns trigger language plpgsql as $$
    declare
      paid uuid := case tg_table_name when 'deposits' then new.id else (to_jsonb(new) ->> 'deposit_id')::uuid end;
      decided text;
    begin
      select decision into decided from screenings
       where account_id = new.account_id and subject = 'deposit' and subject_id = paid;
      if decided <> 'allow'
         or decided is null and exists (select from deployment where screening_since <= new.created_at) then
        raise exception 'deposit % was not allowed by screening', paid;
      end if;
      return new;
    end $$;
    create trigger deposits_screened before insert or update of status on deposits
      for each row when (new.status in ('credited', 'accepted')) execute function require_screened();
    create trigger transfers_screened before insert on transfers
      for each row when (new.kind = 'payment_conversion') execute function require_screened();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger transfers_screened on transfers;
    drop trigger deposits_screened on deposits;
    drop function require_screened;
    alter table transfers drop constraint transfers_failure_reason_check;
    update transfers set failure_reason = 'PROVIDER_REFUSED' where failure_reason = 'SCREENING_REFUSED';
    alter table transfers add constraint transfers_failure_reason_check check (failure_reason in (${FAILED}));
    alter table deposits drop constraint deposits_unmatched_reason_check;
    update deposits set unmatched_reason = 'CONVERSION_FAILED' where unmatched_reason = 'SCREENING_REFUSED';
    alter table deposits add constraint deposits_unmatched_reason_check check (unmatched_reason in (${UNMATCHED}));
    drop function lock_screenings;
    drop table screenings;
    alter table deployment drop column screening_since;
  `);
}
