import { OPERATOR } from '../../audit-log/index.ts';
import type { Foundation } from '../../composition/index.ts';
import { listTolerances, type ToleranceRow } from '../../deposits/index.ts';
import { formatStored, money, type Money } from '../../lib/money.ts';
import { InvalidUsage, formatPercent } from '../frame/index.ts';
import { requireAccount, requireAccountHere } from './account.ts';

export interface ToleranceOptions {
  method?: string;
  underpaidTolerance?: Money;
  max?: Money;
  off: boolean;
}

/** Sets or removes an account's tolerance for a method, if one is named, and lists all tolerances. */
export async function tolerance(
  { db, tolerances }: Foundation,
  accountId: string,
  { method, underpaidTolerance: share, max, off }: ToleranceOptions,
): Promise<object> {
  await (method === undefined ? requireAccount : requireAccountHere)(db.read, accountId);
  if (method === undefined && (share ?? max ?? off)) throw new InvalidUsage('Pass --method.');
  if (method !== undefined) {
    const bounds = share && max && { share, max };
    if (off ? share || max : !bounds)
      throw new InvalidUsage('Pass --underpaid-tolerance and --max, or --off alone.');
    await db.transaction((trx) => tolerances.set(trx, accountId, OPERATOR, method, bounds ?? null));
  }
  return { data: (await listTolerances(db.read, { accountId })).map(view) };
}

function view({ method, share, max }: ToleranceRow): object {
  return { method, underpaid_tolerance_percent: formatPercent(money(share)), max: formatStored(max) };
}
