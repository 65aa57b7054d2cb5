import type { Queryable, Trx } from '../db/index.ts';
import type { EventRecorder } from '../events/index.ts';
import { exchange, postEntry, type Posting, postMovement, railOf } from '../ledger/index.ts';
import { DomainError } from '../lib/errors/errors.ts';
import { newId } from '../lib/ids.ts';
import { formatAmount, formatStored, money, type Money } from '../lib/money.ts';
import type { FailureReason } from '../lib/reasons.ts';
import type { Providers, RefundDestination } from '../methods/index.ts';
import { lockLink } from '../payment-links/index.ts';
import {
  type DestinationParts,
  foresee,
  Leave,
  type Mover,
  type Wait,
  type WaitsFor,
} from '../treasury/index.ts';
import {
  depart,
  entryOf,
  factOf,
  giveBack,
  type TransferKey,
  hold,
  newTransfer,
  type Refund,
  type RefundReason,
  requireAvailable,
  sentBy,
  type TransferKind,
} from '../transfers/index.ts';
import { holdForReview, moveDeposit } from './deposit-state.ts';
import {
  countRefund,
  departureOf,
  directionOf,
  getPaidLink,
  lockPaidLink,
  requireRefundable,
  requireRefundDestination,
  returnedOf,
  uncountRefund,
  type PaidLink,
  type PaidLinkKey,
} from './refundable.ts';
import { addRefunded, findDeposit, lockDeposit, lockedDeposits, type Deposit } from './repository.ts';
import { stateOf, stepOf } from './transitions.ts';

/** Refunds an unmatched deposit; until that is done it stays outside the balance (D7). */
export async function refundUnmatched(
  trx: Trx,
  deposit: Deposit,
  terms: RefundTerms,
  leave: Leave,
): Promise<Refund> {
  await moveDeposit(trx, deposit, 'refund');
  const whole = { asset: deposit.asset, amount: money(deposit.amount) };
  trx.defer(addRefunded(trx, { accountId: deposit.accountId, id: deposit.id, amount: deposit.amount }));
  const refund = await toRefund(trx, deposit, whole, terms);
  await depart(trx, refund, leave);
  return refund;
}

export interface LinkRefundRequest extends PaidLinkKey {
  /** Decimal, in the asset of `leftOf`; undefined for all that is left. */
  amount: Money | undefined;
  /** Required if the rail cannot return the deposit by itself; otherwise it overrides that. */
  destination: DestinationParts;
  reason: RefundReason | null;
  /** A person's note about the reason, visible to the account's users only. */
  note?: string | null;
}

/** The parameters for sending a refund. */
export interface RefundTerms {
  to: RefundDestination;
  reason: RefundReason | null;
  note: string | null;
  /** The request that started it in the panel or, for an automatic refund, the call that created the link. */
  requestId: string | null;
}

export interface Refunds {
  /**
   * Refunds a paid link to its payer, all that is left of it or a part (D10); of a link that several deposits paid, one
   * of them. The amount leaves the balance, and reaches the payer at par in the asset that the payer sent. To a named destination, it is money out like a
   * withdrawal (D44). Throws like `Leave.ask`, `payment_link_not_found`, `payment_link_not_refundable`,
   * `deposit_taken_back`, `refund_needs_quote` for a converted payment, `insufficient_funds`,
   * `refund_destination_required`, and `invalid_request` for a destination that is not valid and an amount that is
   * above what is left or that the rail cannot carry.
   */
  refundLink(
    trx: Trx,
    by: Mover,
    request: LinkRefundRequest,
  ): Promise<{ refund: Refund; waitsFor: WaitsFor | null }>;
  /** The conditions of a refund now. Throws like `refundLink`, except `insufficient_funds`. */
  foresee(on: Queryable, by: Mover, request: LinkRefundRequest): Promise<RefundOutlook>;
  kind: TransferKind<Refund>;
}

/** A refund before it is created. */
export interface RefundOutlook extends Wait {
  /** The asset and amount that leave the balance. */
  asset: string;
  amount: Money;
  /** The asset and amount that the payer gets. */
  toAsset: string;
  toAmount: Money;
  method: string;
  to: RefundDestination;
}

interface Parts {
  read: Queryable;
  providers: Providers;
  events: EventRecorder;
  /** Whether payments are screened, so that a final deposit first waits for the hook's answer (D53). */
  screens: boolean;
  /** The panel's URL. */
  panelUrl: string;
}

