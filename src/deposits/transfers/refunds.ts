import { findAccount } from '../../accounts/repository.ts';
import type { Queryable, Trx } from '../../db/connect.ts';
import type { EventRecorder } from '../../events/record.ts';
import { exchange } from '../../ledger/movement.ts';
import { postEntry, type Posting } from '../../ledger/post.ts';
import { Refused } from '../../lib/errors.ts';
import { newId } from '../../lib/ids.ts';
import { formatAmount, formatStored, money, roundDownTo, type Money } from '../../lib/money.ts';
import type { Provider } from '../../methods/providers/provider.ts';
import { lockLink } from '../../payment-links/link-state.ts';
import { findLinkMethod } from '../../payment-links/quotes/repository.ts';
import { addLinkRefund, type LinkRow } from '../../payment-links/repository.ts';
import type { PayoutKind } from '../../payouts/engine.ts';
import { entryOf, factOf, giveBack, hold, requireAvailable, type Held } from '../../payouts/holding.ts';
import { insertPayout, type NewPayout, type PayoutRow } from '../../payouts/repository.ts';
import { moveDeposit } from '../deposit-state.ts';
import { addRefunded, findDeposit, lockDeposit, lockPayingDeposit, type DepositRow } from '../repository.ts';

/** Sends an unmatched deposit back to where it came from; until that is done it stays outside the balance (D7). */
export async function refundUnmatched(trx: Trx, deposit: DepositRow): Promise<PayoutRow> {
  await moveDeposit(trx, deposit, 'refund');
  const whole = { asset: deposit.asset, amount: money(deposit.amount) };
  trx.settleAtCommit(addRefunded(trx, deposit.account_id, deposit.id, deposit.amount));
  return insertPayout(trx, await toRefund(trx, deposit, whole));
}

/** The same for accounts that want every unmatched deposit sent back by itself (D7). */
export async function refundIfWanted(trx: Trx, deposit: DepositRow): Promise<void> {
  if (money(deposit.amount).isZero()) return;
  const account = await findAccount(trx, deposit.account_id);
  if (account?.auto_refund) await refundUnmatched(trx, deposit);
}

export interface Refunds {
  /**
   * Sends a paid link's money back to its payer, all that is left of it or a part (D10). The amount is a decimal in
   * the link's currency; it leaves the balance, and reaches the payer in what the payer sent, at the rate of the
   * payment. Throws Refused for a link that is not paid, and an amount above what is left or in the balance.
   */
  refundLink(trx: Trx, accountId: string, code: string, amount: Money | undefined): Promise<PayoutRow>;
  kind: PayoutKind;
}

export function createRefunds(options: {
  read: Queryable;
  provider: Provider;
  events: EventRecorder;
}): Refunds {
  const { read, provider, events } = options;
  return {
    async refundLink(trx, accountId, code, requested) {
      const link = await requirePaid(trx, accountId, code);
      const amount = requireRefundable(link, requested);
      const deposit = await lockPayingDeposit(trx, accountId, code);
      const returned = await amountReturned(trx, link, deposit, amount);
      await requireAvailable(trx, { account_id: accountId, asset: link.currency }, amount);
      const refund = insertPayout(trx, {
        ...(await toRefund(trx, deposit, { asset: link.currency, amount })),
        to_asset: deposit.asset,
        to_amount: formatAmount(returned),
      });
      trx.settleAtCommit(addLinkRefund(trx, accountId, code, formatAmount(amount)));
      trx.settleAtCommit(addRefunded(trx, accountId, deposit.id, formatAmount(returned)));
      await hold(trx, events, heldBy(refund), 'refund', amount);
      return refund;
    },

    kind: {
      async send(payout, idempotencyKey, signal) {
        const deposit = await findDeposit(read, payout.account_id, refundedId(payout));
        const { asset, amount } = returnedBy(payout);
        const depositReference = deposit.provider_reference;
        return provider.refund({ idempotencyKey, depositReference, asset, amount }, signal);
      },

      async settle(trx, payout) {
        const deposit = await lockDeposit(trx, payout.account_id, refundedId(payout));
        const ofUnmatched = deposit.status === 'refunding';
        if (ofUnmatched) await moveDeposit(trx, deposit, 'return');
        await postEntry(trx, {
          ...entryOf(heldBy(payout)),
          type: ofUnmatched ? 'unmatched_refund' : 'refund_settled',
          postings: departure(payout, ofUnmatched ? 'unmatched' : 'pending'),
        });
        const data = dataOf(payout);
        await events.record(trx, { ...factOf(payout, 'completed'), type: 'refund.completed', data });
      },

      async fail(trx, payout, reason) {
        const { account_id: accountId, payment_link_code: code } = payout;
        // First the link and then the deposit, the order that everybody keeps: the link may get its money back.
        if (code !== null) await lockLink(trx, accountId, code);
        const deposit = await lockDeposit(trx, accountId, refundedId(payout));
        const { amount } = returnedBy(payout);
        trx.settleAtCommit(addRefunded(trx, accountId, deposit.id, formatAmount(amount.negated())));
        if (deposit.status === 'refunding') await moveDeposit(trx, deposit, 'keep');
        else await takeBack(trx, events, payout);
        const data = { ...dataOf(payout), reason };
        await events.record(trx, { ...factOf(payout, 'failed'), type: 'refund.failed', data });
      },
    },
  };
}

