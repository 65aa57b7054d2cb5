import type { Queryable, Trx } from '../../db/connect.ts';
import { DomainError } from '../../lib/errors/errors.ts';
import { isId } from '../../lib/ids.ts';
import { money } from '../../lib/money.ts';
import type { RefundDestination } from '../../methods/providers/provider.ts';
import type { DestinationParts } from '../../transfers/destination.ts';
import type { Refund } from '../../transfers/transfer.ts';
import { bookAcceptance, recordCompletion } from '../booking.ts';
import { moveDeposit } from '../deposit-state.ts';
import { UNCLAIMED_ACCOUNT_ID } from '../notifications/notification.ts';
import { requireRefundDestination } from '../transfers/refund-destination.ts';
import { refundUnmatched } from '../transfers/refunds.ts';
import { requireAllowed } from '../../screening/screening.ts';
import type { HoldingParts } from './hold.ts';
import { reviewOf } from './review.ts';
import { lockDepositIfAny, type DepositRow } from '../repository.ts';
import { listUnmatchedDeposits, type DepositRecord } from '../records.ts';
import { nextDepositStatus } from '../transitions.ts';

/** Deposits that pay no link, for an operator or the account's people to decide on (D7). */
export interface Inbox {
  list(on: Queryable, accountId: string): Promise<DepositRecord[]>;
  /** Where a refund goes unless a destination is named; undefined where one must be. */
  wayBack(deposit: DepositRow): RefundDestination | undefined;
  /**
   * Takes a deposit of the account into its balance. Throws `deposit_not_found`, `deposit_not_unmatched`,
   * `deposit_too_small`,
   * `deposit_unclaimed` or, unless screening has allowed it, `deposit_under_review` or `deposit_refused`.
   */
  accept(trx: Trx, accountId: string, id: string): Promise<DepositRow>;
  /**
   * Sends a deposit of the account back to its payer, to a named destination where the rail cannot by itself. Throws
   * `deposit_not_found`, `deposit_not_unmatched`, `deposit_too_small`, `refund_destination_required`, and
   * `invalid_request` for a destination that is not valid.
   */
  refund(trx: Trx, accountId: string, id: string, destination: DestinationParts): Promise<Refund>;
}

export function createInbox({ events, providers }: Omit<HoldingParts, 'screens'>): Inbox {
  return {
    list: listUnmatchedDeposits,
    wayBack: (deposit) => providers.find(deposit.provider)?.wayBack(deposit),

    async accept(trx, accountId, id) {
      const deposit = await lockUnmatched(trx, accountId, id, 'accept');
      if (deposit.account_id === UNCLAIMED_ACCOUNT_ID) {
        throw new DomainError('deposit_unclaimed', {
          message: `Deposit ${id} was sent to a place that belongs to no account. It can only be refunded.`,
        });
      }
      await requireAllowed(trx, reviewOf(deposit));
      const accepted = await moveDeposit(trx, deposit, 'accept');
      await bookAcceptance(trx, events, accepted);
      await recordCompletion(trx, events, accepted);
      return accepted;
    },

    async refund(trx, accountId, id, destination) {
      const deposit = await lockUnmatched(trx, accountId, id, 'refund');
      return refundUnmatched(
        trx,
        deposit,
        await requireRefundDestination(trx, providers, deposit, destination),
      );
    },
  };
}

async function lockUnmatched(
  trx: Trx,
  accountId: string,
  id: string,
  trigger: 'accept' | 'refund',
): Promise<DepositRow> {
  const deposit = isId(id) ? await lockDepositIfAny(trx, accountId, id) : undefined;
  if (!deposit) throw new DomainError('deposit_not_found', { message: `There is no deposit ${id}.` });
  if (!nextDepositStatus(deposit.status, trigger)) {
    throw new DomainError('deposit_not_unmatched', {
      message: `Deposit ${id} is ${deposit.status}; only an unmatched deposit can be ${trigger}ed.`,
    });
  }
  if (money(deposit.amount).isZero()) {
    throw new DomainError('deposit_too_small', {
      message: `Deposit ${id} is ${deposit.exact_amount} ${deposit.asset}, less than can be moved; it can only stay where it is.`,
    });
  }
  return deposit;
}