export function createRefunds(parts: Parts): Refunds {
  return {
    foresee: (on, by, request) => foreseeRefund(on, parts, by, request),
    refundLink: (trx, by, request) => refundLink(trx, parts, by, request),
    kind: {
      async send(transfer, idempotencyKey, signal) {
        const deposit = await findDeposit(parts.read, transfer.accountId, transfer.depositId);
        const { asset, amount } = sentBy(transfer);
        const depositReference = deposit.providerReference;
        const to = transfer.destination ?? 'sender';
        const order = { idempotencyKey, depositReference, asset, amount, to } as const;
        return parts.providers.get(transfer.provider).refund(order, signal);
      },

      lockAhead: (trx, transfers) =>
        lockedDeposits.ahead(
          trx,
          transfers.map(({ accountId, depositId: id }) => ({ accountId, id })),
        ),

      settle: (trx, transfer) => settle(trx, parts, transfer),
      fail: (trx, transfer, reason) => fail(trx, parts, transfer, reason),
      takeBack: (trx, transfer, reason) => takeBack(trx, parts, transfer, reason),
    },
  };
}

async function foreseeRefund(
  on: Queryable,
  { providers }: Parts,
  by: Mover,
  request: LinkRefundRequest,
): Promise<RefundOutlook> {
  const { amount: requested, destination } = request;
  const paid = await getPaidLink(on, request);
  const { asset, amount, toAmount } = amountsOf(paid, requested);
  const to = await requireRefundDestination(on, providers, paid.deposit, destination);
  const departure = departureOf(paid, { asset, amount }, directionOf(providers, paid.deposit, to));
  const wait = await foresee(on, by, departure);
  return {
    ...wait,
    asset,
    amount,
    toAsset: paid.deposit.asset,
    toAmount,
    method: paid.method.method,
    to,
  };
}

async function refundLink(
  trx: Trx,
  { providers, events, panelUrl }: Parts,
  by: Mover,
  request: LinkRefundRequest,
): Promise<{ refund: Refund; waitsFor: WaitsFor | null }> {
  const { accountId, amount: requested, destination, reason, note = null } = request;
  const paid = await lockPaidLink(trx, request);
  const { deposit } = paid;
  const { asset, amount, toAmount } = amountsOf(paid, requested);
  const to = await requireRefundDestination(trx, providers, deposit, destination);
  const departure = departureOf(paid, { asset, amount }, directionOf(providers, deposit, to));
  const leave = await Leave.ask(trx, by, departure, { panelUrl });
  await requireAvailable(trx, { accountId, asset }, amount);
  const terms = { to, reason, note, requestId: by.requestId };
  const refund: Refund = {
    ...(await toRefund(trx, deposit, { asset, amount }, terms)),
    toAsset: deposit.asset,
    toAmount: formatAmount(toAmount),
  };
  countRefund(trx, paid, amount, toAmount);
  await depart(trx, refund, leave);
  await hold(trx, events, leave, heldBy(refund), 'refund', amount);
  return { refund, waitsFor: leave.waitsFor };
}

/** The refund has reached its payer. */
async function settle(trx: Trx, { events }: Parts, transfer: Refund): Promise<void> {
  const deposit = await lockDeposit(trx, transfer.accountId, transfer.depositId);
  const ofUnmatched = isOfUnmatched(deposit);
  if (ofUnmatched) await moveDeposit(trx, deposit, 'return');
  postEntry(trx, {
    ...entryOf(heldBy(transfer)),
    type: ofUnmatched ? 'unmatched_refund' : 'refund_settled',
    postings: departure(transfer, ofUnmatched ? 'unmatched' : 'pending'),
  });
  const data = dataOf(transfer);
  await events.record(trx, { ...factOf(transfer, 'completed'), type: 'refund.completed', data });
}

/** The refund was not sent, so its money is where it was before. */
async function fail(trx: Trx, { events }: Parts, transfer: Refund, reason: FailureReason): Promise<void> {
  const deposit = await lockRefunded(trx, transfer);
  if (isOfUnmatched(deposit)) await keep(trx, deposit, transfer);
  else {
    await uncountRefund(trx, transfer);
    // Nothing was reserved yet, so the conversion's proceeds stay in the balance.
    if (transfer.status !== 'requested')
      await giveBack(trx, events, heldBy(transfer), money(transfer.amount));
  }
  const data = { ...dataOf(transfer), reason };
  await events.record(trx, { ...factOf(transfer, 'failed'), type: 'refund.failed', data });
}

