import type { Knex } from 'knex';

const REASONS = `'UNDERPAID', 'OVERPAID', 'QUOTE_EXPIRED', 'LINK_EXPIRED', 'LINK_CANCELLED', 'LINK_ALREADY_PAID',
         'WRONG_ASSET', 'WRONG_NETWORK', 'WRONG_PRECISION', 'UNKNOWN_DESTINATION', 'CONVERSION_FAILED', 'NOT_CONFIRMED'`;

/** A CLABE that was given out again must not have its new link paid by the earlier payer's late money. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table bitso_payments
      -- Who was expected to pay; null: anybody.
      add column payer_name text check (length(payer_name) <= 100),
      -- By the real time, as Bitso's deposits have it; null for those of an earlier version.
      add column opened_at timestamptz;
    alter table bitso_payments alter column opened_at set default clock_timestamp();

    alter table deposits
      drop constraint deposits_unmatched_reason_check,
      add constraint deposits_unmatched_reason_check check (unmatched_reason in
        (${REASONS}, 'PAYER_MISMATCH'));
  `);
}

/** Fails once a deposit was held for its payer. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table deposits
      drop constraint deposits_unmatched_reason_check,
      add constraint deposits_unmatched_reason_check check (unmatched_reason in (${REASONS}));
    alter table bitso_payments drop column payer_name, drop column opened_at;
  `);
}
