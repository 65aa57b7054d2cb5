import { type Actor, recordAction } from '../audit-log/index.ts';
import type { Trx } from '../db/index.ts';
import { DomainError, invalidParam } from '../lib/errors/errors.ts';
import { parseTimeZone, type TimeZone } from '../lib/time-zone.ts';
import { lockAccount, updateAccount } from './repository.ts';

/** The panel's settings for showing an account's money (D59). */
export interface Reporting {
  /** The name of the zone in which its days begin. */
  timeZone: string;
  /** The currency in which all balances together are estimated. Null if they are not. */
  baseCurrency: string | null;
}

/**
 * Changes these settings. Statements of the past are computed again, in the new time zone. Throws `invalid_request` for
 * a time zone that does not exist, or a currency without a rate.
 */
export async function changeReporting(
  trx: Trx,
  accountId: string,
  actor: Actor,
  wanted: Reporting & { currencies: readonly string[] },
): Promise<void> {
  const timeZone = requireTimeZone(wanted.timeZone);
  const { baseCurrency } = wanted;
  if (baseCurrency !== null && !wanted.currencies.includes(baseCurrency))
    throw invalidParam('base_currency', `base_currency must be one of ${wanted.currencies.join(', ')}.`);
  const account = await lockAccount(trx, { id: accountId });
  if (!account) throw new DomainError('account_not_found');
  await updateAccount(trx, { ...account, timeZone, baseCurrency });
  if (timeZone !== account.timeZone)
    await recordAction(trx, accountId, actor, { action: 'account.time_zone_set', subject: timeZone });
  if (baseCurrency !== account.baseCurrency)
    await recordAction(trx, accountId, actor, {
      action: baseCurrency === null ? 'account.base_currency_removed' : 'account.base_currency_set',
      subject: baseCurrency ?? account.baseCurrency ?? '',
    });
}

function requireTimeZone(text: string): TimeZone {
  const timeZone = parseTimeZone(text);
  if (timeZone === undefined)
    throw invalidParam(
      'time_zone',
      'time_zone must be UTC or the IANA name of a zone, like America/Mexico_City.',
    );
  return timeZone;
}
