import type { Trx } from '../db/index.ts';
import { findOwnPlace } from '../liquidity/index.ts';
import type { Logger } from '../lib/logger.ts';
import { money } from '../lib/money.ts';
import type { UnmatchedReason } from '../lib/reasons.ts';
import { destinationKey, type FinalDeposit, isToldAgain } from '../methods/index.ts';
import {
  closeInstructions,
  findLinkMethod,
  lockLink,
  moveLink,
  issuedInstructions,
  type MethodInstructions,
  type Whereabouts,
} from '../payment-links/index.ts';
import { bookReceipt } from './booking.ts';
import { isConvertedFirst } from './conversion.ts';
import { lockAhead, lockPayment, type Payment, type PaymentKey } from './deposit-state.ts';
import { handOn, wasHandedOn, worksElsewhere } from './handing-on.ts';
import { displaceGone, giveUp, isSameDestination, isUnconfirmed, makeFinal, takeInLate } from './finality.ts';
import { chooseInstructions, findMismatch } from './match.ts';
import { notePayer, toAmounts, toDeposit, type DepositNotification } from './notification.ts';
import { keepConflict } from './conflicts.ts';
import {
  depositsByReference,
  findDeposit,
  insertDeposit,
  type Deposit,
  type ReferenceKey,
} from './repository.ts';
import { findEarlierParts } from './rest.ts';
import { holdForReview } from './review.ts';
import { settle } from './settlement.ts';
import { holdUnmatched, type HoldingParts } from './hold.ts';
import { isTolerated } from './tolerance.ts';

export interface DepositService {
  /**
   * Records a deposit. Exactly the amount due pays the link, as does a final amount that the account tolerates in its
   * place (D40); anything else is kept as unmatched, outside the balance (D7). A deposit that must first become final,
   * be screened or be converted leaves the link processing, and the workers finish it. Ledger, link and events change
   * in the given transaction. A repeated notification changes nothing and returns the same deposit. The exception is
   * the first final one, because only final facts count (D27); a second final one with another amount changes nothing
   * and waits for an operator. Returns undefined if nothing is recorded: for a deposit that is neither final nor what
   * is due, which may vanish and is notified again when final; for one whose reference belongs to another, which is
   * shown to the operator (D25); and for one whose account works in another cell, to which it is handed on once it is
   * final (D74).
   */
  receive(trx: Trx, notification: DepositNotification): Promise<Deposit | undefined>;
  /**
   * Confirms a deposit that was only seen, with its final facts (D27). One that is final at another destination is
   * dropped here, and listed for the operator with the conflicts. Does nothing if its outcome is known.
   */
  confirm(trx: Trx, seen: PaymentKey, final: FinalDeposit): Promise<void>;
  /**
   * Drops a deposit that will never be final, so that its link can be paid again. Does nothing if its outcome is known.
   */
  drop(trx: Trx, seen: PaymentKey): Promise<void>;
  /**
   * Reads and locks in advance, with as many queries as for one deposit, everything that the calls of `receive` that
   * follow need.
   */
  prepareToReceive(trx: Trx, notifications: readonly DepositNotification[]): Promise<void>;
  /** Like `prepareToReceive`, for `confirm` and `drop`. */
  prepareToConfirm(trx: Trx, seen: readonly PaymentKey[], finals: readonly FinalDeposit[]): Promise<void>;
}