async function requirePaid(trx: Trx, accountId: string, code: string): Promise<LinkRow> {
  const link = await lockLink(trx, accountId, code);
  if (!link) throw new Refused(`There is no payment link ${code}.`);
  if (link.status !== 'paid')
    throw new Refused(`Payment link ${code} is ${link.status}; only a paid one is refunded.`);
  return link;
}

function requireRefundable(link: LinkRow, requested: Money | undefined): Money {
  const left = money(link.amount).minus(money(link.refunded_amount));
  const amount = requested ?? left;
  if (!amount.gt(0) || amount.gt(left)) {
    throw new Refused(
      left.isZero()
        ? `Payment link ${link.code} has been refunded whole.`
        : `The amount must be more than zero and at most ${left.toFixed()} ${link.currency}.`,
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
    throw new Refused(`${amount.toFixed()} ${link.currency} is too little to be sent back.`);
  return returned;
}

async function toRefund(
  trx: Trx,
  deposit: DepositRow,
  { asset, amount }: { asset: string; amount: Money },
): Promise<NewPayout> {
  const now = await trx.now;
  return {
    account_id: deposit.account_id,
    id: newId(),
    kind: 'refund',
    status: 'held',
    asset,
    amount: formatAmount(amount),
    method: deposit.method,
    deposit_id: deposit.id,
    payment_link_code: deposit.payment_link_code,
    provider: deposit.provider,
    due_at: now,
    request_id: deposit.request_id,
    created_at: now,
  };
}

/** The refund of a link failed: the account has its money back, and the link can be refunded again. */
async function takeBack(trx: Trx, events: EventRecorder, payout: PayoutRow): Promise<void> {
  const { account_id, payment_link_code, amount } = payout;
  if (payment_link_code === null) throw new Error(`refund ${payout.id} is of no link`);
  trx.settleAtCommit(addLinkRefund(trx, account_id, payment_link_code, `-${amount}`));
  await giveBack(trx, events, heldBy(payout), money(amount));
}

/** What goes back to the payer. */
function returnedBy(payout: PayoutRow): { asset: string; amount: Money } {
  return { asset: payout.to_asset ?? payout.asset, amount: money(payout.to_amount ?? payout.amount) };
}

function departure(payout: PayoutRow, from: 'unmatched' | 'pending'): Posting[] {
  const returned = returnedBy(payout);
  const amount = money(payout.amount);
  return [
    { asset: payout.asset, book: from, amount: amount.negated() },
    ...exchange(payout.asset, amount, returned.asset, returned.amount),
    { asset: returned.asset, book: 'rail', amount: returned.amount },
    // Within one asset, what the rail cannot carry stays with the service.
    ...(returned.asset === payout.asset
      ? [{ asset: payout.asset, book: 'fee', amount: amount.minus(returned.amount) } as const]
      : []),
  ];
}

/** Every refund is of a deposit; its row may lack it only because other kinds do. */
function refundedId({ id, deposit_id }: PayoutRow): string {
  if (deposit_id === null) throw new Error(`refund ${id} is of no deposit`);
  return deposit_id;
}

function heldBy(payout: PayoutRow): Held {
  return { ...payout, object: 'refund' };
}

function dataOf(payout: PayoutRow) {
  return {
    refund_id: payout.id,
    payment_link_code: payout.payment_link_code,
    amount: formatStored(payout.amount),
    asset: payout.asset,
  };
}
