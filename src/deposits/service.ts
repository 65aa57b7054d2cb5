import { handOn, wasHandedOn, worksElsewhere } from '../account-moves/index.ts';
import type { Trx } from '../db/index.ts';
import { findOwnPlace } from '../liquidity/index.ts';
import type { Logger } from '../lib/logger.ts';
import { money } from '../lib/money.ts';
import { isToldAgain } from '../methods/index.ts';
import {
  closeInstructions,
  findLinkMethod,
  issuedInstructions,
  lockLink,
  type MethodInstructions,
  moveLink,
} from '../payment-links/index.ts';
import { isConvertedFirst } from './conversion.ts';
import {
  addDeposit,
  type DepositNotification,
  holdForReview,
  lockAhead,
  lockPayment,
  type Payment,
  toAmounts,
  toDeposit,
} from './deposit-state.ts';
import { holdUnmatched, type HoldingParts, keepConflict } from './hold.ts';
import { destinationOf, findInstructions, findMismatch, isSameDestination } from './match.ts';
import { depositsByReference, findDeposit, type Deposit, type ReferenceKey } from './repository.ts';
import {
  displaceGone,
  findEarlierParts,
  isUnconfirmed,
  makeFinal,
  settle,
  takeInLate,
} from './settlement.ts';
import { isTolerated } from './tolerance.ts';

export interface DepositService {
  /**
   * Records a deposit. Exactly the amount due pays the link, as does a final amount that the account tolerates in its
   * place (D40); anything else is kept as unmatched, outside the balance (D7). A deposit that must first become final,
   * be screened or be converted leaves the link processing, and the workers finish it. Ledger, link and events change
   * in the given transaction. A repeated notification changes nothing and returns the same deposit. The exception is
   * the first final one, because only final facts count (D27); a second final one with another amount changes nothing
   * and waits for an operator. Returns undefined if nothing is recorded, which has three causes. A deposit that is
   * neither final nor what is due may vanish, and is notified again when it is final. One whose reference belongs to
   * another deposit is shown to the operator (D25). One whose account works in another cell is handed on to that cell
   * once it is final (D74).
   */
  receive(trx: Trx, notification: DepositNotification): Promise<Deposit | undefined>;
  /**
   * Reads and locks in advance, with as many queries as for one deposit, everything that the calls of `receive` that
   * follow need.
   */
  prepareToReceive(trx: Trx, notifications: readonly DepositNotification[]): Promise<void>;
}

interface Parts extends HoldingParts {
  logger: Logger;
}

export function createDepositService(parts: Parts): DepositService {
  return { receive: (trx, notification) => receive(trx, parts, notification), prepareToReceive };
}

async function receive(trx: Trx, parts: Parts, reported: DepositNotification): Promise<Deposit | undefined> {
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
  if (known) return receiveAgain(trx, parts, notification, known, instructions);
  return instructions
    ? receiveNew(trx, parts, notification, instructions)
    : receiveUnclaimed(trx, parts, notification);
}

async function receiveNew(
  trx: Trx,
  parts: Parts,
  notification: DepositNotification,
  instructions: MethodInstructions,
): Promise<Deposit | undefined> {
  const { link, method } = await lockPaid(trx, parts, notification, instructions);
  const mismatch = findMismatch(notification, link, method);
  const { provider, network, payer, amount } = notification;
  const last = { provider, network, payer, ...toAmounts(amount) };
  const mayBeRest = mismatch === 'UNDERPAID' && !notification.isSurmised;
  const earlier = (mayBeRest && (await findEarlierParts(trx, parts, { link, method }, last))) || [];
  const isDue = mismatch === undefined || earlier.length > 0;
  if (!isDue && !notification.final) return undefined;
  // Another tenant's money must not appear in this one's inbox.
  if (!isDue && notification.isSurmised) return receiveUnclaimed(trx, parts, notification);
  const tolerated = !isDue && (await isTolerated(trx, mismatch, { link, method }, amount));
  if (!isDue && !tolerated) {
    const { accountId, linkCode: code, method: name } = instructions;
    const deposit = addDeposit(trx, await toDeposit(trx, notification, { mismatch }, link), 'unmatch');
    // Instructions for one payment are used up by any payer, so the link's own payer needs new ones.
    if (mismatch === 'PAYER_MISMATCH') trx.defer(closeInstructions(trx, { accountId, code, method: name }));
    await holdUnmatched(trx, parts, deposit, method);
    return deposit;
  }
  const acceptedBy = earlier.length > 0 ? 'rest' : tolerated ? 'tolerance' : null;
  return receivePayment(
    trx,
    parts,
    { ...notification, method: method.method },
    { link, method, earlier, acceptedBy },
  );
}

