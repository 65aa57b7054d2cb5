import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table deposits
      -- What arrived, where it has more decimals than the ledger: amount is then what the ledger holds, rounded down.
      add column exact_amount numeric
        check (exact_amount > 0 and exact_amount < 1e12 and scale(exact_amount) <= 18),
      drop constraint deposits_amount_check,
      drop constraint deposits_unmatched_reason_check;
    alter table deposits
      add constraint deposits_amount_check
        check (amount < 1e12 and case when exact_amount is null then amount > 0 else amount = trunc(exact_amount, 8) end),
      add constraint deposits_unmatched_reason_check check (unmatched_reason in
        ('UNDERPAID', 'OVERPAID', 'QUOTE_EXPIRED', 'LINK_EXPIRED', 'LINK_CANCELLED', 'LINK_ALREADY_PAID',
         'WRONG_ASSET', 'WRONG_NETWORK', 'WRONG_PRECISION', 'UNKNOWN_DESTINATION', 'CONVERSION_FAILED', 'NOT_CONFIRMED'));

    -- The simulated provider counts as finely as any other, and tells over which network a deposit came.
    alter table simulator_operations alter column amount type numeric;
    update simulator_operations o set details = jsonb_build_object('network', d.network)
      from deposits d
     where o.operation = 'deposit' and o.idempotency_key = d.provider_reference
       and d.provider = 'simulator' and d.confirmation_due_at is not null;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table simulator_operations alter column amount type numeric(30, 8);
    alter table deposits
      drop constraint deposits_unmatched_reason_check,
      drop constraint deposits_amount_check,
      drop column exact_amount;
    alter table deposits
      add constraint deposits_amount_check check (amount > 0 and amount < 1e12),
      add constraint deposits_unmatched_reason_check check (unmatched_reason in
        ('UNDERPAID', 'OVERPAID', 'QUOTE_EXPIRED', 'LINK_EXPIRED', 'LINK_CANCELLED', 'LINK_ALREADY_PAID',
         'WRONG_ASSET', 'WRONG_NETWORK', 'UNKNOWN_DESTINATION', 'CONVERSION_FAILED', 'NOT_CONFIRMED'));
  `);
}
