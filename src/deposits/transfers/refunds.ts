import { findAccount } from '../../accounts/repository.ts';
import type { Queryable, Trx } from '../../db/connect.ts';
import type { EventRecorder } from '../../events/record.ts';
import { exchange, postMovement } from '../../ledger/movement.ts';
import { postEntry, type Posting } from '../../ledger/post.ts';
import { DomainError, invalidParam } from '../../lib/errors/errors.ts';
import { newId } from '../../lib/ids.ts';
import { formatAmount, formatStored, money, roundDownTo, type Money } from '../../lib/money.ts';
import type { RefundDestination } from '../../methods/providers/provider.ts';
import type { Providers } from '../../methods/providers/registry.ts';
import { lockLink } from '../../payment-links/link-state.ts';
import { findLinkMethod } from '../../payment-links/quotes/repository.ts';
import { addLinkRefund, type LinkRow } from '../../payment-links/repository.ts';
import type { DestinationParts } from '../../transfers/destination.ts';
import type { TransferKind } from '../../transfers/engine.ts';
import { entryOf, factOf, giveBack, hold, requireAvailable, type Held } from '../../transfers/holding.ts';
import { insertTransfer } from '../../transfers/repository.ts';
import { newTransfer, sentBy, type Refund } from '../../transfers/transfer.ts';
import { moveDeposit } from '../deposit-state.ts';
import { holdForReview } from '../unmatched/review.ts';
import { requireRefundDestination } from './refund-destination.ts';
import { addRefunded, findDeposit, lockDeposit, lockPayingDeposit, type DepositRow } from '../repository.ts';

/** Sends an unmatched deposit back; until that is done it stays outside the balance (D7). */
export async function refundUnmatched(trx: Trx, deposit: DepositRow, to: RefundDestination): Promise<Refund> {
  await moveDeposit(trx, deposit, 'refund');
  const whole = { asset: deposit.asset, amount: money(deposit.amount) };
  trx.defer(addRefunded(trx, deposit.account_id, deposit.id, deposit.amount));
  const refund = await toRefund(trx, deposit, whole, to);
  trx.defer(insertTransfer(trx, refund));
  return refund;
}

/**
 * The same, for accounts that want every unmatched deposit sent back automatically (D7). One that the rail cannot safely
 * send back waits for somebody to name a destination.
 */
export async function refundIfWanted(
  trx: Trx,
  providers: Pick<Providers, 'find'>,
  deposit: DepositRow,
): Promise<void> {
  const to = providers.find(deposit.provider)?.wayBack(deposit);
  if (money(deposit.amount).isZero() || to === undefined) return;
  const account = await findAccount(trx, deposit.account_id);
  if (account?.auto_refund) await refundUnmatched(trx, deposit, to);
}

export interface LinkRefundRequest {
  accountId: string;
  code: string;
  /** Decimal, in the link's currency; undefined for all that is left. */
  amount: Money | undefined;
  /** Where to, when the rail cannot send it back by itself. */
  destination: DestinationParts;
}

export interface Refunds {
  /**
   * Refunds a paid link to its payer, all that is left of it or a part (D10). The amount is a decimal in the link's
   * currency; it leaves the balance, and reaches the payer in the asset that the payer sent, at the payment's rate.
   * Throws `payment_link_not_found`, `payment_link_not_refundable`, `insufficient_funds`, `refund_destination_required`,
   * and `invalid_request` for a destination that is not valid and an amount that is above what is left or too small to
   * send.
   */
  refundLink(trx: Trx, request: LinkRefundRequest): Promise<Refund>;
  kind: TransferKind<Refund>;
}