/** The refund was sent, and came back. */
async function takeBack(
  trx: Trx,
  { events, screens }: Parts,
  transfer: Refund,
  reason: FailureReason,
): Promise<void> {
  const deposit = await lockRefunded(trx, transfer);
  if (isOfUnmatched(deposit)) {
    await keep(trx, deposit, transfer);
    // It may have been refunded before screening was enabled.
    await holdForReview(trx, { screens }, deposit);
    const postings = reverse(departure(transfer, 'unmatched'));
    postEntry(trx, { ...entryOf(heldBy(transfer)), type: 'unmatched_refund_returned', postings });
  } else {
    await uncountRefund(trx, transfer);
    const postings = reverse(departure(transfer, 'available'));
    const entry = {
      ...entryOf(heldBy(transfer)),
      type: 'refund_returned',
      movement: 'reversal',
      postings,
    } as const;
    await postMovement(trx, events, entry);
  }
  const data = { ...dataOf(transfer), reason };
  await events.record(trx, { ...factOf(transfer, 'returned'), type: 'refund.failed', data });
}

/**
 * Locks the deposit that a refund returns. Its link is locked first, as everywhere, because the link's refund may have
 * to be reverted.
 */
async function lockRefunded(
  trx: Trx,
  { accountId, paymentLinkCode: code, depositId }: Refund,
): Promise<Deposit> {
  if (code !== null) await lockLink(trx, accountId, code);
  return lockDeposit(trx, accountId, depositId);
}

/** The amounts of a payment that was not converted, which are the debit of the balance and the payer's receipt. */
function amountsOf(paid: PaidLink, requested: Money | undefined) {
  if (paid.method.requiresConversion) throw new DomainError('refund_needs_quote');
  const amount = requireRefundable(paid, requested);
  return { asset: paid.link.currency, amount, toAmount: returnedOf(paid, amount) };
}

/** A refund as it is stored, to be sent once it may leave. */
export async function toRefund(
  trx: Trx,
  deposit: Deposit,
  { asset, amount }: { asset: string; amount: Money },
  { to, reason, note, requestId }: RefundTerms,
): Promise<Refund> {
  const now = await trx.now;
  return newTransfer<Refund>({
    accountId: deposit.accountId,
    id: newId(),
    kind: 'refund',
    status: 'held',
    asset,
    amount: formatAmount(amount),
    fee: '0',
    method: deposit.method,
    destination: to === 'sender' ? null : to,
    toAsset: null,
    toAmount: null,
    depositId: deposit.id,
    conversionId: null,
    refundReason: reason,
    refundNote: note,
    paymentLinkCode: deposit.paymentLinkCode,
    provider: deposit.provider,
    dueAt: now,
    requestId,
    createdAt: now,
  });
}

/** Whether a refund returns a deposit that was unmatched, rather than the payment of a link. */
function isOfUnmatched(deposit: Deposit): boolean {
  return stepOf(stateOf(deposit), 'keep') !== undefined;
}

/** An unmatched deposit whose refund did not reach its payer waits for a decision again. */
async function keep(trx: Trx, deposit: Deposit, refund: Refund): Promise<void> {
  await moveDeposit(trx, deposit, 'keep');
  trx.defer(
    addRefunded(trx, {
      accountId: deposit.accountId,
      id: deposit.id,
      amount: formatAmount(sentBy(refund).amount.negated()),
    }),
  );
}

function reverse(postings: readonly Posting[]): Posting[] {
  return postings.map((posting) => ({ ...posting, amount: posting.amount.negated() }));
}

function departure(transfer: Refund, from: 'unmatched' | 'pending' | 'available'): Posting[] {
  const returned = sentBy(transfer);
  const amount = money(transfer.amount);
  return [
    { asset: transfer.asset, book: from, amount: amount.negated() },
    ...exchange(transfer.asset, amount, returned.asset, returned.amount),
    { asset: returned.asset, book: railOf(transfer.provider), amount: returned.amount },
    // Within one asset, the payer's rounding for the rail stayed with the service, and is returned from there.
    ...(returned.asset === transfer.asset
      ? [{ asset: transfer.asset, book: 'fee', amount: amount.minus(returned.amount) } as const]
      : []),
  ];
}

export function heldBy(transfer: Refund): TransferKey {
  return { ...transfer, object: 'refund' };
}

function dataOf(transfer: Refund) {
  return {
    refund_id: transfer.id,
    payment_link_code: transfer.paymentLinkCode,
    amount: formatStored(transfer.amount),
    asset: transfer.asset,
  };
}
