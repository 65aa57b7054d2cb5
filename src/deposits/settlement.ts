import { isDeepStrictEqual } from 'node:util';
import type { Trx } from '../db/index.ts';
import { money } from '../lib/money.ts';
import type { UnmatchedReason } from '../lib/reasons.ts';
import { destinationKey, type FinalDeposit } from '../methods/index.ts';
import { type LinkMethod, listLinkMethods, moveLink, takesParts } from '../payment-links/index.ts';
import { bookCorrection, creditPayment, sumOf } from './booking.ts';
import { canConvertTogether, isConvertedFirst, startConversion } from './conversion.ts';
import {
  type Accepter,
  holdForReview,
  moveDeposit,
  notePayer,
  type Payment,
  toAmounts,
  type WholePayment,
} from './deposit-state.ts';
import { giveUp, holdUnmatched, type HoldingParts, unmatchPayment } from './hold.ts';
import { asOf, findMismatch, isAsSeen, isSamePayer, type Sent } from './match.ts';
import {
  findPendingDeposit,
  lockDeposit,
  lockHeldDeposits,
  setDepositFacts,
  type Deposit,
} from './repository.ts';
import { isTolerated } from './tolerance.ts';
import { stateOf, stepOf } from './transitions.ts';

/**
 * Applies the final facts of a locked payment that was seen. Only the final facts count (D27). Exactly the amount due
 * is credited, after a conversion or screening if needed, and so is an amount that the account tolerates in its place
 * (D40). Anything else becomes unmatched, and the link can be paid again.
 */
export async function makeFinal(
  trx: Trx,
  parts: HoldingParts,
  seen: Payment,
  final: FinalDeposit,
): Promise<void> {
  const { payment, mismatch } = await tolerate(trx, await judgeFinal(trx, seen, final));
  bookCorrection(trx, seen.deposit, payment.deposit);
  const { deposit } = payment;
  if (mismatch !== undefined) await unmatchPayment(trx, parts, { ...payment, deposits: [deposit] }, mismatch);
  else if (await holdForReview(trx, parts, deposit)) await moveDeposit(trx, deposit, 'finalize');
  else await settlePayment(trx, parts, payment);
}

/**
 * Credits a locked, pending payment, or has it converted first. The rest of a payment is held after all if what it was the
 * rest of is no longer there, such as after a refund (D7).
 */
export async function settlePayment(trx: Trx, parts: HoldingParts, payment: Payment): Promise<void> {
  const { deposit, link, method } = payment;
  const isRest = deposit.acceptedBy === 'rest';
  const earlier = isRest
    ? await findEarlierParts(trx, parts, { link, method: asOf(deposit.createdAt, method) }, deposit)
    : [];
  const whole = { link, method, deposits: [...(earlier ?? []), deposit] };
  if (earlier) await settle(trx, parts, whole, 'rest');
  else await unmatchPayment(trx, parts, whole, 'UNDERPAID');
}

/** Holds a dropped deposit that arrived after all. Its link may have been paid since, so a person has to decide. */
export async function takeInLate(
  trx: Trx,
  parts: HoldingParts,
  failed: Payment,
  final: FinalDeposit,
): Promise<Deposit> {
  const { payment, mismatch } = await judgeFinal(trx, failed, final);
  const deposit = await moveDeposit(trx, payment.deposit, 'unmatch', { reason: mismatch });
  await holdUnmatched(trx, parts, deposit, payment.method);
  return deposit;
}

/**
 * Gives a final deposit precedence over one that was seen and has vanished (D27). If its locked link still waits for
 * the vanished one, and the final one is exactly what was due then, the vanished one is dropped. So a payment that a
 * reorganisation removed pays the link when its payer sends it again. Returns link and method as the final deposit
 * finds them.
 */
export async function displaceGone(
  trx: Trx,
  { events, providers }: HoldingParts,
  { link, method }: Pick<Payment, 'link' | 'method'>,
  final: FinalDeposit,
): Promise<Pick<Payment, 'link' | 'method'>> {
  const found = { link, method };
  if (link.status !== 'processing') return found;
  const seen = await findPendingDeposit(trx, { accountId: link.accountId, code: link.code });
  if (!seen || !isUnconfirmed(seen)) return found;
  const due = asOf(seen.createdAt, method);
  // For the rest of a payment, the seen amount was all that was due.
  const wanted = { ...due, amountDue: seen.amount };
  if (findMismatch(final, { status: 'active' }, wanted) !== undefined) return found;
  const progress = await providers.find(seen.provider)?.progressOf(seen.providerReference);
  if (progress?.isGone !== true) return found;
  const deposit = await lockDeposit(trx, seen.accountId, seen.id);
  return { link: await giveUp(trx, events, { deposit, link }), method: due };
}