/** The locked link and the method that a deposit is for, as a final one finds them. */
async function lockPaid(
  trx: Trx,
  parts: Parts,
  notification: DepositNotification,
  { accountId, linkCode: code, method: name }: MethodInstructions,
): Promise<Pick<Payment, 'link' | 'method'>> {
  // Sent together, in this order, because a read after the lock remains true while the lock is held.
  const [link, method] = await Promise.all([
    lockLink(trx, accountId, code),
    findLinkMethod(trx, { accountId, code, method: name }),
  ]);
  if (!link || !method) throw new Error(`the link of method ${name} is missing`);
  return notification.final ? displaceGone(trx, parts, { link, method }, notification) : { link, method };
}

/**
 * Writes a deposit that pays its link, with the earlier ones of which it is the rest. The link is paid immediately, or
 * once the deposit is final, screened and converted.
 */
async function receivePayment(
  trx: Trx,
  parts: Parts,
  notification: DepositNotification,
  {
    link,
    method,
    earlier,
    acceptedBy,
  }: Pick<Payment, 'link' | 'method'> & Pick<Deposit, 'acceptedBy'> & { earlier: readonly Deposit[] },
): Promise<Deposit> {
  const payment = await toDeposit(trx, notification, { acceptedBy }, link);
  const goesOn = notification.final && !(await holdForReview(trx, parts, payment));
  const settlesAtOnce = goesOn && !isConvertedFirst(parts.providers, { link, method });
  const deposit = addDeposit(trx, payment, settlesAtOnce ? 'credit' : 'receive');
  const open = settlesAtOnce ? link : await moveLink(trx, link, 'receive');
  if (goesOn) await settle(trx, parts, { deposits: [...earlier, deposit], link: open, method }, 'rest');
  return deposit;
}

async function receiveUnclaimed(
  trx: Trx,
  parts: Parts,
  notification: DepositNotification,
): Promise<Deposit | undefined> {
  if (!notification.final) return undefined;
  // The deployment's own money, on its way from another provider (D39).
  if (await findOwnPlace(trx, notification)) return undefined;
  const mismatch = notification.mayBeAnothers ? 'PAYER_MISMATCH' : 'UNKNOWN_DESTINATION';
  const deposit = addDeposit(trx, await toDeposit(trx, notification, { mismatch }), 'unmatch');
  await holdUnmatched(trx, parts, deposit, undefined);
  return deposit;
}

async function receiveAgain(
  trx: Trx,
  parts: Parts,
  notification: DepositNotification,
  known: Deposit,
  instructions: MethodInstructions | undefined,
): Promise<Deposit | undefined> {
  if (!isSameDestination(known, notification)) {
    await keepConflict(trx, parts.logger, notification, instructions);
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
}

async function prepareToReceive(trx: Trx, notifications: readonly DepositNotification[]): Promise<void> {
  await Promise.all([
    depositsByReference.ahead(trx, notifications.map(referenceOf)),
    issuedInstructions.ahead(trx, notifications.map(destinationOf)),
  ]);
  const known = notifications.flatMap((reported) => depositsByReference.peek(trx, referenceOf(reported)));
  const links = notifications
    .filter((reported) => depositsByReference.peek(trx, referenceOf(reported)).length === 0)
    .flatMap(
      (reported) =>
        findInstructions(issuedInstructions.peek(trx, destinationOf(reported)), reported).instructions ?? [],
    )
    .filter((instructions) => !worksElsewhere(instructions));
  await lockAhead(trx, known.filter(mayChange), links);
}

function referenceOf({ provider, providerReference }: DepositNotification): ReferenceKey {
  return { provider, providerReference };
}

/** Whether the final facts can differ from the recorded ones. */
function mayChange({ status, paymentLinkCode }: Deposit): boolean {
  return paymentLinkCode !== null && (status === 'pending' || status === 'failed');
}
