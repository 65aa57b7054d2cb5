import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table transfers
      -- Attempts since the provider last responded; attempts counts all claims. Only these use up the tries.
      add column unanswered_attempts integer not null default 0,
      -- Since when the provider has said that it is under way.
      add column pending_since timestamptz,
      -- Money that was sent out and came back later: by which reference of the provider's, and when.
      add column return_reference text check (length(return_reference) <= 200),
      add column returned_at timestamptz;
    update transfers set unanswered_attempts = attempts where status in ('held', 'sent');

    alter table transfers
      drop constraint transfers_status_check,
      drop constraint transfers_finished,
      drop constraint transfers_failed,
      drop constraint transfers_failure_reason_check,
      add constraint transfers_status_check
        check (status in ('requested', 'held', 'sent', 'settled', 'failed', 'returned')),
      add constraint transfers_finished check ((status in ('settled', 'failed', 'returned')) = (finished_at is not null)),
      add constraint transfers_failed check ((status in ('failed', 'returned')) = (failure_reason is not null)),
      add constraint transfers_returned check (
        (status = 'returned') = (returned_at is not null) and (returned_at is null) = (return_reference is null)
        and (status <> 'returned' or kind in ('withdrawal', 'refund') and provider_reference is not null)),
      add constraint transfers_failure_reason_check check (failure_reason in
        ('PROVIDER_REFUSED', 'INVALID_DESTINATION', 'DESTINATION_REJECTED', 'ACCOUNT_CLOSED', 'LIMIT_EXCEEDED',
         'INSUFFICIENT_PROVIDER_FUNDS', 'QUOTE_EXPIRED', 'OPERATOR_DECIDED', 'RETURNED'));
    -- For what a provider reports: it names neither our id nor the account.
    create index transfers_by_provider_reference on transfers (provider, provider_reference)
      where provider_reference is not null;

    -- The simulated provider can keep a transfer pending, and return one that it has sent out.
    alter table simulator_operations
      drop constraint simulator_operations_operation_check,
      add constraint simulator_operations_operation_check
        check (operation in ('quote', 'convert', 'pay_out', 'refund', 'deposit', 'drop', 'return'));
    alter table simulator_settings
      drop constraint simulator_settings_failure_check,
      add constraint simulator_settings_failure_check check (
        failure in ('none', 'refused', 'unavailable', 'lost_answer')
        or failure = 'pending' and operation in ('convert', 'pay_out', 'refund'));
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    delete from simulator_operations where operation = 'return';
    alter table simulator_operations
      drop constraint simulator_operations_operation_check,
      add constraint simulator_operations_operation_check
        check (operation in ('quote', 'convert', 'pay_out', 'refund', 'deposit', 'drop'));
    update simulator_settings set failure = 'none' where failure = 'pending';
    alter table simulator_settings
      drop constraint simulator_settings_failure_check,
      add constraint simulator_settings_failure_check
        check (failure in ('none', 'refused', 'unavailable', 'lost_answer'));
    drop index transfers_by_provider_reference;
    alter table transfers
      drop constraint transfers_status_check,
      drop constraint transfers_finished,
      drop constraint transfers_failed,
      drop constraint transfers_returned,
      drop constraint transfers_failure_reason_check;
    update transfers set failure_reason = 'PROVIDER_REFUSED' where failure_reason = 'RETURNED';
    update transfers set status = 'failed' where status = 'returned';
    alter table transfers
      add constraint transfers_status_check check (status in ('requested', 'held', 'sent', 'settled', 'failed')),
      add constraint transfers_finished check ((status in ('settled', 'failed')) = (finished_at is not null)),
      add constraint transfers_failed check ((status = 'failed') = (failure_reason is not null)),
      add constraint transfers_failure_reason_check check (failure_reason in
        ('PROVIDER_REFUSED', 'INVALID_DESTINATION', 'DESTINATION_REJECTED', 'ACCOUNT_CLOSED', 'LIMIT_EXCEEDED',
         'INSUFFICIENT_PROVIDER_FUNDS', 'QUOTE_EXPIRED', 'OPERATOR_DECIDED')),
      drop column unanswered_attempts, drop column pending_since, drop column return_reference,
      drop column returned_at;
  `);
}
