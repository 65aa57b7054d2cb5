import { money, type Money } from '../lib/money.ts';
import type { UnmatchedReason } from '../lib/reasons.ts';
import { destinationKey, type FinalDeposit } from '../methods/index.ts';
import type { LinkMethod, MethodInstructions, PaymentLink, Whereabouts } from '../payment-links/index.ts';
import type { Deposit } from './repository.ts';

/**
 * The link method that a destination belongs to; undefined if there is none, or no single link. If only one link ever
 * had the destination, the money must be for it. If another account had it too, the money is assigned to neither.
 */
export function findInstructions<A extends FinalDeposit & { reference: string | null }>(
  candidates: readonly (MethodInstructions & Whereabouts)[],
  arrived: A,
): { instructions: (MethodInstructions & Whereabouts) | undefined; arrived: A } {
  const instructions = chooseInstructions(candidates, arrived);
  if (!arrived.mayBeAnothers) return { instructions, arrived };
  const isOneLinks = new Set(candidates.map(({ linkCode }) => linkCode)).size < 2;
  if (isOneLinks) return { instructions, arrived: { ...arrived, mayBeAnothers: false } };
  const isOneAccounts = candidates.every(({ accountId }) => accountId === instructions?.accountId);
  return { instructions: isOneAccounts ? instructions : undefined, arrived };
}

/**
 * Finds the link method that a deposit is for, among all payment instructions with its destination; undefined unless a
 * single link remains. If links share a destination, the reference decides. If they do not, the reference may be
 * missing or wrong, because a payer who forgot it still paid to the right destination. Among one link's methods, the
 * asset decides, then the network.
 */
export function chooseInstructions<P extends Omit<MethodInstructions, 'accountId' | 'method'>>(
  issued: readonly P[],
  arrived: Pick<FinalDeposit, 'asset' | 'network'> & { reference: string | null },
): P | undefined {
  const candidates = issued.filter((instructions) => !isSuperseded(instructions, issued));
  const referred = candidates.filter(({ reference }) => reference === arrived.reference);
  const eligible = referred.length > 0 ? referred : candidates;
  if (new Set(eligible.map(({ linkCode }) => linkCode)).size !== 1) return undefined;
  const sameAsset = eligible.filter(({ asset }) => asset === arrived.asset);
  return sameAsset.find(({ network }) => network === arrived.network) ?? sameAsset[0] ?? eligible[0];
}

type IssuedInstructions = Pick<
  MethodInstructions,
  'reference' | 'instructionsIssuedAt' | 'instructionsExpireAt'
>;

/**
 * Instructions that expire are for one payment. Their provider reuses the destination and reference only after that, so
 * a deposit is for those issued last, unless its payer may be an earlier link's (`mayBeAnothers`).
 */
function isSuperseded(instructions: IssuedInstructions, issued: readonly IssuedInstructions[]): boolean {
  const closes = ({ instructionsExpireAt: end }: IssuedInstructions): boolean => end !== null;
  const issuedAt = ({ instructionsIssuedAt: at }: IssuedInstructions): number => at?.getTime() ?? 0;
  return (
    closes(instructions) &&
    issued.some(
      (other) =>
        closes(other) &&
        other.reference === instructions.reference &&
        issuedAt(other) > issuedAt(instructions),
    )
  );
}

/**
 * The reason why a deposit does not pay the link; undefined if it does. It must be exactly the amount due, in the
 * requested asset and over the requested network, for an active link with a valid quote, and not from an earlier link's
 * payer (D7).
 */
export function findMismatch(
  arrived: Pick<FinalDeposit, 'asset' | 'network' | 'amount' | 'mayBeAnothers'>,
  link: Pick<PaymentLink, 'status'>,
  method: Pick<LinkMethod, 'asset' | 'network' | 'decimals' | 'amountDue' | 'quoteStatus'>,
): UnmatchedReason | undefined {
  if (arrived.mayBeAnothers) return 'PAYER_MISMATCH';
  if (arrived.asset !== method.asset) return 'WRONG_ASSET';
  if (arrived.network !== method.network) return 'WRONG_NETWORK';
  switch (link.status) {
    case 'cancelled':
      return 'LINK_CANCELLED';
    case 'expired':
      return 'LINK_EXPIRED';
    case 'paid':
    case 'processing':
      return 'LINK_ALREADY_PAID';
    case 'active':
      return findWrongAmount(arrived.amount, method);
  }
}

function findWrongAmount(
  amount: Money,
  { decimals, amountDue, quoteStatus }: Pick<LinkMethod, 'decimals' | 'amountDue' | 'quoteStatus'>,
): UnmatchedReason | undefined {
  // The rail cannot carry such an amount, so it is not the payer's mistake, and an operator should check the provider's
  // report.
  if ((amount.decimalPlaces() ?? 0) > decimals) return 'WRONG_PRECISION';
  // No quote is valid while a new one is being calculated, because the amount that the payer saw before has expired.
  if (quoteStatus === 'expired' || amountDue === null) return 'QUOTE_EXPIRED';
  const due = money(amountDue);
  if (amount.lt(due)) return 'UNDERPAID';
  return amount.gt(due) ? 'OVERPAID' : undefined;
}

/** The key by which the instructions of a deposit's destination are found. */
export function destinationOf({ destination }: Pick<FinalDeposit, 'destination'>): { destination: string } {
  return { destination: destinationKey(destination) };
}

/** Whether the final deposit arrived where it was seen. */
export function isSameDestination(
  { destination }: Pick<Deposit, 'destination'>,
  final: Pick<FinalDeposit, 'destination'>,
): boolean {
  return destinationKey(destination) === destinationKey(final.destination);
}

/** Whether the final facts are those that were seen. */
export function isAsSeen({ asset, network, amount }: Deposit, final: FinalDeposit): boolean {
  return asset === final.asset && network === final.network && final.amount.eq(money(amount));
}

/**
 * While a link is processing, its quotes expire but are not renewed, so one that was valid at `time` is still stored.
 */
export function asOf(time: Date, method: LinkMethod): LinkMethod {
  const held = method.amountDueExpiresAt !== null && method.amountDueExpiresAt > time;
  return method.quoteStatus === 'expired' && held ? { ...method, quoteStatus: 'locked' } : method;
}

/** A deposit by the fields that show who sent it. */
export type Sent = Pick<Deposit, 'provider' | 'network' | 'payer'>;

/**
 * Whether the rail reports the same source for two deposits, which is an account or an address on the same network. A
 * payer of whom it reports neither is unknown, and never the same as another.
 */
export function isSamePayer(one: Sent, other: Sent): boolean {
  if (one.provider !== other.provider || one.network !== other.network) return false;
  return isSameText(one, other, 'account') || isSameText(one, other, 'source_address');
}

function isSameText(
  { payer: one }: Sent,
  { payer: other }: Sent,
  key: 'account' | 'source_address',
): boolean {
  const source = one[key]?.toLowerCase();
  return source !== undefined && source !== '' && source === other[key]?.toLowerCase();
}