export function createRefunds(options: {
  read: Queryable;
  providers: Providers;
  events: EventRecorder;
  /** Whether payments are screened (D53). */
  screens: boolean;
}): Refunds {
  const { read, providers, events, screens } = options;
  return {
    async refundLink(trx, { accountId, code, amount: requested, destination }) {
      const link = await requirePaid(trx, accountId, code);
      const amount = requireRefundable(link, requested);
      const deposit = await lockPayingDeposit(trx, accountId, code);
      const to = await requireRefundDestination(trx, providers, deposit, destination);
      const returned = await amountReturned(trx, link, deposit, amount);
      await requireAvailable(trx, { account_id: accountId, asset: link.currency }, amount);
      const refund: Refund = {
        ...(await toRefund(trx, deposit, { asset: link.currency, amount }, to)),
        to_asset: deposit.asset,
        to_amount: formatAmount(returned),
      };
      trx.defer(insertTransfer(trx, refund));
      trx.defer(addLinkRefund(trx, accountId, code, formatAmount(amount)));
      trx.defer(addRefunded(trx, accountId, deposit.id, formatAmount(returned)));
      await hold(trx, events, heldBy(refund), 'refund', amount);
      return refund;
    },

    kind: {
      async send(transfer, idempotencyKey, signal) {
        const deposit = await findDeposit(read, transfer.account_id, transfer.deposit_id);
        const { asset, amount } = sentBy(transfer);
        const depositReference = deposit.provider_reference;
        const to = transfer.destination ?? 'sender';
        const order = { idempotencyKey, depositReference, asset, amount, to } as const;
        return providers.get(transfer.provider).refund(order, signal);
      },

      async settle(trx, transfer) {
        const deposit = await lockDeposit(trx, transfer.account_id, transfer.deposit_id);
        const ofUnmatched = deposit.status === 'refunding';
        if (ofUnmatched) await moveDeposit(trx, deposit, 'return');
        await postEntry(trx, {
          ...entryOf(heldBy(transfer)),
          type: ofUnmatched ? 'unmatched_refund' : 'refund_settled',
          postings: departure(transfer, ofUnmatched ? 'unmatched' : 'pending'),
        });
        const data = dataOf(transfer);
        await events.record(trx, { ...factOf(transfer, 'completed'), type: 'refund.completed', data });
      },

      async fail(trx, transfer, reason) {
        const { account_id: accountId, payment_link_code: code } = transfer;
        // First the link and then the deposit, the same order everywhere: the link's refund may have to be taken back.
        if (code !== null) await lockLink(trx, accountId, code);
        const deposit = await lockDeposit(trx, accountId, transfer.deposit_id);
        uncount(trx, transfer);
        if (deposit.status === 'refunding') await moveDeposit(trx, deposit, 'keep');
        else {
          uncountInLink(trx, transfer);
          await giveBack(trx, events, heldBy(transfer), money(transfer.amount));
        }
        const data = { ...dataOf(transfer), reason };
        await events.record(trx, { ...factOf(transfer, 'failed'), type: 'refund.failed', data });
      },

      async takeBack(trx, transfer, reason) {
        const { account_id: accountId, payment_link_code: code } = transfer;
        if (code !== null) await lockLink(trx, accountId, code);
        const deposit = await lockDeposit(trx, accountId, transfer.deposit_id);
        uncount(trx, transfer);
        if (deposit.status === 'refunded') {
          await moveDeposit(trx, deposit, 'keep');
          // It may have been sent back before payments were screened.
          await holdForReview(trx, { screens }, deposit);
          const postings = reverse(departure(transfer, 'unmatched'));
          await postEntry(trx, { ...entryOf(heldBy(transfer)), type: 'unmatched_refund_returned', postings });
        } else {
          uncountInLink(trx, transfer);
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
      },
    },
  };
}

async function requirePaid(trx: Trx, accountId: string, code: string): Promise<LinkRow> {
  const link = await lockLink(trx, accountId, code);
  if (!link)
    throw new DomainError('payment_link_not_found', { message: `There is no payment link ${code}.` });
  if (link.status !== 'paid')
    throw new DomainError('payment_link_not_refundable', {
      message: `Payment link ${code} is ${link.status}; only a paid one is refunded.`,
    });
  return link;
}

function requireRefundable(link: LinkRow, requested: Money | undefined): Money {
  const left = money(link.amount).minus(money(link.refund_total));
  const amount = requested ?? left;
  if (!amount.gt(0) || amount.gt(left)) {
    throw left.isZero()
      ? new DomainError('payment_link_not_refundable', {
          message: `Payment link ${link.code} has been fully refunded.`,
        })
      : invalidParam(
          'amount',
          `The amount must be more than zero and at most ${left.toFixed()} ${link.currency}.`,
        );
  }
  return amount;
}

/** What the payer gets: at the rate of the payment, rounded down to what the rail carries. */
async function amountReturned(trx: Trx, link: LinkRow, deposit: DepositRow, amount: Money): Promise<Money> {
  const { account_id: accountId, payment_link_code } = deposit;
  const method = await findLinkMethod(trx, { accountId, code: link.code, method: deposit.method });
  if (!method?.exchange_rate) throw new Error(`deposit ${deposit.id} of ${payment_link_code} has no rate`);
  const returned = roundDownTo(amount.div(money(method.exchange_rate)), method.decimals);
  if (returned.isZero())
    throw invalidParam('amount', `${amount.toFixed()} ${link.currency} is too little to be sent back.`);
  return returned;
}

async function toRefund(
  trx: Trx,
  deposit: DepositRow,
  { asset, amount }: { asset: string; amount: Money },
  to: RefundDestination,
): Promise<Refund> {
  const now = await trx.now;
  return newTransfer<Refund>({
    account_id: deposit.account_id,
    id: newId(),
    kind: 'refund',
    status: 'held',
    asset,
    amount: formatAmount(amount),
    fee: '0',
    method: deposit.method,
    destination: to === 'sender' ? null : to,
    to_asset: null,
    to_amount: null,
    deposit_id: deposit.id,
    payment_link_code: deposit.payment_link_code,
    provider: deposit.provider,
    due_at: now,
    // No call of the API starts one: that of the deposit is another's.
    request_id: null,
    created_at: now,
  });
}

/** What did not reach the payer no longer counts as refunded, and can be refunded again. */
function uncount(trx: Trx, transfer: Refund): void {
  const { account_id: accountId, deposit_id: id } = transfer;
  trx.defer(addRefunded(trx, accountId, id, formatAmount(sentBy(transfer).amount.negated())));
}

function uncountInLink(trx: Trx, { id, account_id, payment_link_code, amount }: Refund): void {
  if (payment_link_code === null) throw new Error(`refund ${id} belongs to no link`);
  trx.defer(addLinkRefund(trx, account_id, payment_link_code, `-${amount}`));
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
    { asset: returned.asset, book: 'rail', amount: returned.amount },
    // Within one asset, what the rail cannot carry stays with the service.
    ...(returned.asset === transfer.asset
      ? [{ asset: transfer.asset, book: 'fee', amount: amount.minus(returned.amount) } as const]
      : []),
  ];
}

function heldBy(transfer: Refund): Held {
  return { ...transfer, object: 'refund' };
}

function dataOf(transfer: Refund) {
  return {
    refund_id: transfer.id,
    payment_link_code: transfer.payment_link_code,
    amount: formatStored(transfer.amount),
    asset: transfer.asset,
  };
}
