import { findAccount } from '../accounts/repository.ts';
import type { Trx } from '../db/connect.ts';
import type { EventRecorder } from '../events/record.ts';
import { exchange } from '../ledger/movement.ts';
import { postEntry } from '../ledger/post.ts';
import { Refused } from '../lib/errors.ts';
import { newId } from '../lib/ids.ts';
import { formatAmount, formatStored, money, roundUpTo, type Money } from '../lib/money.ts';
import { findAsset, findMethod, type Method } from '../methods/catalogue.ts';
import { feeFor } from '../methods/pricing.ts';
import type { Provider } from '../methods/providers/provider.ts';
import { requireDestination, type DestinationParts } from './destination.ts';
import type { PayoutKind } from './engine.ts';
import { entryOf, factOf, giveBack, hold, requireAvailable, type Held } from './holding.ts';
import { insertPayout, type PayoutRow } from './repository.ts';

export interface WithdrawalRequest {
  accountId: string;
  /** The balance it is taken from. */
  asset: string;
  /** Decimal, in `asset`, the fee included. */
  amount: Money;
  method: string;
  destination: DestinationParts;
  requestId: string | null;
}

export interface Withdrawals {
  /**
   * Sets the amount aside to be sent out (D10). The method's fee is a part of it, rounded up to what the rail
   * carries; the rest is what arrives. Throws Refused for a method, an amount, a destination or an account that do
   * not allow it.
   */
  create(trx: Trx, request: WithdrawalRequest): Promise<PayoutRow>;
  kind: PayoutKind;
}

export function createWithdrawals(options: { provider: Provider; events: EventRecorder }): Withdrawals {
  const { provider, events } = options;
  return {
    async create(trx, request) {
      const method = await requireMethod(trx, request);
      const destination = requireDestination(method, request.destination);
      const fee = requireFee(method, request.amount);
      await requireAvailable(trx, { account_id: request.accountId, asset: request.asset }, request.amount);
      const now = await trx.now;
      const withdrawal = insertPayout(trx, {
        account_id: request.accountId,
        id: newId(),
        kind: 'withdrawal',
        status: 'held',
        asset: request.asset,
        amount: formatAmount(request.amount),
        fee: formatAmount(fee),
        method: method.name,
        destination,
        to_asset: method.asset,
        to_amount: formatAmount(request.amount.minus(fee)),
        provider: provider.name,
        due_at: now,
        request_id: request.requestId,
        created_at: now,
      });
      await hold(trx, events, heldBy(withdrawal), 'withdrawal', request.amount.minus(fee));
      if (!fee.isZero()) await hold(trx, events, heldBy(withdrawal), 'fee', fee);
      return withdrawal;
    },

    kind: {
      send(payout, idempotencyKey, signal) {
        const { method, destination, to_asset } = payout;
        if (method === null || destination === null || to_asset === null) {
          throw new Error(`withdrawal ${payout.id} goes nowhere`);
        }
        const amount = netAmount(payout);
        return provider.payOut({ idempotencyKey, method, asset: to_asset, amount, destination }, signal);
      },

      async settle(trx, payout) {
        const { asset, to_asset } = payout;
        const net = netAmount(payout);
        const fee = money(payout.fee);
        const sent = to_asset ?? asset;
        await postEntry(trx, {
          ...entryOf(heldBy(payout)),
          type: 'withdrawal_settled',
          postings: [
            { asset, book: 'pending', amount: money(payout.amount).negated() },
            { asset, book: 'fee', amount: fee },
            ...exchange(asset, net, sent, net),
            { asset: sent, book: 'rail', amount: net },
          ],
        });
        await events.record(trx, {
          ...factOf(payout, 'completed'),
          type: 'withdrawal.completed',
          data: {
            withdrawal_id: payout.id,
            amount: formatStored(payout.amount),
            net_amount: formatAmount(net),
            fee: formatStored(payout.fee),
            asset,
            method: payout.method ?? '',
          },
        });
      },

      async fail(trx, payout, reason) {
        await giveBack(trx, events, heldBy(payout), money(payout.amount));
        await events.record(trx, {
          ...factOf(payout, 'failed'),
          type: 'withdrawal.failed',
          data: { withdrawal_id: payout.id, amount: formatStored(payout.amount), reason },
        });
      },
    },
  };
}

/** The method must be the account's to use, and send what the balance is worth one to one. */
async function requireMethod(trx: Trx, request: WithdrawalRequest): Promise<Method> {
  const [account, method, asset] = await Promise.all([
    findAccount(trx, request.accountId),
    findMethod(trx, request.method),
    findAsset(trx, request.asset),
  ]);
  if (!account) throw new Refused(`There is no account ${request.accountId}.`);
  if (!method?.enabled) throw new Refused(`There is no payment method ${request.method}.`);
  if (account.disabled_methods.includes(method.name)) {
    throw new Refused(`The method ${method.name} is not enabled for this account.`);
  }
  if (asset?.family !== method.family) {
    throw new Refused(
      `${method.name} sends ${method.asset}, which ${request.asset} is not worth one to one. Convert first.`,
    );
  }
  return method;
}

function requireFee(method: Method, amount: Money): Money {
  if ((amount.decimalPlaces() ?? 0) > method.decimals) {
    throw new Refused(`${method.name} carries at most ${method.decimals} decimals.`);
  }
  const fee = roundUpTo(feeFor(method, amount), method.decimals);
  if (fee.gte(amount)) {
    throw new Refused(`The fee of ${fee.toFixed()} leaves nothing of ${amount.toFixed()}.`);
  }
  const net = amount.minus(fee);
  if (net.lt(method.minAmount)) {
    throw new Refused(
      `By ${method.name}, at least ${method.minAmount.toFixed()} must be sent; ${net.toFixed()} would be left after the fee.`,
    );
  }
  return fee;
}

function netAmount({ amount, fee }: PayoutRow): Money {
  return money(amount).minus(money(fee));
}

function heldBy(payout: PayoutRow): Held {
  return { ...payout, object: 'withdrawal' };
}
