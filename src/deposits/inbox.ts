import { type Actor, recordAction } from '../audit-log/index.ts';
import type { Queryable, Trx } from '../db/index.ts';
import { DomainError } from '../lib/errors/errors.ts';
import { formatAmount, type Money } from '../lib/money.ts';
import type { RefundDestination, TakenBack } from '../methods/index.ts';
import {
  type DestinationParts,
  foresee,
  Leave,
  type MoneyOut,
  type Mover,
  requireActiveAccount,
  type Wait,
  type WaitsFor,
} from '../treasury/index.ts';
import type { Refund, RefundReason, TransferKinds } from '../transfers/index.ts';
import {
  type Acceptance,
  type Candidate,
  findAssignment,
  findCandidate,
  lockAssignment,
  lockCandidate,
  lockUnmatched,
  requireAcceptable,
  requireUnmatched,
} from './acceptance.ts';
import { bookAcceptance, recordCompletion } from './booking.ts';
import { moveDeposit, reviewOf, UNCLAIMED_ACCOUNT_ID } from './deposit-state.ts';
import {
  amountTakenBack,
  departureOfUnmatched,
  directionOf,
  requireRefundDestination,
} from './refundable.ts';
import { refundUnmatched } from './refunds.ts';
import { requireAllowed } from '../screening/index.ts';
import type { HoldingParts } from './hold.ts';
import { type DepositRecord, listUnmatchedDeposits } from './records-repository.ts';
import { type Deposit, findHeldDeposits, lockHeldDeposits, setDepositLink } from './repository.ts';
import { settle } from './settlement.ts';
import { settleTakenBack, takeBackDeposit } from './taken-back.ts';
import type { TakenBackDeposit } from './taken-back-repository.ts';

/** Unmatched deposits, for an operator or the account's users to decide on (D7). The audit log records who decided. */
export interface Inbox {
  list(on: Queryable, of: { accountId: string }): Promise<DepositRecord[]>;
  /** The default destination of a refund; undefined if one must be named. */
  refundDestination(deposit: Deposit): RefundDestination | undefined;
  /**
   * Accepts a deposit of the account into its balance. Throws `deposit_not_found`, `deposit_not_unmatched`,
   * `deposit_too_small`, `deposit_unclaimed`, `account_suspended`, `account_blocked` or, unless screening has allowed it,
   * `deposit_under_review` or `deposit_refused`.
   */
  accept(trx: Trx, by: Actor, accountId: string, id: string): Promise<Deposit>;
  /**
   * Accepts a deposit as the payment of its link (D40). The link is paid with the received amount, or with the proceeds
   * of its conversion. `expected` is the credit that the decision was based on. Throws like `accept` and
   * `foreseePayment`, and `deposit_acceptance_changed` if the credit would differ now.
   */
  acceptAsPayment(trx: Trx, by: Actor, accountId: string, id: string, expected?: Money): Promise<Acceptance>;
  /**
   * Accepts a deposit as the payment of another open link of its account, as if it had been sent for that one (D77).
   * The deposit names that link from then on, and keeps the one that it was sent for. Throws like `acceptAsPayment`,
   * and `payment_link_not_found`.
   */
  assign(
    trx: Trx,
    by: Actor,
    accountId: string,
    id: string,
    code: string,
    expected?: Money,
  ): Promise<Acceptance>;
  /** The effect that assigning a deposit to this link would have now. Throws like `assign`. */
  foreseeAssignment(on: Queryable, deposit: Deposit, code: string): Promise<Acceptance>;
  /**
   * The effect that accepting a deposit as the payment of its link would have now. Throws `deposit_not_unmatched`,
   * `deposit_too_small`, `payment_link_not_payable`, `deposit_not_due_asset`, `deposit_below_fee` and
   * `deposit_not_convertible`.
   */
  foreseePayment(on: Queryable, deposit: Deposit): Promise<Acceptance>;
  /**
   * Accepts a deposit and all others that are held for its link in its asset as the payment of the link, which is paid
   * with their sum (D40). `expected` is the credit that the decision was based on. Throws like `acceptAsPayment` and
   * `foreseeTogether`.
   */
  acceptTogether(trx: Trx, by: Actor, accountId: string, id: string, expected?: Money): Promise<Acceptance>;
  /**
   * The effect that accepting these deposits together would have now. Throws like `foreseePayment`.
   */
  foreseeTogether(on: Queryable, deposit: Deposit): Promise<Acceptance>;
  /**
   * Refunds a deposit of the account to its payer. To a named destination, it is money out like a withdrawal
   * (D44). Throws like `Leave.ask`, `deposit_not_found`, `deposit_not_unmatched`, `deposit_too_small`,
   * `deposit_taken_back`, `refund_destination_required`, `invalid_request` for a destination that is not valid and, for API
   * keys, `deposit_under_review` and `deposit_refused`.
   */
  refund(
    trx: Trx,
    by: Mover,
    accountId: string,
    id: string,
    how: UnmatchedRefund,
  ): Promise<{ refund: Refund; waitsFor: WaitsFor | null }>;
  /** Records that a rail took back a final deposit (`takeBackDeposit`). */
  takeBack(trx: Trx, provider: string, takenBack: TakenBack): Promise<void>;
  /**
   * Pays the account's debt for a deposit that was taken back, out of its balance. Throws `deposit_not_found`,
   * `deposit_nothing_owed` and `insufficient_funds`.
   */
  settle(trx: Trx, by: Actor, accountId: string, id: string): Promise<TakenBackDeposit>;
  /** The conditions of a refund now. Throws like `refund`. */
  foresee(on: Queryable, by: Mover, deposit: Deposit, destination: DestinationParts): Promise<Foreseen>;
}