/** Whether a deposit was only seen, and is not final yet. */
export function isUnconfirmed(deposit: Deposit): boolean {
  return stepOf(stateOf(deposit), 'finalize') !== undefined;
}

/**
 * Pays a locked link with locked deposits, all of them final. Credits them or, where that is needed, has them converted
 * first. Those that are unmatched are accepted by `accepter`.
 */
export async function settle(
  trx: Trx,
  { events, providers }: Pick<HoldingParts, 'events' | 'providers'>,
  payment: WholePayment,
  accepter: Accepter,
): Promise<void> {
  if (!isConvertedFirst(providers, payment)) return creditPayment(trx, events, payment, { accepter });
  const { link, method } = payment;
  const processing = link.status === 'processing' ? link : await moveLink(trx, link, 'receive');
  const deposits = await Promise.all(payment.deposits.map((deposit) => setAside(trx, deposit, accepter)));
  await startConversion(trx, { deposits, link: processing, method });
}

/** Makes a deposit pending until it is converted, unless it is. */
async function setAside(trx: Trx, deposit: Deposit, accepter: Accepter): Promise<Deposit> {
  if (stepOf(stateOf(deposit), 'convert')) return moveDeposit(trx, deposit, 'convert', { accepter });
  return isUnconfirmed(deposit) ? moveDeposit(trx, deposit, 'finalize') : deposit;
}

/** The last deposit of several, by what shows who sent it. */
type Last = Sent & Pick<Deposit, 'amount'>;

/**
 * Locks and returns the held deposits that pay a locked link together with the last one. All are of the same payer, and
 * together they are exactly the amount due, or within the account's tolerance of it (D7). Undefined if there are none,
 * because then a person has to decide. The quote must be valid now or, for a deposit that was seen first, when it was
 * seen.
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

interface Judged {
  payment: Payment;
  mismatch: UnmatchedReason | undefined;
}

/** Lets a payment pay its link despite its amount if the account tolerates the difference (D40). */
async function tolerate(trx: Trx, judged: Judged): Promise<Judged> {
  const { payment, mismatch } = judged;
  const { deposit } = payment;
  const isFine =
    mismatch === undefined || !(await isTolerated(trx, mismatch, payment, money(deposit.amount)));
  if (isFine) return judged;
  const accepted = { ...deposit, acceptedBy: 'tolerance' } as const;
  trx.defer(setDepositFacts(trx, accepted));
  return { payment: { ...payment, deposit: accepted }, mismatch: undefined };
}

/**
 * Returns the payment with its final facts in place of those that were seen, and the reason if it no longer pays the
 * link. It is judged as of the time when it was seen, because the payer was in time then.
 */
async function judgeFinal(trx: Trx, seen: Payment, final: FinalDeposit): Promise<Judged> {
  const isSame = isAsSeen(seen.deposit, final);
  if (isSame && !final.mayBeAnothers && isDeepStrictEqual(seen.deposit.payer, final.payer)) {
    return { payment: seen, mismatch: undefined };
  }
  const method = isSame ? seen.method : await findMethodOf(trx, seen, final);
  const deposit: Deposit = {
    ...seen.deposit,
    ...toAmounts(final.amount),
    // Another amount or payer is not the rest that was seen.
    acceptedBy: null,
    method: method.method,
    asset: final.asset,
    network: final.network,
    payer: final.payer,
  };
  trx.defer(setDepositFacts(trx, deposit));
  notePayer(trx, deposit);
  const due = asOf(seen.deposit.createdAt, method);
  return {
    payment: { ...seen, deposit, method },
    mismatch: isSame && !final.mayBeAnothers ? undefined : findMismatch(final, { status: 'active' }, due),
  };
}

/**
 * The method, among those of a link that share the destination, that matches the final facts, or else the one that was
 * seen.
 */
async function findMethodOf(
  trx: Trx,
  { deposit, method }: Payment,
  final: FinalDeposit,
): Promise<LinkMethod> {
  const methods = await listLinkMethods(trx, { accountId: method.accountId, code: method.linkCode });
  const used = methods.find(
    ({ destination, asset, network }) =>
      destination === destinationKey(deposit.destination) &&
      asset === final.asset &&
      network === final.network,
  );
  return used ?? method;
}
