import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table payment_methods
      -- How long an amount that needs a conversion holds: a minute to 20 days.
      add column quote_life_ms integer not null default 900000 check (quote_life_ms between 60000 and 1728000000),
      -- A share by which the rate is worse for the payer when the service locks it itself: 0.005 is 0.5 %.
      add column spread numeric(9, 8) not null default 0 check (spread >= 0 and spread < 1);
    update payment_methods set quote_life_ms = case method when 'WIRE' then 72 * 3600000 else 30 * 60000 end
     where method in ('WIRE', 'BREB');

    alter table payment_link_methods
      -- When the quote ends, whenever the link does; null without conversion.
      add column quote_expires_at timestamptz,
      -- A price that the service locked itself has no quote of the provider's.
      drop constraint payment_link_methods_locked;
    update payment_link_methods set quote_expires_at = amount_due_expires_at where requires_conversion;

    alter table transfers
      drop constraint transfers_whole,
      add constraint transfers_whole check (
        case kind
          when 'refund' then true
          when 'withdrawal' then num_nulls(method, destination, to_asset, to_amount) = 0
          when 'conversion' then num_nulls(to_asset, to_amount, exchange_rate, quote_reference) = 0
          else num_nulls(method, to_asset, to_amount, exchange_rate, payment_link_code) = 0
        end);

    -- "fx": what conversions brought, less what they should have at the rate that the service had promised.
    alter table ledger_balances
      drop constraint ledger_balances_book_check,
      add constraint ledger_balances_book_check
        check (book in ('available', 'pending', 'unmatched', 'rail', 'conversion', 'fee', 'fx'));
  `);
}

/** Fails once something was posted to the book "fx": what was posted is never rewritten. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table ledger_balances
      drop constraint ledger_balances_book_check,
      add constraint ledger_balances_book_check
        check (book in ('available', 'pending', 'unmatched', 'rail', 'conversion', 'fee'));
    update transfers set quote_reference = '' where kind = 'payment_conversion' and quote_reference is null;
    alter table transfers
      drop constraint transfers_whole,
      add constraint transfers_whole check (
        case kind
          when 'refund' then true
          when 'withdrawal' then num_nulls(method, destination, to_asset, to_amount) = 0
          when 'conversion' then num_nulls(to_asset, to_amount, exchange_rate, quote_reference) = 0
          else num_nulls(method, to_asset, to_amount, exchange_rate, quote_reference, payment_link_code) = 0
        end);
    update payment_link_methods set quote_reference = '' where quote_status = 'locked' and quote_reference is null;
    alter table payment_link_methods
      add constraint payment_link_methods_locked check (quote_status <> 'locked' or quote_reference is not null),
      drop column quote_expires_at;
    alter table payment_methods drop column quote_life_ms, drop column spread;
  `);
}