export interface UnmatchedRefund {
  destination: DestinationParts;
  reason: RefundReason | null;
  /** A person's note about the reason, visible to the account's users only. */
  note?: string | null;
}

export type Foreseen = Wait & { to: RefundDestination };

interface Parts extends Omit<HoldingParts, 'screens'> {
  kinds: TransferKinds;
  /** The panel's URL. */
  panelUrl: string;
}

export function createInbox(parts: Parts): Inbox {
  const { providers } = parts;
  return {
    list: listUnmatchedDeposits,
    refundDestination: (deposit) => providers.find(deposit.provider)?.refundDestination(deposit),
    accept: (trx, by, accountId, id) => accept(trx, parts, by, accountId, id),

    async acceptAsPayment(trx, by, accountId, id, expected) {
      const acceptance = await pay(trx, parts, await lockCandidate(trx, accountId, id), expected);
      await recordPaid(trx, by, accountId, id, 'deposit.accepted_as_payment', acceptance);
      return acceptance;
    },

    async assign(trx, by, accountId, id, code, expected) {
      const candidate = await lockAssignment(trx, accountId, id, code);
      const acceptance = await pay(trx, parts, candidate, expected);
      const { assignedFrom } = candidate.deposit;
      await recordPaid(trx, by, accountId, id, 'deposit.assigned', acceptance, { sent_for: assignedFrom });
      return acceptance;
    },

    foreseeAssignment: async (on, deposit, code) =>
      requireAcceptable(on, providers, await findAssignment(on, deposit, code)),

    foreseePayment: async (on, deposit) => requireAcceptable(on, providers, await findCandidate(on, deposit)),

    async acceptTogether(trx, by, accountId, id, expected) {
      const candidate = await lockCandidate(trx, accountId, id);
      const held = await lockHeldDeposits(trx, placeOf(candidate.deposit));
      const acceptance = await pay(trx, parts, candidate, expected, held);
      const deposits = String(acceptance.deposits.length);
      await recordPaid(trx, by, accountId, id, 'deposit.accepted_as_payment', acceptance, { deposits });
      return acceptance;
    },

    async foreseeTogether(on, deposit) {
      const [candidate, held] = await Promise.all([
        findCandidate(on, deposit),
        findHeldDeposits(on, placeOf(deposit)),
      ]);
      return requireAcceptable(on, providers, candidate, held);
    },

    refund: (trx, by, accountId, id, how) => refund(trx, parts, by, accountId, id, how),
    takeBack: (trx, provider, takenBack) => takeBackDeposit(trx, parts, provider, takenBack),

    async settle(trx, by, accountId, id) {
      const settled = await settleTakenBack(trx, parts, accountId, id);
      const { owed, asset } = settled;
      await recordAction(trx, accountId, by, {
        action: 'deposit.settled',
        subject: id,
        details: { owed, asset },
      });
      return settled;
    },

    async foresee(on, by, deposit, destination) {
      requireUnmatched(deposit, 'refund');
      const { to, departure } = await departureTo(on, parts, deposit, destination);
      return { ...(await foresee(on, by, departure)), to };
    },
  };
}

