import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- What the provider, or the operator, said of a failure. The reason beside it is one of a list.
    alter table payouts add column failure_message text check (length(failure_message) <= 500);

    -- Only an operator ends what was given up, after ten attempts.
    update payouts
       set failure_message = failure_reason,
           failure_reason = case when attempts >= 10 then 'OPERATOR_DECIDED' else 'PROVIDER_REFUSED' end
     where failure_reason not in
       ('PROVIDER_REFUSED', 'INVALID_DESTINATION', 'DESTINATION_REJECTED', 'ACCOUNT_CLOSED', 'LIMIT_EXCEEDED',
        'INSUFFICIENT_PROVIDER_FUNDS', 'QUOTE_EXPIRED', 'OPERATOR_DECIDED');

    alter table payouts
      drop constraint payouts_failure_reason_check,
      add constraint payouts_failure_reason_check check (failure_reason in
        ('PROVIDER_REFUSED', 'INVALID_DESTINATION', 'DESTINATION_REJECTED', 'ACCOUNT_CLOSED', 'LIMIT_EXCEEDED',
         'INSUFFICIENT_PROVIDER_FUNDS', 'QUOTE_EXPIRED', 'OPERATOR_DECIDED'));
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table payouts
      drop constraint payouts_failure_reason_check,
      add constraint payouts_failure_reason_check check (length(failure_reason) <= 200);
    update payouts set failure_reason = left(failure_message, 200) where failure_message <> '';
    alter table payouts drop column failure_message;
  `);
}