export function createDepositService({
  logger,
  ...parts
}: HoldingParts & { logger: Logger }): DepositService {
  const { events } = parts;

  const receiveNew = async (
    trx: Trx,
    notification: DepositNotification,
    instructions: MethodInstructions,
  ): Promise<Deposit | undefined> => {
    const { accountId, linkCode: code, method: name } = instructions;
    // Sent together, in this order, because a read after the lock remains true while the lock is held.
    const [locked, current] = await Promise.all([
      lockLink(trx, accountId, code),
      findLinkMethod(trx, { accountId, code, method: name }),
    ]);
    if (!locked || !current) throw new Error(`the link of method ${name} is missing`);
    const found = { link: locked, method: current };
    const { link, method } = notification.final ? await displaceGone(trx, parts, found, notification) : found;

    const mismatch = findMismatch(notification, link, method);
    const earlier = await findEarlier(trx, { link, method }, notification, mismatch);
    const isDue = mismatch === undefined || earlier.length > 0;
    if (!isDue && !notification.final) return undefined;
    // Another tenant's money must not appear in this one's inbox.
    if (!isDue && notification.isSurmised) return receiveUnclaimed(trx, notification);
    const tolerated = !isDue && (await isTolerated(trx, mismatch, { link, method }, notification.amount));
    if (!isDue && !tolerated) {
      const deposit = await toDeposit(trx, notification, { mismatch }, link);
      // Instructions for one payment are used up by any payer, so the link's own payer needs new ones.
      if (mismatch === 'PAYER_MISMATCH') trx.defer(closeInstructions(trx, { accountId, code, method: name }));
      return takeIn(trx, deposit, () => holdUnmatched(trx, parts, deposit, method));
    }
    const acceptedBy = earlier.length > 0 ? 'rest' : tolerated ? 'tolerance' : null;
    const pending = await toDeposit(trx, { ...notification, method: name }, { acceptedBy }, link);
    const goesOn = notification.final && !(await holdForReview(trx, parts, pending));
    const settlesAtOnce = goesOn && !isConvertedFirst(parts.providers, { link, method });
    const deposit: Deposit = settlesAtOnce ? { ...pending, status: 'credited' } : pending;
    return takeIn(trx, deposit, async () => {
      const open = settlesAtOnce ? link : await moveLink(trx, link, 'receive');
      if (!settlesAtOnce) bookReceipt(trx, deposit);
      if (goesOn) await settle(trx, parts, { deposits: [...earlier, deposit], link: open, method }, 'rest');
    });
  };

  /** The held deposits of which a new one is the rest; none if it is not. */
  const findEarlier = async (
    trx: Trx,
    of: Pick<Payment, 'link' | 'method'>,
    { amount, provider, network, payer, isSurmised }: DepositNotification,
    mismatch: UnmatchedReason | undefined,
  ): Promise<Deposit[]> => {
    if (mismatch !== 'UNDERPAID' || isSurmised) return [];
    const last = { provider, network, payer, ...toAmounts(amount) };
    return (await findEarlierParts(trx, parts, of, last)) ?? [];
  };

  const receiveUnclaimed = async (
    trx: Trx,
    notification: DepositNotification,
  ): Promise<Deposit | undefined> => {
    if (!notification.final) return undefined;
    // The deployment's own money, on its way from another provider (D39).
    if (await findOwnPlace(trx, notification)) return undefined;
    const reason = notification.mayBeAnothers ? 'PAYER_MISMATCH' : 'UNKNOWN_DESTINATION';
    const deposit = await toDeposit(trx, notification, { mismatch: reason });
    return takeIn(trx, deposit, () => holdUnmatched(trx, parts, deposit, undefined));
  };

  /** Writes a new deposit and runs `follow`. */
  const takeIn = async (trx: Trx, deposit: Deposit, follow: () => Promise<void>): Promise<Deposit> => {
    insertDeposit(trx, deposit);
    notePayer(trx, deposit);
    await follow();
    return deposit;
  };

  const receiveAgain = async (
    trx: Trx,
    notification: DepositNotification,
    known: Deposit,
    instructions: MethodInstructions | undefined,
  ): Promise<Deposit | undefined> => {
    if (!isSameDestination(known, notification)) {
      await keepConflict(trx, logger, notification, instructions);
      return undefined;
    }
    if (!notification.final) return known;
    const payment = mayChange(known) ? await lockPayment(trx, known) : undefined;
    if (payment?.deposit.status === 'failed') return takeInLate(trx, parts, payment, notification);
    if (payment && isUnconfirmed(payment.deposit)) {
      await makeFinal(trx, parts, payment, notification);
      return findDeposit(trx, known.accountId, known.id);
    }
    const deposit = payment?.deposit ?? known;
    const { provider, providerReference: reference, id, asset } = deposit;
    const final = { asset, amount: money(deposit.exactAmount ?? deposit.amount), of: `deposit ${id}` };
    await isToldAgain(trx, { provider, kind: 'deposit', reference }, final, {
      asset: notification.asset,
      amount: notification.amount,
    });
    return deposit;
  };

  return {
    async receive(trx, reported) {
      const [known, candidates] = await Promise.all([
        depositsByReference.first(trx, referenceOf(reported)),
        issuedInstructions.all(trx, destinationOf(reported)),
      ]);
      const { instructions, arrived: notification } = findInstructions(candidates, reported);
      const hasLeft = candidates.some(({ leftAt }) => leftAt !== null);
      if (hasLeft && (await wasHandedOn(trx, referenceOf(reported)))) return undefined;
      // A deposit that had vanished before the account left, and arrived after all, is handed on, too.
      if (instructions && worksElsewhere(instructions) && (!known || known.status === 'failed'))
        return handOn(trx, notification, instructions);
      if (known) return receiveAgain(trx, notification, known, instructions);
      return instructions ? receiveNew(trx, notification, instructions) : receiveUnclaimed(trx, notification);
    },

    async confirm(trx, seen, final) {
      const payment = await lockPayment(trx, seen);
      const { deposit } = payment;
      if (!isUnconfirmed(deposit)) return;
      const candidates = await issuedInstructions.all(trx, destinationOf(final));
      if (isSameDestination(deposit, final)) {
        const { arrived } = findInstructions(candidates, { ...final, reference: deposit.reference });
        await makeFinal(trx, parts, payment, arrived);
        return;
      }
      // Nothing arrived where it was seen, and the reference belongs to a deposit at another destination.
      const { provider, providerReference, method } = deposit;
      const elsewhere = { ...final, provider, providerReference, method, reference: null, final: true };
      await keepConflict(trx, logger, elsewhere, findInstructions(candidates, elsewhere).instructions);
      await giveUp(trx, events, payment);
    },

    async drop(trx, seen) {
      const payment = await lockPayment(trx, seen);
      if (isUnconfirmed(payment.deposit)) await giveUp(trx, events, payment);
    },

    async prepareToReceive(trx, notifications) {
      await Promise.all([
        depositsByReference.ahead(trx, notifications.map(referenceOf)),
        issuedInstructions.ahead(trx, notifications.map(destinationOf)),
      ]);
      const known = notifications.flatMap((reported) => depositsByReference.peek(trx, referenceOf(reported)));
      const links = notifications
        .filter((reported) => depositsByReference.peek(trx, referenceOf(reported)).length === 0)
        .flatMap(
          (reported) =>
            findInstructions(issuedInstructions.peek(trx, destinationOf(reported)), reported).instructions ??
            [],
        )
        .filter((instructions) => !worksElsewhere(instructions));
      await lockAhead(trx, known.filter(mayChange), links);
    },

    async prepareToConfirm(trx, seen, finals) {
      await Promise.all([lockAhead(trx, seen), issuedInstructions.ahead(trx, finals.map(destinationOf))]);
    },
  };
}

/**
 * The link method that a destination belongs to; undefined if there is none, or no single link. If only one link ever
 * had the destination, the money must be for it. If another account had it too, the money is assigned to neither.
 */
function findInstructions<A extends FinalDeposit & { reference: string | null }>(
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

function referenceOf({ provider, providerReference }: DepositNotification): ReferenceKey {
  return { provider, providerReference };
}

function destinationOf({ destination }: Pick<FinalDeposit, 'destination'>): { destination: string } {
  return { destination: destinationKey(destination) };
}

/** Whether the final facts can differ from the recorded ones. */
function mayChange({ status, paymentLinkCode }: Deposit): boolean {
  return paymentLinkCode !== null && (status === 'pending' || status === 'failed');
}