async function accept(
  trx: Trx,
  { events }: Parts,
  by: Actor,
  accountId: string,
  id: string,
): Promise<Deposit> {
  const deposit = await lockUnmatched(trx, accountId, id, 'accept');
  if (deposit.accountId === UNCLAIMED_ACCOUNT_ID) {
    throw new DomainError('deposit_unclaimed', {
      message: `Deposit ${id} was sent to a destination that belongs to no account. It can only be refunded.`,
    });
  }
  await requireAllowed(trx, reviewOf(deposit));
  await requireActiveAccount(trx, accountId);
  const accepted = await moveDeposit(trx, deposit, 'accept');
  await bookAcceptance(trx, events, accepted);
  await recordCompletion(trx, events, accepted);
  const { amount, asset } = accepted;
  await recordAction(trx, accountId, by, {
    action: 'deposit.accepted',
    subject: id,
    details: { amount, asset },
  });
  return accepted;
}

/** Accepts a locked deposit as the payment of its locked link, alone or together with `others`. */
async function pay(
  trx: Trx,
  parts: Parts,
  candidate: Candidate,
  expected: Money | undefined,
  others: readonly Deposit[] = [],
): Promise<Acceptance> {
  const { deposit } = candidate;
  await requireAllowed(trx, reviewOf(deposit));
  await requireActiveAccount(trx, deposit.accountId);
  const acceptance = await requireAcceptable(trx, parts.providers, candidate, others);
  if (expected?.eq(acceptance.received) === false) throw new DomainError('deposit_acceptance_changed');
  // It is known by the link that it pays, before anything is booked for that.
  if (deposit.assignedFrom !== null) await setDepositLink(trx, deposit);
  await settle(trx, parts, acceptance, 'person');
  return acceptance;
}

async function recordPaid(
  trx: Trx,
  by: Actor,
  accountId: string,
  id: string,
  action: 'deposit.accepted_as_payment' | 'deposit.assigned',
  acceptance: Acceptance,
  more: Record<string, string | null> = {},
): Promise<void> {
  await recordAction(trx, accountId, by, {
    action,
    subject: id,
    details: { ...detailsOf(acceptance), ...more },
  });
}

async function refund(
  trx: Trx,
  parts: Parts,
  by: Mover,
  accountId: string,
  id: string,
  { destination, reason, note = null }: UnmatchedRefund,
): Promise<{ refund: Refund; waitsFor: WaitsFor | null }> {
  const deposit = await lockUnmatched(trx, accountId, id, 'refund');
  // A person must decide whether money that is in review or was refused may be returned.
  if ('credentialId' in by) await requireAllowed(trx, reviewOf(deposit));
  const { to, departure } = await departureTo(trx, parts, deposit, destination);
  const leave = await Leave.ask(trx, by, departure, parts);
  const terms = { to, reason, note, requestId: by.requestId };
  const sent = await refundUnmatched(trx, deposit, terms, leave);
  // Actions of API keys are in the call log.
  if (!('credentialId' in by)) {
    await recordAction(trx, accountId, by, {
      action: 'deposit.refunded',
      subject: id,
      details: { refund: sent.id, amount: sent.amount, asset: sent.asset },
    });
  }
  return { refund: sent, waitsFor: leave.waitsFor };
}

/** The destination of a refund, and the refund as the gate judges it. Throws unless the deposit may be refunded there. */
async function departureTo(
  on: Queryable,
  { providers }: Parts,
  deposit: Deposit,
  destination: DestinationParts,
): Promise<{ to: RefundDestination; departure: MoneyOut }> {
  await requireNotTakenBack(on, deposit);
  const to = await requireRefundDestination(on, providers, deposit, destination);
  return { to, departure: departureOfUnmatched(deposit, directionOf(providers, deposit, to)) };
}

/**
 * A deposit that was taken back in part is not refunded as a whole, because the account owes that part. It can accept
 * the deposit.
 */
async function requireNotTakenBack(on: Queryable, deposit: Deposit): Promise<void> {
  const takenBack = await amountTakenBack(on, deposit);
  if (takenBack.isZero()) return;
  throw new DomainError('deposit_taken_back', {
    message: `The bank took back ${takenBack.toFixed()} ${deposit.asset} of deposit ${deposit.id}, so it cannot be refunded. It can be accepted into the balance.`,
  });
}

/** The link and the asset of a deposit; a deposit of no link is held with no others. */
function placeOf({ accountId, paymentLinkCode, asset }: Deposit) {
  return { accountId, code: paymentLinkCode ?? '', asset };
}

function detailsOf({ link, received, difference, atMost }: Acceptance): Record<string, string> {
  return {
    payment_link: link.code,
    received: `${formatAmount(received)} ${link.currency}`,
    difference: formatAmount(difference),
    ...(atMost && { price: 'current' }),
  };
}
