import type { Queryable } from '../db/index.ts';
import { DomainError } from '../lib/errors/errors.ts';
import { money, roundDownToLedger, type Money, ZERO } from '../lib/money.ts';
import { listPositions, type AssetPosition } from './held-back-repository.ts';

/** An amount about to leave an account's balance, or to be exchanged in it. */
interface Leaving {
  accountId: string;
  asset: string;
  /** Decimal, in `asset`. */
  amount: Money;
  to: 'origin' | 'exchange' | object;
  /** The asset it is exchanged for. */
  into?: string;
  /** If undefined, the available balance. */
  from?: 'unmatched';
}

/**
 * Only the value of an account's debts for deposits that were taken back is held back (D58). Any departure must leave
 * as much in the balance as the account owes, valued at the operator's rates. The account may always exchange its
 * balance for the currency that it owes. A deposit that pays no link was never its money, so it may return to where it
 * came from. Throws `account_owes_money`.
 */
export async function requireCovered(
  on: Queryable,
  { accountId, asset, amount, from, to, into }: Leaving,
): Promise<void> {
  if (from === 'unmatched' && to === 'origin') return;
  const positions = await listPositions(on, { accountId });
  const owed = positions.filter((position) => money(position.owed).gt(0));
  if (owed.length === 0) return;
  const familyOf = (name: string | undefined) => positions.find((one) => one.asset === name)?.family;
  if (to === 'exchange' && owed.some(({ family }) => family === familyOf(into))) return;
  const spare = sumOf(positions, 'available').minus(sumOf(owed, 'owed'));
  const usd = positions.find((one) => one.asset === asset)?.usd;
  if (usd === undefined) throw new Error(`there is no rate of ${asset}`);
  const leaving = from === 'unmatched' ? ZERO : amount;
  if (leaving.times(usd).lte(spare)) return;
  const most = spare.gt(0) ? roundDownToLedger(spare.div(usd)) : ZERO;
  throw new DomainError('account_owes_money', {
    message: `The account owes ${listOf(owed)} for deposits that were taken back. Until that is paid, at most ${most.toFixed()} ${asset} can leave it.`,
  });
}

/** In US dollars. */
function sumOf(positions: readonly AssetPosition[], what: 'available' | 'owed'): Money {
  return positions.reduce((sum, position) => sum.plus(money(position[what]).times(position.usd)), ZERO);
}

/** Like `100 USD and 5 MXN`. */
function listOf(owed: readonly AssetPosition[]): string {
  return owed.map(({ owed: amount, asset }) => `${money(amount).toFixed()} ${asset}`).join(' and ');
}
