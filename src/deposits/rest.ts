import type { Trx } from '../db/index.ts';
import { money } from '../lib/money.ts';
import { takesParts } from '../payment-links/index.ts';
import { sumOf } from './booking.ts';
import { canConvertTogether, isConvertedFirst } from './conversion.ts';
import type { Payment } from './deposit-state.ts';
import type { HoldingParts } from './hold.ts';
import { lockHeldDeposits, type Deposit } from './repository.ts';
import { settle } from './settlement.ts';
import { isTolerated } from './tolerance.ts';

/** The last deposit of several, by what shows who sent it. */
type Last = Pick<Deposit, 'provider' | 'network' | 'payer' | 'amount'>;

/**
 * The held deposits that pay a locked link together with the last one, locked: all of the same payer, and together
 * exactly the amount due, or within the account's tolerance of it (D7). Undefined if there are none, because then a
 * person has to decide. The quote must be valid now or, for a deposit that was seen first, when it was seen.
 */
export async function findEarlierParts(
  trx: Trx,
  { providers }: Pick<HoldingParts, 'providers'>,
  { link, method }: Pick<Payment, 'link' | 'method'>,
  last: Last & { id?: string },
): Promise<Deposit[] | undefined> {
  const { arrived, amountDue, quoteStatus, asset } = method;
  const isValid = quoteStatus === 'native' || quoteStatus === 'locked';
  if (arrived === null || amountDue === null || !isValid || !takesParts(method)) return undefined;
  const { accountId, code } = link;
  const held = await lockHeldDeposits(trx, { accountId, code, asset });
  const parts = held.filter(({ id, unmatchedReason }) => id !== last.id && unmatchedReason === 'UNDERPAID');
  if (parts.length === 0 || !parts.every((part) => isSamePayer(part, last))) return undefined;
  const total = sumOf([...parts, last]);
  const isDue = total.eq(money(amountDue)) || (await isTolerated(trx, 'UNDERPAID', { link, method }, total));
  if (!isDue) return undefined;
  const isConverted = isConvertedFirst(providers, { link, method });
  return !isConverted || (await canConvertTogether(trx, [...parts, last])) ? parts : undefined;
}

/** Pays a link with a locked deposit that screening has allowed and those that it adds up with, if it is the rest of them. */
export async function payWithAllowed(
  trx: Trx,
  parts: Pick<HoldingParts, 'events' | 'providers'>,
  { deposit, link, method }: Payment,
): Promise<void> {
  if (deposit.status !== 'unmatched' || link.status !== 'active') return;
  const earlier = await findEarlierParts(trx, parts, { link, method }, deposit);
  if (earlier) await settle(trx, parts, { deposits: [...earlier, deposit], link, method }, 'rest');
}

/**
 * Whether the rail reports the same source for two deposits: an account, or an address on the same network. A payer of
 * whom it reports neither is unknown, and never the same as another.
 */
function isSamePayer(one: Last, other: Last): boolean {
  if (one.provider !== other.provider || one.network !== other.network) return false;
  return isSameText(one, other, 'account') || isSameText(one, other, 'source_address');
}

function isSameText(
  { payer: one }: Last,
  { payer: other }: Last,
  key: 'account' | 'source_address',
): boolean {
  const source = one[key]?.toLowerCase();
  return source !== undefined && source !== '' && source === other[key]?.toLowerCase();
}
