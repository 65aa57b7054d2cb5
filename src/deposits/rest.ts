import type { Trx } from '../db/index.ts';
import { money } from '../lib/money.ts';
import { type LinkMethod, missingOf, type PaymentLink } from '../payment-links/index.ts';
import { creditTogether, sumOf } from './booking.ts';
import { moveDeposit, type Payment } from './deposit-state.ts';
import type { HoldingParts } from './hold.ts';
import { lockHeldDeposits, type Deposit } from './repository.ts';
import { isTolerated } from './tolerance.ts';

/** The last deposit of several, by what shows who sent it. */
type Last = Pick<Deposit, 'provider' | 'network' | 'payer' | 'amount'>;

/**
 * The held deposits that pay a locked link together with the last one, locked: all of the same payer, and together
 * exactly the amount due, or within the account's tolerance of it (D7). Undefined if there are none, because then a
 * person has to decide.
 */
export async function findEarlierParts(
  trx: Trx,
  providers: HoldingParts['providers'],
  { link, method }: { link: PaymentLink; method: LinkMethod },
  last: Last & { id?: string },
): Promise<Deposit[] | undefined> {
  if (missingOf(providers, link, method) === undefined || method.amountDue === null) return undefined;
  const { accountId, code } = link;
  const held = await lockHeldDeposits(trx, { accountId, code, asset: method.asset });
  const parts = held.filter(({ id, unmatchedReason }) => id !== last.id && unmatchedReason === 'UNDERPAID');
  if (parts.length === 0 || !parts.every((part) => isSamePayer(part, last))) return undefined;
  const total = sumOf([...parts, last]);
  const isDue =
    total.eq(money(method.amountDue)) || (await isTolerated(trx, 'UNDERPAID', { link, method }, total));
  return isDue ? parts : undefined;
}

/** Accepts held deposits, for the rest of them has arrived. */
export function acceptParts(trx: Trx, parts: readonly Deposit[]): Promise<Deposit[]> {
  return Promise.all(parts.map((part) => moveDeposit(trx, part, 'credit', { accepter: 'rest' })));
}

/** Credits a locked deposit that screening has allowed with those that it adds up with, if it is the rest of them. */
export async function payWithAllowed(
  trx: Trx,
  { events, providers }: Pick<HoldingParts, 'events' | 'providers'>,
  { deposit, link, method }: Payment,
): Promise<void> {
  if (deposit.status !== 'unmatched') return;
  const earlier = await findEarlierParts(trx, providers, { link, method }, deposit);
  if (!earlier) return;
  const accepted = await acceptParts(trx, [...earlier, deposit]);
  const parts = accepted.map((part) => ({ deposit: part, from: 'unmatched' as const }));
  await creditTogether(trx, events, { link, method, parts });
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
